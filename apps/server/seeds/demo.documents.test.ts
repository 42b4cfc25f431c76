import { describe, expect, it } from 'vitest';
import { demoCertificates } from './demo.certificates.ts';
import { demoDocuments } from './demo.documents.ts';
import { pdfOf } from './demo.pdf.ts';

const games = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, name: `Game ${id}`, sub_name: null, rtp: 95.5 }));
const owners = [
  { id: 11, name: 'Alpina', games },
  { id: 12, name: 'Baltica', games: games.slice(2) },
];
const now = new Date('2026-05-01T10:00:00Z');

describe('the documents of the demo', () => {
  it('expire relative to today: some in months, two within 30 days, one has expired', () => {
    const documents = demoDocuments(owners, games, now);
    expect(documents.map((one) => [one.name, one.gameIds, one.integrationId, one.validUntil])).toEqual([
      ['Game 4 certificate', [4], null, '2026-04-22'],
      ['Random number generator certificate', [], 11, '2026-05-13'],
      ['Game 2 certificate', [2], null, '2026-05-25'],
      ['Operator guide summary', [], 11, null],
      ['Game 1 certificate', [1], null, '2026-11-27'],
      ['Game 1 RTP test report', [1], null, null],
      ['Responsible gaming', [], 12, '2027-01-01'],
      ['Game 3 certificate', [3], null, '2027-01-25'],
      ['Game 1 rules of play', [1], null, null],
      ['Hit frequency test report', [5, 6, 7], null, null],
      ['Game 5 certificate', [5], 11, '2027-03-29'],
      ['Game 3 certificate', [3], 12, '2027-04-25'],
    ]);
    const days = demoDocuments(owners, games, new Date('2026-06-01T10:00:00Z'));
    expect(days[0]?.validUntil).toBe('2026-05-23');
  });

  it('were added in the past, oldest first, under different file names', () => {
    const documents = demoDocuments(owners, games, now);
    const added = documents.map(({ addedAt }) => addedAt.getTime());
    expect(added).toEqual(added.toSorted((a, b) => a - b));
    expect(added.every((at) => at < now.getTime())).toBe(true);
    expect(new Set(documents.map(({ fileName }) => fileName)).size).toBe(documents.length);
  });

  it('leave out those of games and platforms that there are none of', () => {
    expect(demoDocuments(owners.slice(0, 1), games.slice(0, 1), now).map(({ name }) => name)).toEqual([
      'Random number generator certificate',
      'Operator guide summary',
      'Game 1 certificate',
      'Game 1 RTP test report',
      'Game 1 rules of play',
      'Game 5 certificate',
    ]);
    expect(demoDocuments([], [], now)).toEqual([]);
  });

  it('say what they certify, until when and in which jurisdiction', () => {
    const [first] = demoDocuments(owners, games, now);
    const text = Buffer.from(first?.content ?? []).toString('latin1');
    for (const words of ['OGL-2025-1203', 'Game 4', 'Orsa Gaming Laboratory', 'Italy', '2026-04-22'])
      expect(text).toContain(`(${words}) Tj`);
  });
});

describe('the certificates of many games', () => {
  const suite = Array.from({ length: 40 }, (_unused, index) => ({
    id: index + 1,
    name: `Game ${index + 1}`,
    sub_name: null,
    rtp: 95.5,
  }));

  it('leave some games without, and one of them was replaced before it ended', () => {
    const found = demoCertificates(owners, suite, now);
    const shown = [found?.former, found?.successor, ...(found?.others ?? [])].map((one) => [
      one?.jurisdiction,
      one?.gameIds.length,
      one?.validUntil,
    ]);
    expect(shown).toEqual([
      ['IT', 28, '2025-12-27'],
      ['IT', 28, '2026-12-22'],
      ['IT', 3, '2026-06-11'],
      ['MT', 26, '2027-02-25'],
      ['SE', 26, '2027-02-02'],
    ]);
    expect(found?.successor.validFrom).toBe('2025-12-19');
    expect(Buffer.from(found?.successor.content ?? []).toString('latin1')).toContain(
      '(Game 8, Game 9, Game 10 and 25 more) Tj',
    );
  });

  it('are none where there are too few games for them', () => {
    expect(demoCertificates(owners, games, now)).toBeNull();
  });
});

describe('a PDF of the demo', () => {
  const page = {
    title: 'Tide (II) – è',
    subtitle: '',
    facts: [],
    paragraphs: ['word '.repeat(60)],
    footer: '',
  };
  const file = pdfOf(page).toString('latin1');

  it('has every object at the offset that its table names', () => {
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    const [head, size, free, ...rows] = file.slice(table).split('\n');
    expect([head, size, free]).toEqual(['xref', '0 8', '0000000000 65535 f ']);
    const offsets = rows.slice(0, 7).map((row) => Number(row.slice(0, 10)));
    for (const [index, offset] of offsets.entries())
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    const [, length, stream] = /\/Length (\d+) >>\nstream\n(.*?)\nendstream/s.exec(file) ?? [];
    expect(stream).toHaveLength(Number(length));
  });

  it('escapes brackets, replaces what its fonts lack, and breaks lines', () => {
    expect(file).toContain('(Tide \\(II\\) ? è) Tj');
    const lines = [...file.matchAll(/\(((?:word ?)+)\) Tj/g)].map(([, words = '']) => words.length);
    expect(lines.length).toBeGreaterThan(3);
    expect(Math.max(...lines)).toBeLessThanOrEqual(84);
  });
});
