import type { Log } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { changesOf, fieldName, linesOf } from './changes.ts';
import { plainText } from './plain-text.ts';

const texts = {
  fieldNames: {},
  yes: 'Yes',
  no: 'No',
  signInCodes: { reason: { 'wrong-code': 'Wrong code' }, methods: { pwd: 'Password', otp: 'Second factor' } },
};
const log = (part: Partial<Log>): Log => ({
  id: 1,
  logType: { id: 2, name: 'games' },
  action: 'update',
  description: 'Changed the game',
  user: null,
  createdAt: '2026-11-20T10:00:00Z',
  updates: {},
  relatedId: null,
  isGone: false,
  integrationId: null,
  requestId: null,
  relatedObject: { exists: false },
  ...part,
});

describe('the changes of an entry', () => {
  const updates = { rtp: { old: 95, new: 96.5 } };

  it('[LOG-07][LOG-08] are fields for what was created or deleted and old beside new else, whatever the wording', () => {
    expect(changesOf(log({ action: 'create', updates }), texts)).toEqual({
      kind: 'fields',
      fields: [{ field: 'rtp', lines: ['96,5'] }],
    });
    expect(changesOf(log({ action: 'delete', updates }), texts)).toEqual({
      kind: 'fields',
      fields: [{ field: 'rtp', lines: ['95'] }],
    });
    expect(changesOf(log({ description: 'Created again', updates }), texts)).toEqual({
      kind: 'updates',
      updates: [
        { field: 'rtp', old: [{ text: '95', differs: true }], new: [{ text: '96,5', differs: true }] },
      ],
    });
  });

  it('[LOG-08] are words where a sign-in has codes, and other codes stay as they are', () => {
    const updates = { name: 'wrong-code', reason: 'wrong-code', methods: ['pwd', 'otp', 'new'] };
    expect(changesOf(log({ logType: { id: 8, name: 'signIns' }, action: 'create', updates }), texts)).toEqual(
      {
        kind: 'fields',
        fields: [
          { field: 'name', lines: ['wrong-code'] },
          { field: 'reason', lines: ['Wrong code'] },
          { field: 'methods', lines: ['Password', 'Second factor', 'new'] },
        ],
      },
    );
    // No other entry of the log is about something that was not there before.
    expect(
      changesOf(log({ logType: { id: 8, name: 'signIns' }, updates: { methods: ['pwd'] } }), texts),
    ).toEqual({ kind: 'fields', fields: [{ field: 'methods', lines: ['Password'] }] });
    const game = log({ action: 'create', updates: { reason: 'wrong-code' } });
    expect(changesOf(game, texts)).toMatchObject({ fields: [{ lines: ['wrong-code'] }] });
  });

  it('[LOG-09] are two lists of cents for bets', () => {
    const bets = { oldBets: [10, 20], newBets: [20, 50] };
    const changes = changesOf(log({ logType: { id: 4, name: 'bets' }, updates: bets }), texts);
    expect(changes).toEqual({ kind: 'bets', old: [10, 20], new: [20, 50] });
  });

  it('[LOG-08] mark what differs in lists and nested values, and leave the rest alone', () => {
    const changes = changesOf(
      log({
        updates: {
          integrations: { old: ['Alpina', 'Baltica', 'Baltica'], new: ['Baltica', 'Cassia'] },
          platforms: { old: { mobile: true, desktop: true }, new: { mobile: true, desktop: false } },
          urls: { old: { gaming: { url: 'a' } }, new: { gaming: { url: 'b' } } },
          note: 'said alone',
        },
      }),
      texts,
    );
    if (changes.kind !== 'updates') throw new Error('updates are expected');
    const marks = (side: { text: string; differs: boolean }[] | undefined) =>
      side?.map(({ text, differs }) => (differs ? `*${text}` : text));
    expect(changes.updates.map((update) => [marks(update.old), marks(update.new)])).toEqual([
      [
        ['*Alpina', 'Baltica', '*Baltica'],
        ['Baltica', '*Cassia'],
      ],
      [
        ['Mobile: Yes', '*Desktop: Yes'],
        ['Mobile: Yes', '*Desktop: No'],
      ],
      [['*Gaming › URL: a'], ['*Gaming › URL: b']],
      [['–'], ['*said alone']],
    ]);
  });
});

describe('values and names of fields', () => {
  it('are written for people', () => {
    expect(linesOf(null, texts)).toEqual(['–']);
    expect(linesOf([], texts)).toEqual(['–']);
    expect(linesOf(1234.5, texts)).toEqual(['1.234,5']);
    expect(linesOf('2026-05-01', texts)).toEqual(['01/05/2026']);
    expect(linesOf('2026-11-20T10:00:00.000Z', texts)).toEqual(['20/11/2026, 11:00:00']);
    expect(linesOf([{ id: 3, name: 'Fox' }], texts)).toEqual(['ID: 3, Name: Fox']);
  });

  it('are those of the language, or the words of a field that has none', () => {
    const name = (field: string) => fieldName(field, { fieldNames: { min_bet: 'Puntata min' } });
    expect(['min_bet', 'isBuyBonus', 'rtp', 'gamingServiceUrl', 'constructor'].map(name)).toEqual([
      'Puntata min',
      'Is buy bonus',
      'RTP',
      'Gaming service URL',
      'Constructor',
    ]);
  });
});

describe('[LOG-10] markup', () => {
  it('is stripped to its text, block by block, and never run', () => {
    expect(plainText('<p>Cold &amp; <b>long</b></p><p>night</p>')).toBe('Cold & long\nnight');
    expect(plainText('<ul><li>one</li><li>two</li></ul>')).toBe('one\ntwo');
    expect(plainText('a<script>alert(1)</script><img src=x onerror=alert(1)>b')).toBe('ab');
    expect(plainText('plain, 3 < 4 and 5 > 4')).toBe('plain, 3 < 4 and 5 > 4');
    expect(linesOf('<p>a</p><p>b</p>', texts)).toEqual(['a', 'b']);
  });
});
