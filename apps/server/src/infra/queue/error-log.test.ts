import { describe, expect, it } from 'vitest';
import { createLog } from '../log/index.ts';
import { createErrorLog } from './error-log.ts';

describe('the log of errors of the job queue', () => {
  it('has each reason once a minute, with how often it was left out', () => {
    const lines: { err: { message: string }; repeated?: number }[] = [];
    const log = createLog({ logLevel: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) });
    let now = 0;
    const report = createErrorLog(log, () => now);
    const refused = 'connect ECONNREFUSED 127.0.0.1:5432';
    for (const queue of ['send-mail', 'export', 'backup'])
      report(new Error(`${refused} (Queue: ${queue}, Worker: 1)`));
    report(new Error('the database system is starting up (Queue: send-mail, Worker: 1)'));
    now = 60_000;
    report(new Error(`${refused} (Queue: export, Worker: 2)`));
    expect(lines.map(({ err, repeated }) => [err.message, repeated])).toEqual([
      [`${refused} (Queue: send-mail, Worker: 1)`, undefined],
      ['the database system is starting up (Queue: send-mail, Worker: 1)', undefined],
      [`${refused} (Queue: export, Worker: 2)`, 2],
    ]);
  });
});
