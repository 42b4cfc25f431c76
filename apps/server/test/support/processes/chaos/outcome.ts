import { setTimeout as wait } from 'node:timers/promises';
import { encodeStatisticsRequest } from '@ludus/contract';
import { type Call, fetchPath, type Load, type LoadedPlatform, playedDays, type Reply } from './load.ts';

const givesUpAfterMs = 600_000;

/** Waits until everything that was begun has ended, and returns what is wrong then. */
export async function findProblems(call: Call, load: Load): Promise<string[]> {
  const problems: string[] = [];
  const last = await Promise.all(
    load.platforms.map(({ integrationId }) => persist(call, fetchPath(integrationId, false))),
  );
  const ids = [...load.jobIds, ...last.map(({ body }) => body.jobId as string)];
  for (const id of ids) {
    const state = await endOf(call, id);
    if (state !== 'completed') problems.push(`The job ${id} is ${state}.`);
  }
  for (const loaded of load.platforms) problems.push(...(await compareWithPlatform(call, loaded)));
  return problems;
}

async function compareWithPlatform(
  call: Call,
  { platform, integrationId, names }: LoadedPlatform,
): Promise<string[]> {
  const problems: string[] = [];
  const [from, to] = playedDays();
  const request = { from, to, integrations: [integrationId], datasetTotals: true, key: 'day' };
  const { body } = await persist(
    call,
    `/bookkeeping/stats?a=${encodeURIComponent(encodeStatisticsRequest(request))}`,
  );
  const { bet, win, netwin, due, rounds, sessionsTotal } = body.grandTotals;
  const cents = (euros: number) => Math.round(euros * 100);
  const found = [sessionsTotal, cents(bet), cents(win), cents(netwin), cents(due), rounds].join(' ');
  const all = [...platform.sessions.values()];
  const sum = (name: 'bet' | 'win' | 'netWin' | 'due' | 'rounds') =>
    all.reduce((total, session) => total + session[name], 0);
  const truth = [all.length, sum('bet'), sum('win'), sum('netWin'), sum('due'), sum('rounds')].join(' ');
  console.log(`  ${names[0]?.name}: ${found}`);
  if (found !== truth) problems.push(`${names[0]?.name} has ${found} instead of ${truth}.`);

  const { body: integration } = await persist(call, `/integrations/${integrationId}`);
  const lastAcknowledged = names.findLastIndex(({ isAcknowledged }) => isAcknowledged);
  if (!names.slice(lastAcknowledged).some(({ name }) => name === integration.name)) {
    problems.push(`${integration.name} is not the last name that was acknowledged.`);
  }
  problems.push(...(await findLostEntries(call, names, integration.name)));
  return problems;
}

/** An edit and its entry in the log are stored together. An entry has the name that the integration had before. */
async function findLostEntries(
  call: Call,
  names: LoadedPlatform['names'],
  current: string,
): Promise<string[]> {
  const replaced = new Set([current]);
  for (let page = 1; ; page += 1) {
    const { body } = await persist(call, `/logs?limit=200&page=${page}&typeId=3`);
    for (const { description } of body.rows)
      for (const [name] of description.matchAll(/\w+ \d+/g)) replaced.add(name);
    if (body.rows.length < 200) break;
  }
  return names
    .slice(1)
    .filter(({ name, isAcknowledged }) => isAcknowledged && !replaced.has(name))
    .map(({ name }) => `The edit to ${name} was acknowledged and is not in the log.`);
}

async function endOf(call: Call, id: string): Promise<string> {
  const giveUpAt = Date.now() + givesUpAfterMs;
  for (;;) {
    const { body } = await persist(call, `/jobs/${id}`);
    if (['completed', 'failed', 'cancelled'].includes(body.state) || Date.now() > giveUpAt) return body.state;
    await wait(500);
  }
}

/** No process is killed any more: a call that gets no response is made again. */
async function persist(call: Call, path: string): Promise<Reply> {
  const giveUpAt = Date.now() + givesUpAfterMs;
  for (;;) {
    const reply = await call(path);
    if (reply?.status === 200) return reply;
    if (Date.now() > giveUpAt) throw new Error(`${path}: ${JSON.stringify(reply)}`);
    await wait(500);
  }
}
