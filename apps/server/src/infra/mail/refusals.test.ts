import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { deliverToEach } from './deliver.ts';
import type { SendMailJob } from './index.ts';

let smtp: SMTPServer;
let hub: TestHub;
let sendMail: SendMailJob;
/** Every address that the server was asked about, in order. */
let asked: string[] = [];
/** Replies by address; the others are accepted. */
let replies = new Map<string, number>();

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      asked.push(address);
      const responseCode = replies.get(address);
      if (responseCode === undefined) return done();
      done(Object.assign(new Error('not here'), { responseCode }));
    },
    onData(stream, _session, done) {
      stream.on('end', () => done());
      stream.resume();
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as { port: number };
  hub = await startTestHub({
    settings: { smtpUrl: `smtp://127.0.0.1:${port}` },
    mailRetryPolicy: { retries: 2, retryDelaySeconds: 1 },
    modules: (_platform, parts) => {
      sendMail = parts.sendMail;
      return [];
    },
  });
});

beforeEach(() => {
  asked = [];
  replies = new Map();
});

afterAll(async () => {
  await hub?.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const mail = { subject: 'Sessions', text: 'See the file.' };

describe('a mail from the queue', () => {
  it('fails at once when the server refuses it for good', async () => {
    replies.set('gone@alpina.test', 550);
    const id = await hub.infra.jobs.enqueue(sendMail, { ...mail, to: ['gone@alpina.test'] });
    const job = await hub.infra.jobs.waitForCompletion(id);
    expect(job).toMatchObject({ state: 'failed', attempt: 1 });
    expect(asked).toEqual(['gone@alpina.test']);
  });

  it('is tried again when the server asks for it', async () => {
    replies.set('full@alpina.test', 452);
    const id = await hub.infra.jobs.enqueue(sendMail, { ...mail, to: ['full@alpina.test'] });
    await hub.infra.jobs.waitForCompletion(id);
    expect(asked).toEqual(['full@alpina.test', 'full@alpina.test', 'full@alpina.test']);
  });
});

describe('a mail to several people', () => {
  it('is a failure when the server takes it for some of them only', async () => {
    replies.set('gone@alpina.test', 550);
    const to = ['anna@alpina.test', 'gone@alpina.test'];
    await expect(hub.infra.mailer.send({ ...mail, to })).rejects.toMatchObject({
      kind: 'refused',
      message: 'The mail server refused the email for 1 of 2 addresses.',
    });
  });

  const deliver = () =>
    deliverToEach(
      { mailer: hub.infra.mailer, db: hub.infra.postgres.db, clock: hub.infra.clock },
      {
        jobId: 'several',
        recipients: ['anna@alpina.test', 'gone@alpina.test', 'full@alpina.test'],
        content: mail,
        signal: new AbortController().signal,
        onProgress: () => {},
      },
    );

  it('leaves those that are refused for good out of the next attempt', async () => {
    replies.set('gone@alpina.test', 550).set('full@alpina.test', 452);
    await expect(deliver()).rejects.toMatchObject({ kind: 'later', status: 502 });
    expect(asked).toEqual(['anna@alpina.test', 'gone@alpina.test', 'full@alpina.test']);
    asked = [];
    replies.delete('full@alpina.test');
    await expect(deliver()).rejects.toMatchObject({
      status: 409,
      message: 'The mail server refused the email for 1 of 3 addresses.',
    });
    expect(asked).toEqual(['full@alpina.test']);
  });
});
