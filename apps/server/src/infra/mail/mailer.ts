import { type Message, messageOf } from '@ludus/contract';
import { createTransport, type Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Settings } from '../config/settings.ts';
import { UnavailableError } from '../errors/index.ts';
import { unlinked } from './plain.ts';
import { type Mail, MailError, type Mailer } from './types.ts';

const timeoutMs = 20_000;
const world = z.looseObject({ smtpUrl: z.url() });

/** What became of a mail that was handed to the mail server. */
export type MailOutcome = (typeof mailOutcomes)[number];

export const mailOutcomes = ['sent', 'refused', 'later', 'unreachable'] as const satisfies readonly (
  | 'sent'
  | MailError['kind']
)[];

/** The mail server of `SMTP_URL`, else the sandbox's. It is connected to with the first mail. */
export function createMailer(
  settings: Pick<Settings, 'smtpUrl' | 'sandbox' | 'sandboxUrl' | 'mailFrom' | 'allowInsecureSmtp'>,
  onOutcome: (outcome: MailOutcome) => void = () => {},
): Mailer & { verify(): Promise<void>; close(): void } {
  let transport: Promise<Transporter> | undefined;

  async function connect(): Promise<Transporter> {
    const url = new URL(settings.smtpUrl ?? (await sandboxAddress(settings)));
    return createTransport({
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 25),
      secure: url.protocol === 'smtps:',
      // Without it a server that offers no STARTTLS would get mails and password in clear.
      requireTLS: !settings.allowInsecureSmtp,
      pool: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Contents are handed over: nothing that someone wrote may make the hub open a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(url.username === ''
        ? {}
        : {
            auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
          }),
    });
  }

  function opened(): Promise<Transporter> {
    transport ??= connect().catch((error: unknown) => {
      transport = undefined;
      throw error;
    });
    return transport;
  }

  async function hand({ to, subject, text, html, attachments = [] }: Mail): Promise<void> {
    const connected = await opened();
    let rejected: readonly unknown[];
    try {
      const info = await connected.sendMail({
        from: settings.mailFrom,
        to: [...to],
        subject: unlinked(subject),
        text,
        ...(html === undefined ? {} : { html }),
        attachments: [...attachments],
      });
      rejected = info.rejected ?? [];
    } catch (cause) {
      throw new MailError(reasonOf(cause), scopeOf(cause), { cause });
    }
    // The others have it by now: a second attempt would send it to them twice.
    if (rejected.length > 0) {
      throw new MailError(
        messageOf('mail.refusedForSome', { refused: rejected.length, count: to.length }),
        'refused',
      );
    }
  }

  return {
    /** Connects and signs in, without a mail. @throws MailError */
    async verify() {
      const connected = await opened();
      await connected.verify().catch((cause: unknown) => {
        throw new MailError(reasonOf(cause), scopeOf(cause), { cause });
      });
    },
    async send(mail: Mail) {
      try {
        await hand(mail);
        onOutcome('sent');
      } catch (error) {
        onOutcome(error instanceof MailError ? error.kind : 'unreachable');
        throw error;
      }
    },
    close() {
      transport?.then(
        (connected) => connected.close(),
        () => {},
      );
    },
  };
}

const unreachable = new Set(['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'EDNS', 'ESOCKET', 'ETIMEDOUT']);

// The server's own words stay in the log: they may repeat what the hub has sent.
function reasonOf(cause: unknown): Message {
  const { code, responseCode } = cause as { code?: string; responseCode?: number };
  if (code === 'EAUTH') return messageOf('mail.signInRefused');
  if (responseCode !== undefined) return messageOf('mail.notTakenStatus', { status: responseCode });
  if (code !== undefined && unreachable.has(code)) return messageOf('mail.unreachable');
  return messageOf('mail.notTaken');
}

// A reply to the envelope or the content concerns only this mail; anything else concerns the server.
function scopeOf(cause: unknown): MailError['kind'] {
  const { code, responseCode = 0 } = cause as { code?: string; responseCode?: number };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'unreachable';
  return responseCode >= 500 ? 'refused' : 'later';
}

async function sandboxAddress({
  sandbox,
  sandboxUrl,
}: Pick<Settings, 'sandbox' | 'sandboxUrl'>): Promise<string> {
  if (!sandbox || sandboxUrl === undefined) {
    throw new UnavailableError(messageOf('mail.notSetUp'));
  }
  try {
    const response = await fetch(`${sandboxUrl}/world.json`, { signal: AbortSignal.timeout(timeoutMs) });
    return world.parse(await response.json()).smtpUrl;
  } catch (cause) {
    throw new UnavailableError(messageOf('mail.sandboxUnreachable'), { cause });
  }
}
