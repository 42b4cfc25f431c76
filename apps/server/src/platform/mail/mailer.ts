import { createTransport, type Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Settings } from '../config/settings.ts';
import { UnavailableError } from '../errors/index.ts';
import { type Mail, MailError, type Mailer } from './types.ts';

const timeoutMs = 20_000;
const world = z.looseObject({ smtpUrl: z.url() });

/** The mail server of `SMTP_URL`, else the sandbox's. It is connected to with the first mail. */
export function createMailer(
  settings: Pick<Settings, 'smtpUrl' | 'sandbox' | 'sandboxUrl' | 'mailFrom'>,
): Mailer & { close(): void } {
  let transport: Promise<Transporter> | undefined;

  async function connect(): Promise<Transporter> {
    const url = new URL(settings.smtpUrl ?? (await sandboxAddress(settings)));
    return createTransport({
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 25),
      secure: url.protocol === 'smtps:',
      pool: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Contents are handed over: nothing that somebody wrote may make the hub open a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(url.username === ''
        ? {}
        : {
            auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
          }),
    });
  }

  return {
    async send({ to, subject, text, html, attachments = [] }: Mail) {
      transport ??= connect().catch((error: unknown) => {
        transport = undefined;
        throw error;
      });
      const connected = await transport;
      try {
        await connected.sendMail({
          from: settings.mailFrom,
          to: [...to],
          subject,
          text,
          ...(html === undefined ? {} : { html }),
          attachments: [...attachments],
        });
      } catch (cause) {
        throw new MailError(reasonOf(cause), scopeOf(cause), { cause });
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
function reasonOf(cause: unknown): string {
  const { code, responseCode } = cause as { code?: string; responseCode?: number };
  if (code === 'EAUTH') return 'The mail server did not accept the name and password of the hub.';
  if (responseCode !== undefined) return `The mail server did not take the mail (SMTP ${responseCode}).`;
  if (code !== undefined && unreachable.has(code)) return 'The mail server cannot be reached.';
  return 'The mail server did not take the mail.';
}

// An answer to the envelope or the content speaks of this mail alone; anything else of the server.
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
    throw new UnavailableError('No mail server has been set up (SMTP_URL).');
  }
  try {
    const response = await fetch(`${sandboxUrl}/world.json`, { signal: AbortSignal.timeout(timeoutMs) });
    return world.parse(await response.json()).smtpUrl;
  } catch (cause) {
    throw new UnavailableError('The mail server of the sandbox cannot be reached.', { cause });
  }
}
