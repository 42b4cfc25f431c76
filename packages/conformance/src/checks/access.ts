import {
  PLATFORM_SERVICES,
  type PlatformEndpoint,
  type PlatformService,
  platformEndpoints,
  platformUrls,
} from '@ludus/contract/operator-api';
import { type Check, type Checks, unknownSession } from '../check.ts';
import type { Client, Reply } from '../client.ts';
import { iso } from '../days.ts';

/** Statuses of a service that has no health address: then its own address counts. */
const withoutHealth = [404, 405, 410, 501];

async function askHealth(client: Client, service: PlatformService): Promise<Reply> {
  const base = client.url(service);
  const reply = await client.call(platformEndpoints.checkHealth, platformUrls.health(base), {}, service);
  if (!withoutHealth.includes(reply.response?.status ?? 0)) return reply;
  return client.call(platformEndpoints.checkHealth, base, {}, service);
}

const health: Check = async ({ client, probe }) => {
  for (const service of PLATFORM_SERVICES) {
    const reply = await askHealth(client, service);
    // As the hub does: the body is for people, unless it is a web page of something else.
    if (probe.expectStatus(reply) !== null && /^\s*</.test(reply.response?.text ?? '')) {
      probe.fail('mediaType', { found: 'text/html', expected: 'application/json' }, reply.request);
    }
  }
};

/**
 * Every call that only reads, for things that do not exist and with parameters that are wrong: the token is looked at before
 * anything else, so none of them may come to a 404 or a 422.
 */
function readingCalls(
  client: Client,
  now: number,
): { endpoint: PlatformEndpoint; url: string; service?: PlatformService }[] {
  const [data, play, gaming] = [client.url('data'), client.url('play'), client.url('gaming')];
  const period = { changedFrom: iso(now - 60_000), changedTo: iso(now) };
  return [
    {
      endpoint: platformEndpoints.listChangedSessions,
      url: platformUrls.changedSessions(data, { ...period, limit: 0 }),
    },
    { endpoint: platformEndpoints.getSession, url: platformUrls.session(data, unknownSession) },
    { endpoint: platformEndpoints.getTotals, url: platformUrls.totals(data, { from: 'x', to: 'y' }) },
    {
      endpoint: platformEndpoints.getTransactionsFeedLink,
      url: platformUrls.transactionsFeedLink(data, unknownSession),
    },
    { endpoint: platformEndpoints.listOperators, url: platformUrls.operators(play) },
    { endpoint: platformEndpoints.listGames, url: platformUrls.games(play) },
    { endpoint: platformEndpoints.listUsers, url: platformUrls.users(play) },
    { endpoint: platformEndpoints.getBets, url: platformUrls.bets(gaming, 'NO-OPERATOR', 'no_game') },
    ...PLATFORM_SERVICES.map((service) => ({
      endpoint: platformEndpoints.checkHealth,
      url: platformUrls.health(client.url(service)),
      service,
    })),
  ];
}

const tokenMissing: Check = async ({ client, evidence, probe }) => {
  for (const { endpoint, url, service } of readingCalls(client, evidence.now)) {
    const reply = await client.call(endpoint, url, { token: null });
    // A service without a health address has nothing to protect there.
    if (service !== undefined && withoutHealth.includes(reply.response?.status ?? 0)) continue;
    probe.expectRefusal(reply, [401]);
  }
};

const tokenWrong: Check = async ({ client, evidence, probe }) => {
  for (const { endpoint, url, service } of readingCalls(client, evidence.now)) {
    const reply = await client.call(endpoint, url, { token: { value: 'conformance-wrong-token' } });
    if (service !== undefined && withoutHealth.includes(reply.response?.status ?? 0)) continue;
    probe.expectRefusal(reply, [401]);
  }
};

export const accessChecks = {
  health,
  'token-missing': tokenMissing,
  'token-wrong': tokenWrong,
} satisfies Checks;
