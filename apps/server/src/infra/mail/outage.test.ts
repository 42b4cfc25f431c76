import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestHub, type TestHub } from '../../../test/hub.ts';
import { letTimeCome } from '../../../test/jobs.ts';
import { freePort } from '../postgres/cluster.ts';
import type { SendMailJob } from './index.ts';

let hub: TestHub;
let sendMail: SendMailJob;
let port: number;

beforeAll(async () => {
  port = await freePort();
  hub = await startTestHub({
    settings: { smtpUrl: `smtp://127.0.0.1:${port}` },
    modules: (_infra, parts) => {
      sendMail = parts.sendMail;
      return [];
    },
  });
});
afterAll(() => hub?.close());

/** Seconds from now until the next attempt of a job that has failed so many times. */
async function delayAfter(id: string, failures: number): Promise<number> {
  const { pool } = hub.stores.postgres;
  // Not now(), which is when the statement arrived: on a busy machine the job may fail after that and still be seen.
  const statement = `
    SELECT extract(epoch FROM q.start_after - clock_timestamp())::float8 AS seconds
    FROM jobs j JOIN queue.job q USING (id) WHERE j.id = $1 AND j.failures = $2 AND q.state = 'retry'`;
  let seconds = 0;
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ seconds: number }>(statement, [id, failures]);
      seconds = rows[0]?.seconds ?? 0;
      return rows.length;
    })
    .toBe(1);
  return seconds;
}

it('a mail waits for a mail server that is away for a day, and is sent once when it is back', async () => {
  const id = await hub.infra.jobs.enqueue(sendMail, {
    to: ['anna@alpina.test'],
    subject: 'Maintenance',
    text: 'On Monday.',
  });
  const delays: number[] = [];
  for (let waited = 0; waited < 24 * 3_600; waited += delays.at(-1) ?? 0) {
    delays.push(await delayAfter(id, delays.length + 1));
    await letTimeCome(hub.stores.postgres, id);
  }
  // At first soon, for a server that is only started again; then twice an hour.
  expect(delays[0]).toBeLessThanOrEqual(30);
  expect(Math.max(...delays)).toBeLessThanOrEqual(1_800);
  await delayAfter(id, delays.length + 1);

  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      received.push(...envelope.rcptTo.map(({ address }) => address));
      stream.on('end', () => done());
      stream.resume();
    },
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  try {
    await letTimeCome(hub.stores.postgres, id);
    expect(await hub.infra.jobs.waitForCompletion(id)).toMatchObject({ state: 'completed', error: null });
    expect(received).toEqual(['anna@alpina.test']);
  } finally {
    await new Promise<void>((closed) => server.close(closed));
  }
});
