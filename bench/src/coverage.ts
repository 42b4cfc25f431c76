/**
 * `npm run bench -- --coverage`: how long the matrix of certificates takes with 3,000 games × 12 jurisdictions that four
 * integrations need, a page at a time, with its filters, and as a whole for a file.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { composeHub } from '../../apps/server/src/app.modules.ts';
import { type Hub, startHub } from '../../apps/server/src/app.ts';
import { romeDay } from '../../apps/server/src/infra/clock/index.ts';
import { loadSettings } from '../../apps/server/src/infra/config/settings.ts';
import { createLog } from '../../apps/server/src/infra/log/index.ts';
import { findCoverage } from '../../apps/server/src/modules/certificates/index.ts';
import { addIntegration } from '../../apps/server/test/catalogue.ts';
import { testIssuer, testKeys, tokenFor } from '../../apps/server/test/tokens.ts';
import { measure, shown } from './measure.ts';
import { writeResults } from './report.ts';
import { wire } from './wire.ts';

const games = 3_000;
const places = ['IT', 'MT', 'SE', 'DK', 'ES', 'PT', 'RO', 'NL', 'DE', 'GB', 'GR', 'BG'];
const runs = 21;

const questions: readonly [string, string][] = [
  ['a page of 50 games', ''],
  ['the page in the middle', '?page=30'],
  ['only gaps', '?gaps=true'],
  ['games by name', '?find=game%201'],
  ['one jurisdiction', '?jurisdiction=IT'],
  ['a page of 200 games', '?limit=200'],
];

export async function benchCoverage(parent: string, write: boolean): Promise<void> {
  const folder = await mkdtemp(join(parent, 'ludus-bench-'));
  const settings = {
    ...loadSettings({ ...process.env, NODE_ENV: 'production', HUB_DATA_DIR: folder }),
    sandbox: false,
    // One machine makes more calls here than any person.
    rateLimitPerson: 0,
    rateLimitAddress: 0,
    fetchIntervalMinutes: 0,
    port: 0,
    host: '127.0.0.1',
  };
  let hub: Hub | undefined;
  try {
    hub = await startHub({
      settings,
      log: createLog({ logLevel: 'error' }),
      role: 'all',
      compose: (platform, parts) => ({
        ...composeHub(platform, parts),
        identity: { issuer: testIssuer, keys: testKeys },
      }),
    });
    const { infra } = hub;
    await fill(hub);
    const token = await tokenFor('ludus_admin', { expiresIn: 3600 });
    const get = wire(1);
    const facts: string[] = [];
    for (const [name, query] of questions) {
      const url = `${hub.url}/api/certificates/coverage${query}`;
      const answer = JSON.parse(String(await get(url, token))) as { count: number };
      const { median, p95 } = await measure(runs, () => get(url, token));
      facts.push(
        `GET /certificates/coverage, ${name} (of ${answer.count}): median ${shown(median)} ms, 95th percentile ${shown(p95)} ms`,
      );
    }
    const today = romeDay(new Date());
    const { median, p95 } = await measure(runs, () =>
      findCoverage(infra.postgres.db, { kind: 'all' }, {}, { today }),
    );
    facts.push(`the whole matrix for a file: median ${shown(median)} ms, 95th percentile ${shown(p95)} ms`);
    const text = [
      '### Certificates',
      '',
      `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}; ${games} games × ${places.length} jurisdictions, needed by four integrations; ${runs} runs each.`,
      '',
      ...facts.map((fact) => `- ${fact}`),
    ].join('\n');
    process.stdout.write(`${text}\n`);
    if (write) await writeResults('coverage', text);
  } finally {
    await hub?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A certificate for each game and jurisdiction, but for a tenth; of the others every seventh ends soon, every eleventh has ended. */
async function fill({ infra }: Hub): Promise<void> {
  const { db } = infra.postgres;
  const names = ['North', 'South', 'West', 'East'];
  const ids = await Promise.all(names.map(async (name) => (await addIntegration(db, name)).id));
  for (const id of ids)
    await db
      .insertInto('integration_jurisdictions')
      .values({ integration_id: id, jurisdictions: places })
      .execute();
  await sql`
    INSERT INTO games (name, slug, rtp, max_bet_cents, min_bet_cents, is_catalog, created_at, updated_at)
    SELECT 'game ' || n, 'game_' || n, 95.12, 10000, 10, true, now(), now() FROM generate_series(1, ${games}::integer) n`.execute(
    db,
  );
  await sql`
    INSERT INTO integration_games (integration_id, game_id) SELECT i, g.id FROM unnest(${ids}::integer[]) i, games g`.execute(
    db,
  );
  await sql`
    WITH wanted AS (
      SELECT g.id AS game_id, place, row_number() OVER (ORDER BY g.id, place)::integer AS n
      FROM games g, unnest(${places}::text[]) place
    ), added AS (
      INSERT INTO certificates (id, name, file_name, file_key, content_type, bytes, is_general, updated_at, document_type, jurisdiction,
        valid_until)
      SELECT n, 'Certificate ' || n, 'c.pdf', 'c' || n, 'application/pdf', 1, false, now(), 'certificate', place,
        current_date + CASE WHEN n % 11 = 0 THEN -30 WHEN n % 7 = 0 THEN 20 ELSE 400 END
      FROM wanted WHERE n % 10 <> 0 RETURNING id
    )
    INSERT INTO certificate_games (certificate_id, game_id)
    SELECT added.id, wanted.game_id FROM added JOIN wanted ON wanted.n = added.id`.execute(db);
  await sql`ANALYZE`.execute(db);
}
