import { describe, expect, it } from 'vitest';
import { languages } from '../language.ts';
import { documentChange, documentSuccession, jurisdictions, neededJurisdictions } from './edit.ts';
import { jurisdictionName } from './jurisdictions.ts';
import { coverageState, type DocumentLife, daysBetween, documentState, reminderDue } from './state.ts';

const today = '2026-11-26';
const life = (part: Partial<DocumentLife> = {}): DocumentLife => ({
  validFrom: null,
  validUntil: null,
  replacedBy: null,
  ...part,
});

describe('the state of a document', () => {
  it.each([
    ['without days', life(), 'valid'],
    ['that begins tomorrow', life({ validFrom: '2026-11-27' }), 'upcoming'],
    ['that begins today', life({ validFrom: '2026-11-26' }), 'valid'],
    ['that ended yesterday', life({ validUntil: '2026-11-25' }), 'expired'],
    ['that ends today', life({ validUntil: '2026-11-26' }), 'expiring'],
    ['that ends in 60 days', life({ validUntil: '2027-01-25' }), 'expiring'],
    ['that ends in 61 days', life({ validUntil: '2027-01-26' }), 'valid'],
    [
      'that begins tomorrow for a week',
      life({ validFrom: '2026-11-27', validUntil: '2026-12-03' }),
      'upcoming',
    ],
    ['with a successor since ever', life({ replacedBy: { validFrom: null } }), 'replaced'],
    ['with a successor from today on', life({ replacedBy: { validFrom: '2026-11-26' } }), 'replaced'],
    ['with a successor from tomorrow on', life({ replacedBy: { validFrom: '2026-11-27' } }), 'valid'],
    [
      'that ended before its successor begins',
      life({ validUntil: '2026-11-25', replacedBy: { validFrom: '2026-11-27' } }),
      'expired',
    ],
  ] as const)('%s', (_name, document, state) => expect(documentState(document, today)).toBe(state));

  it('counts days of the calendar, whatever the clocks do', () => {
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2);
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
    expect(daysBetween('2026-11-26', '2026-11-25')).toBe(-1);
  });
});

describe('the state of a game in a jurisdiction', () => {
  const valid = life({ validUntil: '2027-12-31' });
  const expiring = life({ validUntil: '2026-12-10' });
  const expired = life({ validUntil: '2026-11-25' });

  it('is that of the certificate that holds longest', () => {
    expect(coverageState([], today)).toBe('missing');
    expect(coverageState([expired], today)).toBe('expired');
    expect(coverageState([expired, expiring], today)).toBe('expiring');
    expect(coverageState([expired, expiring, valid], today)).toBe('valid');
  });

  it('is valid when one follows without a day between, and a successor that has not begun covers nothing', () => {
    expect(coverageState([expiring, life({ validFrom: '2026-12-11' })], today)).toBe('valid');
    expect(coverageState([expiring, life({ validFrom: '2026-12-12' })], today)).toBe('expiring');
    expect(coverageState([life({ validFrom: '2026-11-27' })], today)).toBe('missing');
    expect(coverageState([expired, life({ validFrom: '2026-11-27' })], today)).toBe('expired');
  });

  it('does not count what was replaced', () => {
    expect(coverageState([{ ...valid, replacedBy: { validFrom: null } }], today)).toBe('missing');
    expect(coverageState([{ ...valid, replacedBy: { validFrom: null } }, expired], today)).toBe('expired');
  });
});

describe('the reminder that is due', () => {
  it.each([
    [null, null],
    ['2027-01-26', null],
    ['2027-01-25', 60],
    ['2026-12-27', 60],
    ['2026-12-26', 30],
    ['2026-12-04', 30],
    ['2026-12-03', 7],
    ['2026-11-26', 7],
    ['2026-11-25', 0],
  ] as const)('of one that ends on %s is %s', (end, due) => expect(reminderDue(end, today)).toBe(due));
});

describe('what is said of a document', () => {
  const change = { name: 'RNG', type: null, validUntil: '2026-12-31' };

  it('ends on its first day or later', () => {
    const fieldOf = (validFrom: string) =>
      documentChange
        .safeParse({ ...change, validFrom })
        .error?.issues.map(({ path, message }) => [path, message]);
    expect(fieldOf('2026-12-31')).toBeUndefined();
    expect(fieldOf('2027-01-01')).toEqual([[['validUntil'], 'fields.validityOrder']]);
    expect(documentSuccession.safeParse({ validFrom: '2027-01-01', validUntil: '2026-12-31' }).success).toBe(
      false,
    );
  });

  it('is of a jurisdiction that has a name in each language', () => {
    for (const language of languages) {
      const names = jurisdictions.map((code) => jurisdictionName(code, language));
      expect(new Set(names).size).toBe(jurisdictions.length);
    }
    expect(jurisdictionName('IT', 'it')).toBe('Italia (ADM)');
    expect(jurisdictionName('XX')).toBe('XX');
    expect(neededJurisdictions).not.toContain('any');
  });
});
