import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound, parse } from '../platform/refusal.ts';
import type { WebhookReceivers } from './receivers.ts';
import { callPage, callsPage } from './webhooks.page.ts';

const paramsSchema = z.object({ name: z.string().regex(/^[a-z0-9-]{1,40}$/) });
const listQuery = z.object({ receiver: z.string().max(40).optional() });
const secretsSchema = z.strictObject({ secrets: z.array(z.string().startsWith('whsec_')).max(5) });
const faultsSchema = z.strictObject({
  failNext: z.int().min(0).max(1_000),
  status: z.int().min(300).max(599).default(500),
});

/** Receivers of webhooks, as the engineer of an integration would build one, with switches for tests and pages for people. */
export function webhookRoutes(app: FastifyInstance, receivers: WebhookReceivers): void {
  const nameOf = (params: unknown) => parse(paramsSchema, params).name;

  app.register(async (scope) => {
    // The signature is over the bytes of the body, not over what they mean.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post('/webhooks/:name', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const call = receivers.receive(nameOf(request.params), { headers: request.headers, body });
      return call.status === 204
        ? reply.status(204).send()
        : reply.status(call.status).send({ verdict: call.verdict });
    });
  });

  app.put('/webhooks/:name/secrets', async (request) => {
    const { secrets } = parse(secretsSchema, request.body);
    await receivers.setSecrets(nameOf(request.params), secrets);
    return { held: secrets.length };
  });
  app.get('/webhooks/:name/faults', async (request) => receivers.faultsOf(nameOf(request.params)));
  app.post('/webhooks/:name/faults', async (request) => {
    const faults = parse(faultsSchema, request.body);
    receivers.setFaults(nameOf(request.params), faults);
    return faults;
  });

  app.get('/webhooks/calls.json', async (request) =>
    receivers.list(parse(listQuery, request.query).receiver),
  );
  app.delete('/webhooks/calls', async () => {
    receivers.clear();
    return { held: 0 };
  });
  app.get('/webhooks', async (request, reply) => {
    const { receiver } = parse(listQuery, request.query);
    const names = [...new Set(receivers.list().map((call) => call.receiver))].sort();
    const text = callsPage(receivers.list(receiver), names, receiver);
    return reply.type('text/html; charset=utf-8').send(text);
  });
  app.get('/webhooks/calls/:id', async (request, reply) => {
    const call = receivers.find((request.params as { id: string }).id);
    if (!call) throw notFound('call');
    return reply.type('text/html; charset=utf-8').send(callPage(call));
  });
}
