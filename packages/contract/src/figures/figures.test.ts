import { describe, expect, it } from 'vitest';
import { metricIds, metrics } from '../metrics.ts';
import { scopesOf } from '../roles.ts';
import { dictionary, figureParts } from './dictionary.ts';
import { figureList, figureListQuery, figureRequest, mayExplain } from './filter.ts';
import { figures as en } from './i18n.en.ts';
import { figures as italian } from './i18n.it.ts';

/** docs/figures.md, of what stands in the contract. */
function page(): string {
  const lines = [
    '# Figures',
    '',
    'The metric dictionary: how each figure of the hub is computed, and what it includes and leaves out. The page “Figures” of the hub shows the',
    'same in both languages, and every figure leads to it. Written from `packages/contract/src/figures`; `npx vitest run figures -u` renews it.',
    '',
    'A period is made of days of Europe/Rome, its last one included, and a session belongs to the day on which it was created.',
    '',
  ];
  for (const id of metricIds) {
    const { title, unit, scope } = metrics[id];
    const { source, rounding, terms, includes, leavesOut, since } = dictionary[id];
    const sign = terms?.sign === 'minus' ? '−' : '/';
    lines.push(
      `## ${title}`,
      '',
      en.formula[id],
      ...(terms
        ? ['', `\`${metrics[terms.left].title} ${sign} ${metrics[terms.right].title} = ${title}\``]
        : []),
      '',
      `- Name in the API: \`${id}\``,
      `- Unit: ${en.unit[unit]}`,
      `- Source: ${en.source[source]}`,
      `- Rounding: ${en.rounding[rounding]}`,
      `- Who sees it: ${scope === null ? 'everyone who may see figures' : `roles with the scope \`${scope}\``}`,
      `- Since: ${en.since.replace('{{version}}', since)}`,
      '',
      'Includes:',
      '',
      ...includes.map((part) => `- ${en.part[part]}`),
      '',
      'Leaves out:',
      '',
      ...leavesOut.map((part) => `- ${en.part[part]}`),
      '',
    );
  }
  return lines.join('\n');
}

/** Every text of a table with the keys that lead to it. */
function textsOf(table: object, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}${key}`, text]] : textsOf(text as object, `${path}${key}.`),
  );
}

const filter = { from: '2026-11-01', to: '2026-11-20', sessionTypeId: 1 } as const;

describe('the metric dictionary', () => {
  it('is what docs/figures.md says', async () => {
    await expect(page()).toMatchFileSnapshot('../../../../docs/figures.md');
  });

  it('has words for every metric and part in both languages, and none left over', () => {
    expect(Object.keys(en.part).toSorted()).toEqual([...figureParts].toSorted());
    expect(Object.keys(en.formula)).toEqual(metricIds);
    const [own, others] = [textsOf(en), textsOf(italian)];
    expect(others.map(([key]) => key).toSorted()).toEqual(own.map(([key]) => key).toSorted());
    const inEnglish = new Map(own);
    const same = others.filter(([key, text]) => text === inEnglish.get(key)).map(([key]) => key);
    expect(same).toEqual([]);
  });

  it('puts values in only where two metrics make a third, of which whoever sees it sees both', () => {
    for (const id of metricIds) {
      const { terms, source, leavesOut, includes } = dictionary[id];
      expect(source === 'derived', id).toBe(terms !== null);
      if (terms) expect([metrics[terms.left].scope, metrics[terms.right].scope], id).toEqual([null, null]);
      expect(
        leavesOut.filter((part) => includes.includes(part)),
        id,
      ).toEqual([]);
    }
  });
});

describe('the sessions behind a figure', () => {
  it('are asked for as the screens ask, without series', () => {
    expect(figureRequest({ ...filter, integrations: [], games: [7] })).toEqual({
      ...filter,
      games: [7],
      datasetTotals: false,
      key: 'month',
    });
    expect(figureRequest({ ...filter, isOpen: false })).toMatchObject({ isOpen: false });
  });

  it('are listed with those without rounds, and only the open or closed ones where the metric counts no others', () => {
    expect(figureList(filter, 'bet')).toEqual(filter);
    expect(figureList(filter, 'sessionsOpen')).toEqual({ ...filter, isOpen: true });
    expect(figureList(filter, 'sessionsClosed')).toEqual({ ...filter, isOpen: false });
    expect(figureList({ ...filter, isOpen: false }, 'sessionsOpen')).toBeNull();
    expect(figureListQuery({ ...filter, operators: [3, 4] })).toEqual({
      ...filter,
      filter: { operatorId: [3, 4] },
    });
    expect(figureListQuery(filter)).not.toHaveProperty('nonZeroRounds');
  });

  it('of an hour are asked for and listed by its ends, also where a day has it twice', () => {
    const day = { ...filter, from: '2026-10-25', to: '2026-10-25' };
    const first = { from: '2026-10-25T00:00:00.000Z', to: '2026-10-25T01:00:00.000Z' };
    expect(figureRequest({ ...day, hour: '2026-10-25T00:00:00Z' })).toMatchObject(first);
    expect(figureListQuery({ ...day, hour: '2026-10-25T00:00:00Z' })).toMatchObject(first);
    expect(figureListQuery({ ...day, hour: '2026-10-25T01:00:00Z' })).toMatchObject({
      from: first.to,
      to: '2026-10-25T02:00:00.000Z',
    });
  });

  it('are explained to those alone who may see the metric', () => {
    const may = (role: Parameters<typeof scopesOf>[0][number], metric: 'bet' | 'due') =>
      mayExplain(metric, scopesOf([role]));
    expect(may('ludus_admin', 'due')).toBe(true);
    expect(may('ludus_manager', 'due')).toBe(false);
    expect(may('integration_manager', 'bet')).toBe(true);
    expect(may('integration_guest', 'bet')).toBe(false);
  });
});
