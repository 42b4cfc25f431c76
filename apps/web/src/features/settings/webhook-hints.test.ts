import { describe, expect, it } from 'vitest';
import { webhookHintOf } from './webhook-hints.ts';

const failed = { state: 'failed', status: null } as const;
const because = (code: string, values: Record<string, string> = {}) =>
  webhookHintOf({
    ...failed,
    reasonDetail: { code, values: { host: 'alpina.example', ...values } } as never,
  });

describe('what to check after a delivery', () => {
  it('follows from the status of the reply', () => {
    const hints = [301, 400, 401, 403, 404, 405, 410, 413, 418, 429, 500, 503].map((status) =>
      webhookHintOf({ ...failed, status }),
    );
    expect(hints).toEqual([
      'redirect',
      'signature',
      'signature',
      'signature',
      'path',
      'path',
      'path',
      'size',
      null,
      'rate',
      'receiver',
      'receiver',
    ]);
  });

  it('follows from why there was no reply', () => {
    expect(because('outgoing.timeout')).toBe('timeout');
    expect(because('outgoing.privateAddress')).toBe('private');
    expect(because('outgoing.unreachable', { cause: 'ENOTFOUND' })).toBe('name');
    expect(because('outgoing.unreachable', { cause: 'ECONNREFUSED' })).toBe('connection');
    expect(because('outgoing.cut', { cause: 'ECONNRESET' })).toBe('cut');
    for (const cause of [
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'EPROTO',
    ])
      expect(because('outgoing.cut', { cause })).toBe('tls');
  });

  it('is nothing for what was taken, or fails for a reason of the hub', () => {
    expect(webhookHintOf({ state: 'delivered', status: 200 })).toBeNull();
    expect(webhookHintOf({ state: 'waiting', status: null })).toBeNull();
    expect(because('webhooks.secretLost')).toBeNull();
  });
});
