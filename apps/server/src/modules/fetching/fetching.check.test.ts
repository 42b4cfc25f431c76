import { messageOf } from '@ludus/contract';
import { type PlatformSession, platformSessionSchema } from '@ludus/contract/operator-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMessage } from '../../infra/messages/index.ts';
import {
  checkRow,
  hasSessionShape,
  largestAmountCents,
  type Refusal,
  type RowContext,
} from './fetching.check.ts';

const valid: PlatformSession = {
  sessionId: 'ALP-000000001',
  externalSessionId: 'M00000000000A',
  externalTicketId: 'N00000000000B',
  userId: 'p-1',
  operatorCode: 'VIVA',
  gameSlug: 'sugar_cascade',
  sessionType: 1,
  isOpen: false,
  bet: 1000,
  win: 950,
  netWin: 38,
  due: -3,
  rounds: 10,
  isMobile: true,
  createdAt: '2026-03-29T00:59:59.999Z',
  updatedAt: '2026-03-29T01:10:00.000Z',
};
const italian: RowContext = {
  version: 'GAI2',
  operators: new Map([['VIVA', 7]]),
  games: new Map([['sugar_cascade', 12]]),
  latestMs: Date.parse('2026-03-30T00:00:00Z'),
};
const international: RowContext = { ...italian, version: 'GAI-INTERNATIONAL' };

const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    ...[
      null,
      true,
      0,
      -0,
      1,
      4,
      1.5,
      -1,
      2 ** 53,
      2 ** 53 - 1,
      4_294_967_296,
      '',
      'a b',
      'x'.repeat(65),
      'é',
    ],
    ...['2026-02-29T00:00:00.000Z', '2024-02-29T00:00:00.000Z', '1900-02-29T00:00:00.000Z'],
    ...['2026-04-31T00:00:00.000Z', '2026-12-31T23:59:59.999Z', '2026-12-31T24:00:00.000Z'],
    ...['2026-13-01T00:00:00.000Z', '2026-01-00T00:00:00.000Z', '2026-01-01T00:00:60.000Z'],
    ...['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000+00:00', '0000-02-29T00:00:00.000Z'],
    ...['2026-01-01 00:00:00.000Z', ' 2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z\n'],
  ),
);
const keys = [...Object.keys(valid), 'closedAt', 'grossWin', '__proto__', 'constructor'];
const changed = fc
  .array(fc.tuple(fc.constantFrom(...keys), fc.oneof(anything, fc.constant(undefined))), { maxLength: 3 })
  .map((changes) => {
    const row: Record<string, unknown> = { ...valid };
    for (const [key, value] of changes) {
      if (value === undefined) delete row[key];
      else Object.defineProperty(row, key, { value, enumerable: true, configurable: true, writable: true });
    }
    return JSON.parse(JSON.stringify(row)) as unknown;
  });

const refusalOf = (value: unknown, context: RowContext): Refusal => {
  const checked = checkRow(value, context);
  if (!('reason' in checked)) throw new Error('The row was not refused.');
  return checked;
};

describe('the check of a platform row', () => {
  it('the fast shape check and the published schema resolveRow alike', () => {
    expect(hasSessionShape(valid)).toBe(true);
    fc.assert(
      fc.property(fc.oneof(changed, fc.jsonValue()), (row) => {
        expect(hasSessionShape(row)).toBe(platformSessionSchema.safeParse(row).success);
      }),
      { numRuns: 6000 },
    );
  });

  it('dates are checked like the schema judges them, every day of four centuries', () => {
    const day = fc.date({ min: new Date('1890-01-01'), max: new Date('2290-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: 26, max: 33 }), (at, dayOfMonth) => {
        const iso = at.toISOString();
        for (const createdAt of [iso, `${iso.slice(0, 8)}${dayOfMonth}${iso.slice(10)}`]) {
          const row = { ...valid, createdAt };
          expect(hasSessionShape(row)).toBe(platformSessionSchema.safeParse(row).success);
        }
      }),
    );
  });

  it('a sound row comes out with the ids of the hub and its times', () => {
    const { operatorCode: _code, gameSlug: _slug, createdAt, updatedAt, ...same } = valid;
    expect(checkRow(valid, italian)).toEqual({
      ...same,
      operatorId: 7,
      gameId: 12,
      createdAtMs: Date.parse(createdAt),
      updatedAtMs: Date.parse(updatedAt),
    });
  });

  it.each([
    [{ operatorCode: 'UNKNOWN' }, 'Unknown operator UNKNOWN.'],
    [{ gameSlug: 'no_game' }, 'Unknown game no_game.'],
    [{ updatedAt: '2026-03-29T00:59:59.998Z' }, 'updatedAt is before createdAt.'],
    [{ createdAt: '1999-12-31T23:59:59.999Z' }, 'createdAt is before the year 2000.'],
    [{ updatedAt: '2026-03-30T00:00:00.001Z' }, 'updatedAt is in the future.'],
    [{ win: largestAmountCents + 1 }, 'win is larger than any session can be.'],
    [{ due: -largestAmountCents - 1 }, 'due is larger than any session can be.'],
    [
      { externalTicketId: null },
      'A real session of a GAI2 platform needs its external session and ticket IDs.',
    ],
    [
      { externalSessionId: null },
      'A real session of a GAI2 platform needs its external session and ticket IDs.',
    ],
    [{ bet: 10.5 }, 'bet: '],
    [{ bet: '10' }, 'bet: '],
    [{ grossWin: 1 }, 'grossWin'],
    [{ sessionType: 2, isOpen: 'yes' }, 'isOpen: '],
  ])('quarantines a row with %j, with the reason', (change, reason) => {
    const refusal = refusalOf({ ...valid, ...change }, italian);
    expect(refusal.sessionId).toBe(valid.sessionId);
    expect(renderMessage(refusal.reason)).toContain(reason);
  });

  it('fun sessions of a GAI2 platform may lack external ids; GAI-INTERNATIONAL must not have any', () => {
    const without = { ...valid, externalSessionId: null, externalTicketId: null };
    expect(checkRow({ ...without, sessionType: 4 }, italian)).toHaveProperty('operatorId', 7);
    expect(checkRow(without, international)).toHaveProperty('operatorId', 7);
    expect(renderMessage(refusalOf(valid, international).reason)).toContain('no external');
  });

  it('says what is wrong with each field, in the language of the reader, and counts the rest', () => {
    const strange = 'half \ud800, \0';
    const { reason } = refusalOf({ ...valid, bet: '10', win: -1, [strange]: 1 }, italian);
    expect(renderMessage(reason)).toBe(
      'The row does not match the published format. bet: number expected. win: At least 0. Unknown fields: half \ufffd, \ufffd.',
    );
    expect(renderMessage(reason, 'it')).toBe(
      'La riga non ha il formato pubblicato. bet: atteso number. win: Almeno 0. Campi sconosciuti: half \ufffd, \ufffd.',
    );
    const { reason: many } = refusalOf({}, italian);
    expect(renderMessage(many, 'it')).toMatch(/: atteso string\. E altri 12 problemi\.$/);
  });

  it('what is no object at all is quarantined, too', () => {
    for (const value of [undefined, null, 'row', 7, [valid]]) {
      expect(checkRow(value, italian)).toEqual({
        reason: messageOf('quarantine.otherForm', { problems: [messageOf('quarantine.notObject')] }),
        sessionId: null,
        changedAtMs: null,
      });
    }
  });
});
