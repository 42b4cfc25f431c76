/** A hub with two months of even play at two integrations, of which a test takes some away. */
import type { Incident, IncidentDetail } from '@ludus/contract';
import type { HubComposition } from '../../../src/app.modules.ts';
import { composeHub } from '../../../src/app.modules.ts';
import type { ActorIntegration } from '../../../src/infra/access/index.ts';
import { type FixedClock, fixedClock } from '../../../src/infra/clock/index.ts';
import type { Settings } from '../../../src/infra/config/settings.ts';
import type { AlertsModule } from '../../../src/modules/alerts/index.ts';
import type { IngestRow } from '../../../src/modules/session-store/index.ts';
import { addGame, addIntegration, addOperator } from '../../catalogue.ts';
import { startTestHub, type TestHub, type TestReply, testIdentity } from '../../hub.ts';
import { tokenFor } from '../../tokens.ts';

const hourMs = 3_600_000;

/** A quarter of an hour after 14:00 in Rome, a Friday. */
export const start = '2026-11-20T13:25:00.000Z';
const startHour = Date.parse('2026-11-20T13:00:00.000Z');
const weeks = 9;
/** Sessions of one operator in an hour: each integration has two operators. */
const perHour = 4;

export interface AlertsHub {
  hub: TestHub;
  clock: FixedClock;
  alpina: ActorIntegration;
  baltica: ActorIntegration;
  operators: Record<'first' | 'second', number>;
  gameId: number;
  tokens: Record<'admin' | 'manager' | 'alpina', string>;
  sessionStore: HubComposition['services']['sessionStore'];
  /** Lets an hour pass in which these play, with both platforms read, and evaluates the rules. */
  hour(
    playing: Partial<Record<'alpina' | 'baltica', boolean>>,
    options?: { notRead?: 'alpina' },
  ): Promise<void>;
  evaluate(): Promise<void>;
  incidents(query?: string): Promise<Incident[]>;
  incident(id: number): Promise<IncidentDetail>;
  post(path: string, body?: object, who?: keyof AlertsHub['tokens']): Promise<TestReply>;
  close(): Promise<void>;
}

export async function startAlertsHub(settings: Partial<Settings> = {}): Promise<AlertsHub> {
  const clock = fixedClock(start);
  let composition: HubComposition | undefined;
  const hub = await startTestHub({
    clock,
    settings: { fetchIntervalMinutes: 10, ...settings },
    compose(infra, parts) {
      composition = composeHub(infra, parts);
      return { ...composition, identity: testIdentity };
    },
  });
  const { db } = hub.infra.postgres;
  const { sessionStore } = composition?.services ?? {};
  const module = composition?.modules.find(({ name }) => name === 'alerts') as AlertsModule;
  if (sessionStore === undefined) throw new Error('The hub has no session store.');
  const [alpina, baltica] = [await addIntegration(db, 'Alpina'), await addIntegration(db, 'Baltica')];
  const gameId = await addGame(db, 'even_game', { rtp: null } as object);
  const operatorIds = {
    alpina: [await addOperator(db, alpina.id, 'A1'), await addOperator(db, alpina.id, 'A2')],
    baltica: [await addOperator(db, baltica.id, 'B1'), await addOperator(db, baltica.id, 'B2')],
  };
  const at = { alpina, baltica };

  function rowsOf(name: keyof typeof at, hour: number): IngestRow[] {
    return operatorIds[name].flatMap(({ id: operatorId }) =>
      Array.from({ length: perHour }, (_, index) => ({
        sessionId: `${name}-${hour}-${operatorId}-${index}`,
        externalSessionId: null,
        externalTicketId: null,
        userId: `player-${index}`,
        operatorId,
        gameId,
        sessionType: 1 as const,
        isOpen: false,
        isMobile: false,
        bet: 1_000,
        win: 950,
        netWin: 40,
        due: 5,
        rounds: 10,
        createdAtMs: hour + index * 60_000,
        updatedAtMs: hour + index * 60_000 + 30_000,
      })),
    );
  }
  const read = (name: keyof typeof at, to: Date) =>
    sessionStore.coverage.save(at[name].id, { fromMs: 0, toMs: to.getTime(), readAt: to, lateReadAt: to });

  for (const name of ['alpina', 'baltica'] as const) {
    const rows: IngestRow[] = [];
    for (let hour = startHour - weeks * 7 * 24 * hourMs; hour < startHour; hour += hourMs)
      rows.push(...rowsOf(name, hour));
    for (let from = 0; from < rows.length; from += 5_000)
      await sessionStore.ingest(at[name].id, rows.slice(from, from + 5_000));
    await read(name, clock.now());
  }
  await sessionStore.refreshDirty();
  const tokens = {} as AlertsHub['tokens'];
  // They live for minutes, and tests let hours pass.
  const renewTokens = async () => {
    const options = { now: clock.now() };
    tokens.admin = await tokenFor('ludus_admin', { ...options, userId: 'ada', username: 'ada' });
    tokens.manager = await tokenFor('ludus_manager', options);
    tokens.alpina = await tokenFor('integration_admin', { ...options, integration: 'Alpina' });
  };
  await renewTokens();
  // Whoever has signed in is known.
  await hub.get('/me', tokens.admin);
  const evaluate = async () => {
    const { jobs } = hub.infra;
    const { state, error } = await jobs.waitForCompletion(await jobs.enqueue(module.evaluateJob, {}));
    if (state !== 'completed') throw new Error(`The rules were not evaluated: ${error}`);
  };
  return {
    hub,
    clock,
    alpina,
    baltica,
    operators: {
      first: operatorIds.alpina[0]?.id ?? 0,
      second: operatorIds.alpina[1]?.id ?? 0,
    },
    gameId,
    tokens,
    sessionStore,
    evaluate,
    async hour(playing, { notRead } = {}) {
      const hour = Math.floor(clock.now().getTime() / hourMs) * hourMs;
      clock.advance(hourMs);
      await renewTokens();
      for (const name of ['alpina', 'baltica'] as const) {
        if (playing[name] !== false) await sessionStore.ingest(at[name].id, rowsOf(name, hour));
        if (notRead !== name) await read(name, clock.now());
      }
      await evaluate();
    },
    async incidents(query = '') {
      const { status, body } = await hub.get(`/alerts/incidents${query}`, tokens.manager);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body.rows;
    },
    async incident(id) {
      const { status, body } = await hub.get(`/alerts/incidents/${id}`, tokens.manager);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    },
    post: (path, body, who = 'admin') =>
      hub.call('POST', path, { token: tokens[who], ...(body === undefined ? {} : { body }) }),
    close: () => hub.close(),
  };
}
