import { setTimeout as delay } from 'node:timers/promises';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onSendAsyncHookHandler,
} from 'fastify';
import { type TokenName, tokenOf } from '../world/platforms.ts';
import { Refusal } from './refusal.ts';
import type { PlatformRuntime } from './runtime.ts';

/** Applies the faults that concern whole responses. Returns true when the response has been sent, or never will be. */
async function misbehave(
  platform: PlatformRuntime,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { faults } = platform.state;
  if (faults.slowMs > 0) await delay(faults.slowMs, undefined, { ref: false });
  if (faults.hang) {
    reply.hijack();
    return true;
  }
  if (faults.http500) throw new Refusal(500, 'internal', 'broken on request');
  if (faults.foreignHtml) {
    await reply
      .type('text/html')
      .send('<!doctype html><title>Sign in to the network</title><h1>Welcome</h1>');
    return true;
  }
  if (faults.redirect) {
    await reply.redirect(`http://${request.host}/p/${platform.plan.key}/elsewhere`, 302);
    return true;
  }
  if (faults.refuseToken) throw new Refusal(401, 'unauthorized', 'the token has been withdrawn');
  return false;
}

/** Route options of a call: faults first, then the token that the call needs. */
export function guard(
  platform: PlatformRuntime,
  token: TokenName,
): { onRequest: onRequestAsyncHookHandler; onSend: onSendAsyncHookHandler } {
  const expected = `Bearer ${tokenOf(platform.plan, token)}`;
  return {
    async onRequest(request, reply) {
      if (await misbehave(platform, request, reply)) return reply;
      if (request.headers.authorization !== expected && !platform.state.faults.openDoors) {
        throw new Refusal(401, 'unauthorized', `this call needs the ${token} token`);
      }
    },
    async onSend(request, reply, payload) {
      const { faults } = platform.state;
      const { statusCode } = reply;
      if (faults.failOnInput && statusCode === 422) reply.code(500);
      if (faults.plainErrors && statusCode >= 400) {
        reply.type('text/plain');
        return 'Refused.';
      }
      const isDone = request.method !== 'GET' && reply.statusCode === 200;
      if (faults.loseAnswer && isDone) request.raw.socket.destroy();
      return payload;
    },
  };
}
