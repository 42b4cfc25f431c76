import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createWebhookSecret, signWebhook, webhookHeaders } from './signature.ts';

/** The example of the Standard Webhooks libraries. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1_614_265_330,
  body: '{"test": 2432232314}',
};

describe('a signature of Standard Webhooks', () => {
  it('is the one that the specification has for its example', () => {
    expect(signWebhook(secret, message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('changes with id, timestamp, body and secret', () => {
    const signatures = [
      signWebhook(secret, message),
      signWebhook(secret, { ...message, id: 'msg_2' }),
      signWebhook(secret, { ...message, seconds: 1_614_265_331 }),
      signWebhook(secret, { ...message, body: '{"test": 2432232315}' }),
      signWebhook(createWebhookSecret(), message),
    ];
    expect(new Set(signatures).size).toBe(5);
  });

  it('is made with each of two secrets, separated by a space', () => {
    const other = createWebhookSecret();
    expect(webhookHeaders([other, secret], message)).toEqual({
      'content-type': 'application/json',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': `${signWebhook(other, message)} v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=`,
    });
  });

  it('is made with the 32 bytes that a new secret stands for', () => {
    const fresh = createWebhookSecret();
    expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const key = Buffer.from(fresh.slice('whsec_'.length), 'base64');
    expect(key).toHaveLength(32);
    const { id, seconds, body } = message;
    const expected = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
    expect(signWebhook(fresh, message)).toBe(`v1,${expected}`);
  });
});
