import {
  type AnyEndpoint,
  emailAddress,
  encodeStatisticsRequest,
  endpoints,
  instantOrDay,
  reportRequest,
  statisticsRequest,
} from '@ludus/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeHub } from '../src/app.modules.ts';
import { isMailAddress } from '../src/infra/mail/index.ts';
import { addGame, addIntegration, linkGame } from './catalogue.ts';
import { startTestHub, type TestHub, testIdentity } from './hub.ts';
import { tokenFor } from './tokens.ts';
import { sampleOf } from './worst-bodies.ts';

/** What callers send to find out what breaks; `raw` goes into an address as it stands. */
const values: { name: string; value: unknown; raw: string }[] = [
  { name: 'a NUL character', value: 'a\0b', raw: 'a%00b' },
  { name: 'a lone surrogate', value: 'a\ud800b', raw: 'a%ED%A0%80b' },
  { name: 'a far day', value: '9999-12-31', raw: '9999-12-31' },
  { name: 'a far instant', value: '9999-12-31T23:59:59.999Z', raw: '9999-12-31T23%3A59%3A59.999Z' },
  { name: 'the year 0', value: '0000-01-01', raw: '0000-01-01' },
  { name: 'a huge number', value: 1e300, raw: `1${'0'.repeat(300)}` },
  { name: 'a number beyond 32 bits', value: 4_294_967_296, raw: '4294967296' },
  { name: 'a negative number', value: -1, raw: '-1' },
  { name: 'an empty text', value: '', raw: '' },
  { name: 'an empty list', value: [], raw: '%5B%5D' },
  { name: 'an empty object', value: {}, raw: '%7B%7D' },
  { name: 'null', value: null, raw: 'null' },
  { name: 'an address without a domain', value: '0@0.0', raw: '0%400.0' },
];

/** Fields whose usual value does not follow from the schema. */
const usual: Record<string, unknown> = {
  to: '2026-03-30',
  dateEnd: '2026-03-30',
  betRange: '1,2',
  winRange: '1,2',
  grossWinRange: '1,2',
  request: { from: '2026-03-29', to: '2026-03-30', stats: ['bet'], key: 'YYYY-MM-DD' },
  stats: ['bet'],
  key: 'YYYY-MM-DD',
  date: '2090-03-29',
  integrationName: 'Alpina',
  email: 'someone@example.com',
  emails: ['someone@example.com'],
  tempPass: 'four words of nonsense',
  integrationId: 1,
  ...Object.fromEntries(
    ['gaming', 'data', 'play', 'launch'].map((name) => [`${name}ServiceURL`, 'https://alpina.invalid']),
  ),
};
/** Calls whose field of such a name means something else. */
const to = ['someone@example.com'];
const usualOf: Record<string, Record<string, unknown>> = {
  listSessions: { order: { bet: 'desc' } },
  mailSessions: { order: { bet: 'desc' } },
  exportDetailedReport: { request: { from: '2026-03-29', to: '2026-03-30', stats: ['bet'] } },
  mailDailyReport: { to },
  mailMonthlyReport: { to },
  mailItalyGamesReport: { to },
  mailCustomReport: { to },
  sendUserGuide: { to },
};

let hub: TestHub;

beforeAll(async () => {
  hub = await startTestHub({
    compose: (infra, parts) => ({ ...composeHub(infra, parts), identity: testIdentity }),
  });
  const { db } = hub.infra.postgres;
  const integration = await addIntegration(db, 'Alpina');
  for (const name of ['first', 'second'])
    await linkGame(db, integration.id, await addGame(db, name), 'active');
});

afterAll(() => hub?.close());

type Fields = Record<string, unknown>;
type Path = readonly string[];

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** All fields of a sample, with the usual values where they are known. */
function withUsual(endpoint: AnyEndpoint, sample: unknown): unknown {
  if (!isFields(sample)) return sample;
  if (Array.isArray(sample)) return sample.map((item) => withUsual(endpoint, item));
  const known = { ...usual, ...usualOf[endpoint.id] };
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, known[name] ?? withUsual(endpoint, value)]),
  );
}

/** Every place of a value, the whole of it and lists included. */
function placesOf(value: unknown, path: Path = []): Path[] {
  if (!isFields(value)) return [path];
  return [path, ...Object.keys(value).flatMap((key) => placesOf(value[key], [...path, key]))];
}

/** `least` with `value` at `path`; what lies between is taken from `all`. */
function placed(least: unknown, all: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const base = isFields(least) ? least : isFields(all) ? all : {};
  const inner = placed(base[key], isFields(all) ? all[key] : undefined, rest, value);
  if (Array.isArray(base)) return base.map((item, index) => (String(index) === key ? inner : item));
  return { ...base, [key]: inner };
}

function queryText(query: unknown, replaced?: { path: Path; raw: string }): string {
  const pairs: string[] = [];
  const add = (value: unknown, path: Path) => {
    const [first = '', ...rest] = path.filter((part) => !/^\d+$/.test(part));
    const name = encodeURIComponent(first + rest.map((part) => `[${part}]`).join(''));
    if (replaced?.path.join() === path.join()) pairs.push(`${name}=${replaced.raw}`);
    else if (isFields(value)) for (const key of Object.keys(value)) add(value[key], [...path, key]);
    else pairs.push(`${name}=${encodeURIComponent(String(value))}`);
  };
  if (isFields(query)) for (const key of Object.keys(query)) add(query[key], [key]);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

interface Case {
  what: string;
  path: string;
  body: unknown;
}

/**
 * What one run makes of all cases: every third, so that each place of a call meets several kinds of values and each value
 * stands in several places. `npm run test:fuzz` makes all of them.
 */
function chosen(cases: Case[]): Case[] {
  if (process.env.HOSTILE_VALUES === 'all') return cases;
  const usualCases = 2;
  return cases.filter((_, index) => index < usualCases || index % 3 === 0);
}

/** Each value in each place of a call, all other places filled with what usually fits. */
function casesOf(endpoint: AnyEndpoint): Case[] {
  const samples = (part: 'params' | 'query' | 'body') => ({
    all: withUsual(endpoint, sampleOf(endpoint[part])),
    least: withUsual(endpoint, sampleOf(endpoint[part], 'required')),
  });
  const [params, query, body] = [samples('params'), samples('query'), samples('body')];
  const pathWith = (name?: string, raw = '') =>
    endpoint.path.replaceAll(/:(\w+)/g, (_, key) => {
      const value = isFields(params.all) ? params.all[key] : '1';
      return key === name ? raw : encodeURIComponent(String(value));
    });
  const usualPath = pathWith() + queryText(query.least);
  const cases: Case[] = [
    { what: 'usual values', path: usualPath, body: body.least },
    { what: 'all fields', path: pathWith() + queryText(query.all), body: body.all },
  ];
  for (const { name, value, raw } of values) {
    for (const key of Object.keys(params.all ?? {})) {
      cases.push({
        what: `${name} in the path`,
        path: pathWith(key, raw) + queryText(query.least),
        body: body.least,
      });
    }
    for (const place of placesOf(query.all).filter((path) => path.length > 0)) {
      const shown = placed(query.least, query.all, place, value);
      const path = pathWith() + queryText(shown, { path: place, raw });
      cases.push({ what: `${name} as ${place.join('.')} of the query`, path, body: body.least });
    }
    if (endpoint.method === 'GET') continue;
    for (const place of placesOf(body.all)) {
      const changed = placed(body.least, body.all, place, value);
      cases.push({ what: `${name} as ${place.join('.')}`, path: usualPath, body: changed });
    }
    if (typeof value === 'string' && isFields(body.least)) {
      cases.push({ what: `${name} as a name`, path: usualPath, body: { ...body.least, [value]: 1 } });
    }
  }
  return [...cases, ...encodedCases(endpoint)];
}

/** The requests that travel as base64 in the query. */
function encodedCases(endpoint: AnyEndpoint): Case[] {
  const schema = { getStatistics: statisticsRequest, getDetailedReport: reportRequest }[endpoint.id];
  if (schema === undefined) return [];
  const [all, least] = [sampleOf(schema), sampleOf(schema, 'required')].map((sample) =>
    withUsual(endpoint, sample),
  );
  return placesOf(all).flatMap((place) =>
    values.map(({ name, value }) => ({
      what: `${name} as ${place.join('.')} of the request`,
      path: `${endpoint.path}?a=${encodeURIComponent(encodeStatisticsRequest(placed(least, all, place, value) as object))}`,
      body: undefined,
    })),
  );
}

const called = endpoints.filter(({ upload }) => upload === undefined);
/** Of another service that does not exist in this test. */
const mayFail = [502, 503];
const people = 60;

describe('a value that fits nowhere', () => {
  it.each(called.map((endpoint) => [`${endpoint.method} /api${endpoint.path}`, endpoint] as const))(
    'never makes %s fail on the server',
    async (_, endpoint) => {
      const failed: string[] = [];
      let person = 0;
      for (const { what, path, body } of chosen(casesOf(endpoint))) {
        // Enough people that no limit per person hides a failure, few enough that a ticket, which notifies all of them, is quick.
        const token = await tokenFor('ludus_admin', { userId: `person-${person++ % people}` });
        const { status } = await hub.call(endpoint.method, path, {
          token,
          ...(body === undefined ? {} : { body }),
        });
        if (status === 429 || (status >= 500 && !mayFail.includes(status)))
          failed.push(`${what}: ${status} ${path} ${JSON.stringify(body)}`);
      }
      expect(failed).toEqual([]);
    },
  );

  it.each(['0@0.0', 'a@b', 'a b@c.de', 'a@b@c.de', '@b.de', 'a@.de', 'ü@exämple', ''])(
    'is the address "%s", of forms and of the queue of mails',
    (address) => {
      expect([emailAddress.safeParse(address).success, isMailAddress(address)]).toEqual([false, false]);
    },
  );

  it.each([
    ['1999-12-31', false],
    ['2000-01-01', true],
    ['2100-12-31', true],
    ['2101-01-01', false],
    ['9999-12-31T23:59:59Z', false],
    ['2026-03-29T00:00:00+01:00', true],
  ])('is a date such as %s: taken %s', (date, isTaken) => {
    expect(instantOrDay.safeParse(date).success).toBe(isTaken);
  });
});
