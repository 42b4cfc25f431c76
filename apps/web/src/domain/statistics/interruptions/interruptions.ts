import type { Interruption, Statistics } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartPoint } from '../../../components/chart/chart.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { interruptionsQuery } from '../../integration/status.ts';

type Bucket = Statistics['buckets'][number];

/** What takes less of a step leaves its figures as they would be: three minutes of an hour, seventy of a day, eight hours of a week. */
const leastShare = 0.05;
/** A week in which the clocks are set back. */
const longestStepMs = (7 * 24 + 1) * 3_600_000;

/** Gives the places in which an outage or a maintenance took a part of the step that can be seen in figures its words. */
export function interruptedPoints(
  points: readonly ChartPoint[],
  buckets: readonly Bucket[],
  interruptions: readonly Interruption[],
  now: number,
  wordsOf: (interruption: Interruption) => string,
): readonly ChartPoint[] {
  const words = new Map<number, Set<string>>();
  const steps = buckets
    .slice(0, points.length)
    .map(({ from, to }) => ({ start: Date.parse(from), end: Date.parse(to) }));
  for (const one of interruptions) {
    const [from, to] = [Date.parse(one.from), one.to === null ? now : Date.parse(one.to)];
    for (let index = firstFrom(steps, from); index < steps.length; index += 1) {
      const step = steps[index];
      if (step === undefined || step.start >= to) break;
      const overlap = Math.min(to, step.end) - Math.max(from, step.start);
      if (overlap < (step.end - step.start) * leastShare) continue;
      words.set(index, (words.get(index) ?? new Set()).add(wordsOf(one)));
    }
  }
  if (words.size === 0) return points;
  return points.map((point, index) => {
    const own = words.get(index);
    return own ? { ...point, interrupted: [...own].join('\n') } : point;
  });
}

/** The first step that ends after an instant. */
function firstFrom(steps: readonly { end: number }[], instant: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.end ?? 0) > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}

const isWeekAtMost = ({ from, to }: Bucket) => Date.parse(to) - Date.parse(from) <= longestStepMs;

/** Points of hours, days and weeks with the interruptions of these integrations, of all without any. Whoever may not see them has none. */
export function useInterruptedPoints(
  points: readonly ChartPoint[],
  buckets: readonly Bucket[] | undefined,
  integrations: readonly number[],
  answeredAt: number,
): readonly ChartPoint[] {
  const { t } = useTranslation('statisticsInterruptions');
  const [first, last] = [buckets?.[0], buckets?.at(-1)];
  // The first step may be cut off by the period.
  const isShort = first !== undefined && (buckets ?? []).slice(0, 2).every(isWeekAtMost);
  const query = useQuery({
    ...interruptionsQuery({
      from: first?.from ?? '',
      to: last?.to ?? '',
      ...(integrations.length > 0 && { integrations }),
    }),
    enabled: useCan('status:read') && isShort,
  });
  const rows = query.data?.rows;
  return useMemo(() => {
    if (!rows || !buckets || rows.length === 0) return points;
    return interruptedPoints(points, buckets, rows, answeredAt, ({ kind, integration, services }) => {
      const what = t(`kind.${kind}`, { integration: integration.name });
      return services.length === 0
        ? what
        : `${what} (${services.map((one) => t(`service.${one}`)).join(', ')})`;
    });
  }, [points, buckets, rows, answeredAt, t]);
}
