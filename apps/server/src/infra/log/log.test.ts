import { describe, expect, it } from 'vitest';
import { createLog, inContext } from './index.ts';

function written(fields: object): string {
  let text = '';
  createLog({ logLevel: 'info' }, { write: (line) => (text += line) }).info(fields, 'something happened');
  return text;
}

describe('createLog', () => {
  it.each([
    { req: { headers: { authorization: 'Bearer hunter2', cookie: 'sid=hunter2' } } },
    { headers: { authorization: 'hunter2', 'x-service-token': 'hunter2' } },
    { res: { headers: { 'set-cookie': 'hunter2' } } },
    { body: { password: 'hunter2', refresh_token: 'hunter2' } },
    { service: { token: 'hunter2' } },
    { databaseOwnerUrl: 'hunter2', ownerConnectionString: 'hunter2' },
    { databaseUrl: 'postgres://hub:hunter2@db/hub', connectionString: 'hunter2' },
  ])('no secret reaches the log: %j', (fields) => {
    const line = written(fields);
    expect(line).not.toContain('hunter2');
    expect(line).toContain('[hidden]');
    expect(line).toContain('something happened');
  });

  it('other fields are kept as they are', () => {
    expect(JSON.parse(written({ jobId: 'j1', rows: 3 }))).toMatchObject({ jobId: 'j1', rows: 3 });
  });

  it('writes a line for people where it is asked to, and hides the same', () => {
    let text = '';
    const log = createLog({ logLevel: 'info', logFormat: 'pretty' }, { write: (line) => (text += line) });
    inContext({ requestId: 'r-1' }, () => log.info({ rows: 3, password: 'hunter2' }, 'rows were stored'));
    expect(text).toMatch(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: rows were stored \{"requestId":"r-1","rows":3,"password":"\[hidden\]"\}\n$/,
    );
  });

  it('names in each line the request that asked for it, once', () => {
    let text = '';
    const log = createLog({ logLevel: 'info' }, { write: (line) => (text += line) });
    inContext({ requestId: 'r-1' }, () => log.info({ requestId: 'r-2' }, 'x'));
    log.info('y');
    const [first = '', second = ''] = text.split('\n');
    expect([first.match(/requestId/g), JSON.parse(first).requestId]).toEqual([['requestId'], 'r-2']);
    expect(second).not.toContain('requestId');
  });
});
