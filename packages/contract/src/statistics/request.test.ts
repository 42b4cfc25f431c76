import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getStatistics } from './endpoints.ts';
import { decodeStatisticsParameter, encodeStatisticsRequest } from './request.ts';

const request = { from: '2026-11-01', to: '2026-11-20', key: 'day' };

function parse(a: string) {
  return getStatistics.query?.safeParse({ a });
}

describe('[API-084] the parameter a', () => {
  it('carries any JSON object there and back, standard or URL-safe', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })),
        (value) => {
          const text = encodeStatisticsRequest(value as never);
          expect(decodeStatisticsParameter(text)).toEqual(JSON.parse(JSON.stringify(value)));
          const urlSafe = text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
          expect(decodeStatisticsParameter(urlSafe)).toEqual(JSON.parse(JSON.stringify(value)));
        },
      ),
    );
  });

  it('is refused when it is no base64 of JSON, or holds something else than a request', () => {
    for (const bad of ['', '%%%', btoa('{"from":'), btoa('[]'), btoa('7'), btoa('{"from":"2026-11-01"}')]) {
      expect(parse(bad)?.success, bad).toBe(false);
    }
  });

  it('refuses unknown keys, unknown figures and unknown groupings', () => {
    for (const extra of [{ colour: 'red' }, { stats: ['profit'] }, { key: 'week' }, { sessionTypeId: 2 }]) {
      expect(parse(encodeStatisticsRequest({ ...request, ...extra } as never))?.success).toBe(false);
    }
  });

  it('[OPEN-97] takes any IANA time zone, in its canonical spelling, and no offset', () => {
    const zoneOf = (timeZone: string) => {
      const parsed = parse(encodeStatisticsRequest({ ...request, timeZone }));
      return parsed?.success ? (parsed.data as { a: { timeZone?: string } }).a.timeZone : 'refused';
    };
    expect(zoneOf('Europe/Rome')).toBe('Europe/Rome');
    expect(zoneOf('america/new_york')).toBe('America/New_York');
    for (const bad of ['+01:00', 'Mars/Base', '', "UTC' OR 1", 'A'.repeat(61)])
      expect(zoneOf(bad), bad).toBe('refused');
  });

  it('[API-085][OPEN-87] maps documented date formats and spellings to one name', () => {
    const a = encodeStatisticsRequest({
      ...request,
      key: 'YYYY-MM-DD HH',
      stats: ['sessionTotals', 'grossWin'],
    });
    expect(parse(a)?.data?.a).toMatchObject({ key: 'hour', stats: ['sessionsTotal', 'grosswin'] });
  });
});
