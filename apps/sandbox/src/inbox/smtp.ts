import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Clock } from '../clock.ts';
import type { MailStore } from './mail-store.ts';

export interface SmtpInbox {
  port: number;
  close(): Promise<void>;
}

/** Largest mail that is taken, in bytes. */
const MAX_MAIL_BYTES = 50 * 1024 * 1024;

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

/** A mail server that takes every mail to anyone and shows it in the inbox. Port 0 picks a free one. */
export async function startSmtp(options: {
  host: string;
  port: number;
  store: MailStore;
  clock: Clock;
  isRejecting: () => boolean;
}): Promise<SmtpInbox> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    banner: 'Ludus sandbox inbox',
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onMailFrom: (_address, _session, done) => {
      done(options.isRejecting() ? refusal(451, 'no mail is taken at the moment') : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', done);
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(refusal(552, 'the mail is too large'));
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map((recipient) => recipient.address);
        const receivedAt = new Date(options.clock.now()).toISOString();
        options.store.add(Buffer.concat(chunks), from, to, receivedAt).then(
          () => done(),
          (error: Error) => done(error),
        );
      });
    },
  });
  // A client that goes away in the middle is its own business, not a reason to stop.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
