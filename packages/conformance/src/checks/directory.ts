import {
  platformBetsSchema,
  platformEndpoints,
  platformGamesSchema,
  platformOperatorsSchema,
  platformUrls,
  platformUsersSchema,
} from '@ludus/contract/operator-api';
import { type Check, type CheckContext, type Checks, sample } from '../check.ts';
import type { Reply } from '../client.ts';
import { type Probe, Skipped } from '../probe.ts';

function expectUnique(probe: Probe, keys: readonly string[], request: string): void {
  const seen = new Set<string>();
  const repeated = keys.filter((key) => seen.size === seen.add(key).size);
  for (const id of repeated) probe.fail('twice', { id, count: repeated.length }, request);
}

const operators: Check = async ({ client, probe }) => {
  const reply = await client.call(
    platformEndpoints.listOperators,
    platformUrls.operators(client.url('play')),
  );
  const body = probe.expectJson(reply, platformOperatorsSchema);
  if (body === null) return;
  if (body.operators.length === 0) probe.fail('empty', {}, reply.request);
  const codes = body.operators.map(({ code }) => code);
  expectUnique(probe, codes, reply.request);
};

const games: Check = async ({ client, evidence, probe }) => {
  const reply = await client.call(platformEndpoints.listGames, platformUrls.games(client.url('play')));
  const body = probe.expectJson(reply, platformGamesSchema);
  if (body === null) return;
  const slugs = body.games.map(({ slug }) => slug);
  expectUnique(probe, slugs, reply.request);
  for (const { slug, activeSince } of body.games) {
    if (Date.parse(activeSince) > evidence.now + 120_000)
      probe.fail('inFuture', { id: slug, at: activeSince }, reply.request);
  }
};

const staff: Check = async ({ client, probe }) => {
  const reply = await client.call(platformEndpoints.listUsers, platformUrls.users(client.url('play')));
  const body = probe.expectJson(reply, platformUsersSchema);
  const ids = body?.users.map(({ userId }) => userId) ?? [];
  expectUnique(probe, ids, reply.request);
};

/** Some games at some operators, as the platform itself names both. */
export async function somePlaces({
  evidence,
}: CheckContext): Promise<{ operatorCode: string; gameSlug: string }[]> {
  const [codes, slugs] = [await evidence.operators(), await evidence.games()];
  if (codes === null || slugs === null || codes.length === 0)
    throw new Skipped('dependsOn', { check: 'operators' });
  if (slugs.length === 0) throw new Skipped('dependsOn', { check: 'games' });
  return sample(codes, 2).flatMap(({ code }) =>
    sample(slugs, 4).map((gameSlug) => ({ operatorCode: code, gameSlug })),
  );
}

const bets: Check = async (context) => {
  const { client, probe } = context;
  for (const { operatorCode, gameSlug } of await somePlaces(context)) {
    const reply = await client.call(
      platformEndpoints.getBets,
      platformUrls.bets(client.url('gaming'), operatorCode, gameSlug),
    );
    // A game of the platform need not be at each of its operators.
    if (reply.response?.status === 404) probe.expectRefusal(reply, [404]);
    else expectBets(probe, reply);
  }
};

export function expectBets(probe: Probe, reply: Reply): readonly number[] | null {
  const body = probe.expectJson(reply, platformBetsSchema);
  if (body === null) return null;
  for (const [at, bet] of body.bets.entries()) {
    const before = body.bets[at - 1];
    if (before !== undefined && before >= bet)
      probe.fail('notAscending', { first: before, second: bet }, reply.request);
    if (bet % body.minFactor !== 0) probe.fail('notMultiple', { bet, factor: body.minFactor }, reply.request);
  }
  return body.bets;
}

const unknownBets: Check = async (context) => {
  const { client, probe } = context;
  const [place] = await somePlaces(context);
  const ask = (operatorCode: string, gameSlug: string) =>
    client.call(platformEndpoints.getBets, platformUrls.bets(client.url('gaming'), operatorCode, gameSlug));
  probe.expectRefusal(await ask('NO-OPERATOR', place?.gameSlug ?? ''), [404]);
  probe.expectRefusal(await ask(place?.operatorCode ?? '', 'no_such_game'), [404]);
};

export const directoryChecks = {
  operators,
  games,
  staff,
  bets,
  'bets-unknown': unknownBets,
} satisfies Checks;
