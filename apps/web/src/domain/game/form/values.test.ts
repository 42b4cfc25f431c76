import { gameUpdate } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { aGame } from '../../../test/games.ts';
import {
  factProblems,
  type GameValues,
  nameProblems,
  newGame,
  toUpdate,
  valuesOf,
  withChange,
} from './values.ts';

const named: GameValues = { ...newGame, name: 'Wolves of Skadi', slug: 'wolves_of_skadi' };
const facts = (change: Partial<GameValues>) => factProblems({ ...named, ...change });

describe('what a game form sends', () => {
  it('[CONST-02][OPEN-30] starts with the documented defaults, which the server accepts', () => {
    const sent = toUpdate(named);
    expect(sent).toMatchObject({
      format: 'HTML5',
      type: 'SLOT MACHINE',
      pay_method: 'Paylines',
      supportedPlatforms: { mobile: false, desktop: false },
      release_date: null,
      volatility: 0,
    });
    expect(gameUpdate.safeParse(sent).success).toBe(true);
  });

  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['96', 96],
    ['96,456', 96.46],
    ['96.46', 96.46],
    ['0,1', 0.1],
  ])('[FORM-15][OPEN-31] sends rtp, max win, max bet and min bet typed as "%s" as %s', (typed, sent) => {
    const fields = { rtp: typed, max_multiplier_win: typed, max_bet: typed, min_bet: typed };
    expect(toUpdate({ ...named, ...fields })).toMatchObject({
      rtp: sent,
      max_multiplier_win: sent,
      max_bet: sent,
      min_bet: sent,
    });
  });

  it('[FORM-15] reads thousands as Italians write them', () => {
    expect(toUpdate({ ...named, max_multiplier_win: '12.500', max_bet: '1.234,567' })).toMatchObject({
      max_multiplier_win: 12_500,
      max_bet: 1234.57,
    });
  });

  it.each([
    ['22.125', 22.13],
    ['22,125', 22.13],
    ['96.190', 96.19],
  ])('[FORM-05][FORM-15] reads the percentage %s with either decimal separator', (typed, sent) => {
    expect(toUpdate({ ...named, hit_frequency: typed, rtp: typed })).toMatchObject({
      hit_frequency: sent,
      rtp: sent,
    });
    expect(factProblems({ ...named, rtp: typed })).toEqual({});
  });

  it('[FORM-07] sends 0 for empty lines, reels and rows', () => {
    expect(toUpdate(named)).toMatchObject({ lines: 0, reels: 0, gameRows: 0 });
    expect(toUpdate({ ...named, lines: '20', reels: '5', gameRows: '3' })).toMatchObject({
      lines: 20,
      reels: 5,
      gameRows: 3,
    });
  });

  it.each(['Scatter', 'Tumble'] as const)(
    '[FORM-08] resets the lines for %s and keeps them for Ways',
    (method) => {
      const before: GameValues = { ...named, lines: '20' };
      const after = withChange(before, { pay_method: method });
      expect(after.lines).toBe('0');
      expect(toUpdate(after).lines).toBe(0);
      expect(toUpdate({ ...before, pay_method: method }).lines).toBe(0);
      expect(withChange(before, { pay_method: 'Ways' }).lines).toBe('20');
    },
  );

  it('[FORM-16][EDIT-08] sends custom fields by their names', () => {
    const properties = [{ key: '1', name: ' Bonus trigger ', value: '4 runes' }];
    expect(toUpdate({ ...named, properties }).propertiesData).toEqual({ 'Bonus trigger': '4 runes' });
  });

  it('[EDIT-03] of an unchanged game is what was loaded', () => {
    const game = aGame();
    const sent = toUpdate(valuesOf(game));
    for (const [field, value] of Object.entries(sent)) expect(value, field).toEqual(game[field as never]);
  });
});

describe('what a game form refuses', () => {
  it('[OPEN-33] a missing name or slug and a slug with other signs', () => {
    expect(nameProblems(newGame)).toEqual({ name: 'nameRequired', slug: 'slugRequired' });
    expect(nameProblems({ ...named, slug: 'big bass!' })).toEqual({ slug: 'slugLetters' });
    expect(nameProblems({ ...named, slug: 'Big-bass_2' })).toEqual({});
    expect(factProblems(newGame)).toEqual({});
  });

  it.each([
    ['RTP monitor', { rtp_std_dev: '0' }, { rtp_std_dev: 'positive' }],
    ['RTP monitor', { rtp_std_dev: '-1' }, { rtp_std_dev: 'negative' }],
    ['RTP monitor', { rtp_std_dev: '10.001' }, { rtp_std_dev: 'tooLarge' }],
    ['RTP monitor', { rtp_std_dev: '9,4' }, {}],
    ['FORM-01', { rtp: '101' }, { rtp: 'rtpRange' }],
    ['FORM-01', { rtp: '-1' }, { rtp: 'rtpRange' }],
    ['FORM-01', { rtp: 'NaN' }, { rtp: 'number' }],
    ['FORM-02', { min_bet: '-0,1' }, { min_bet: 'negative' }],
    ['FORM-03', { max_bet: '-1' }, { max_bet: 'negative' }],
    ['OPEN-33', { min_bet: '10', max_bet: '1' }, { min_bet: 'minAboveMax' }],
    ['OPEN-33', { min_bet: '1', max_bet: '1,00' }, {}],
    ['FORM-04', { max_multiplier_win: '-5' }, { max_multiplier_win: 'negative' }],
    ['FORM-05', { hit_frequency: '-1' }, { hit_frequency: 'negative' }],
    ['EDIT-03', { release_date: '31/02/2027' }, { release_date: 'noDay' }],
    ['EDIT-03', { release_date: '2027-02-28' }, {}],
    ['FORM-06', { volatility: 11 }, { volatility: 'volatility' }],
    ['FORM-06', { volatility: 1.5 }, { volatility: 'volatility' }],
    [
      'FORM-07',
      { lines: '-1', reels: '-1', gameRows: '1,5' },
      { lines: 'negative', reels: 'negative', gameRows: 'whole' },
    ],
  ] as const)('[%s] %j', (_row, change, problems) => {
    expect(facts(change)).toEqual(problems);
  });

  it.each([0, 1, 10])('[OPEN-30] not a volatility of %i', (volatility) => {
    expect(facts({ volatility })).toEqual({});
  });

  it('[FORM-16] custom fields without a name or with another one’s', () => {
    const properties = [
      { key: 'a', name: '', value: 'x' },
      { key: 'b', name: 'Bonus', value: 'x' },
      { key: 'c', name: ' Bonus ', value: 'y' },
    ];
    expect(facts({ properties })).toEqual({
      'properties.a': 'fieldName',
      'properties.c': 'fieldNameTwice',
    });
  });
});
