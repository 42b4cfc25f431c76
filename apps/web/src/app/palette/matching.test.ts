import { describe, expect, it } from 'vitest';
import { bestOf, markMatches, recogniseId, scoreOf, soughtText } from './matching.ts';

describe('ids', () => {
  it.each([
    ['0190a7de-72ab-7b1e-9d03-5c1e00000001', 'hubSession'],
    ['BAL-1ANU00EX91G', 'session'],
    ['alp-1al702d8f02', 'session'],
    ['M3F0A17C4B93D201', 'externalSession'],
    ['n2f0a17c4b93d201', 'externalTicket'],
    ['bal_aelqc', 'user'],
    ['vg_2204817', 'user'],
    ['22048170', 'user'],
    ['#12', 'ticket'],
    ['12', 'ticket'],
    ['rosa@ludus.example', 'email'],
    ['wolves of skadi', null],
    ['Alpina', null],
    ['gross-win', null],
    ['sugar-cascade', null],
    ['', null],
  ])('%s is recognised as %s', (text, kind) => {
    expect(recogniseId(text)).toBe(kind);
  });
});

describe('a ticket', () => {
  it.each([
    ['ticket 6', '#6'],
    ['Ticket #6', '#6'],
    ['ticket n. 6', '#6'],
    [' ticket ', 'ticket'],
    ['ticket of 6 games', 'ticket of 6 games'],
  ])('%s looks for %s', (typed, sought) => {
    expect(soughtText(typed)).toBe(sought);
  });
});

describe('names', () => {
  it('fit better the earlier the text stands in them', () => {
    expect(scoreOf('Sessions', 'sessions')).toBe(5);
    expect(scoreOf('sess', 'Sessions list')).toBe(4);
    expect(scoreOf('list', 'Sessions list')).toBe(3);
    expect(scoreOf('li se', 'Sessions list')).toBe(3);
    expect(scoreOf('ist', 'Sessions list')).toBe(2);
    expect(scoreOf('sugar', 'Cascade', 'sugar_cascade')).toBe(1);
    expect(scoreOf('sugar list', 'Sessions list')).toBe(0);
    expect(scoreOf(' ', 'Sessions list')).toBe(0);
  });

  it('are found without their accents', () => {
    expect(scoreOf('citta', 'Città')).toBe(5);
    expect(scoreOf('CITTÀ', 'citta')).toBe(5);
  });

  it('come the best first, else in their order, and no more than asked for', () => {
    const items = ['Tome of Thebes', 'Thebes', 'Old Thebes', 'Rome'].map((label) => ({ label }));
    expect(bestOf('theb', items, 2)).toEqual({ items: [items[1], items[0]], score: 4 });
    expect(bestOf('none', items, 2)).toEqual({ items: [], score: 0 });
  });
});

describe('what was typed', () => {
  const marked = (typed: string, label: string) =>
    markMatches(typed, label).map(({ text, isMatch }) => (isMatch ? `[${text}]` : text));

  it('is marked in a label, word by word, whatever its case and accents', () => {
    expect(marked('ski WOL', 'Wolves of Skadi')).toEqual(['[Wol]', 'ves of Skadi']);
    expect(marked('skadi wolves', 'Wolves of Skadi')).toEqual(['[Wolves]', ' of ', '[Skadi]']);
    expect(marked('cafe', 'Un Café')).toEqual(['Un ', '[Café]']);
    expect(marked('', 'Wolves')).toEqual(['Wolves']);
    expect(marked('zzz', 'Wolves')).toEqual(['Wolves']);
  });
});
