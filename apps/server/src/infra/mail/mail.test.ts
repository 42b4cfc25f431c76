import { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { createMailer, defineSendMailJob } from './index.ts';

let smtp: SMTPServer;
let hub: TestHub;
let inbox: Email[] = [];
let refuse = 0;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        if (refuse-- > 0) return done(new Error('try later'));
        inbox.push(await PostalMime.parse(Buffer.concat(parts)));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as { port: number };
  hub = await startTestHub({ settings: { smtpUrl: `smtp://127.0.0.1:${port}` } });
});

beforeEach(() => {
  inbox = [];
  refuse = 0;
});

afterAll(async () => {
  await hub?.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const mail = { to: ['anna@alpina.test', 'bob@alpina.test'], subject: 'Sessions', text: 'See the file.' };

describe('a mail', () => {
  it('goes to everyone it names, with its files', async () => {
    await hub.infra.mailer.send({
      ...mail,
      html: '<p>See the file.</p>',
      attachments: [
        { filename: 'sessions.csv', contentType: 'text/csv', content: Readable.from(['a;b\n1,50;2']) },
      ],
    });
    const [received] = inbox;
    expect(received?.to?.map(({ address }) => address)).toEqual(mail.to);
    expect(received?.from?.address).toBe('hub@ludus.example');
    expect(received?.attachments[0]?.filename).toBe('sessions.csv');
    expect(Buffer.from(received?.attachments[0]?.content as ArrayBuffer).toString()).toBe('a;b\n1,50;2');
  });

  it('that the server does not take is a failure in words', async () => {
    refuse = 1;
    await expect(hub.infra.mailer.send(mail)).rejects.toMatchObject({
      status: 502,
      message: 'The mail server did not accept the email (SMTP 450).',
    });
  });

  it('is not sent in clear to a server without STARTTLS, unless a setting allows it', async () => {
    const { port } = smtp.server.address() as { port: number };
    const settings = { sandbox: false, mailFrom: 'hub@ludus.example', smtpUrl: `smtp://127.0.0.1:${port}` };
    const secure = createMailer({ ...settings, allowInsecureSmtp: false });
    await expect(secure.send(mail)).rejects.toMatchObject({ status: 502 });
    secure.close();
    expect(inbox).toEqual([]);
    const insecure = createMailer({ ...settings, allowInsecureSmtp: true });
    await insecure.send(mail);
    insecure.close();
    expect(inbox).toHaveLength(1);
  });

  it('without a mail server is refused in words', async () => {
    const mailer = createMailer({ sandbox: false, mailFrom: 'hub@ludus.example', allowInsecureSmtp: false });
    await expect(mailer.send(mail)).rejects.toThrow('No mail server has been set up (SMTP_URL).');
  });
});

describe('a mail from the queue', () => {
  it('carries files that the hub keeps', async () => {
    const sent: string[] = [];
    const job = defineSendMailJob(
      { send: async ({ attachments }) => void sent.push(String(attachments?.[0]?.content)) },
      async (key) => `content of ${key}`,
    );
    const attachments = [{ filename: 'a.csv', contentType: 'text/csv', fileKey: 'reports/a.csv' }];
    const payload = job.payload.parse({ ...mail, attachments });
    await job.run({ payload, progress: () => {} } as never);
    expect(sent).toEqual(['content of reports/a.csv']);
  });

  it('is refused with addresses that are none', () => {
    const job = defineSendMailJob({ send: async () => {} }, async () => '');
    expect(job.payload.safeParse({ ...mail, to: ['no-one'] }).success).toBe(false);
    expect(job.payload.safeParse({ ...mail, to: [] }).success).toBe(false);
  });
});
