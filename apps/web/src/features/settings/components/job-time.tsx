import type { Job } from '@ludus/contract';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, PLACEHOLDER } from '../../../lib/format.ts';

interface JobTimeProps {
  job: Job;
  /** Without words, under a heading that has them. */
  short?: boolean;
  /** Where there is no time yet. */
  otherwise?: string;
}

/** How long a job runs, took, or has to wait; of those that are open, once a second. */
export function JobTime({ job, short, otherwise = PLACEHOLDER }: JobTimeProps) {
  const { t, i18n } = useTranslation('settings');
  const now = useNow(job.finishedOn === null && job.state !== 'waiting');
  const dueAt = useDueAt(job);
  const time = timeOf(job, now, dueAt, i18n.language);
  if (time === null) return otherwise;
  return t(`${short ? 'shortTimes' : 'times'}.${time.kind}`, { time: time.text });
}

/** When a delayed job starts. A delay, which is all that an older server has, counts from the time of the response. */
export function useDueAt({ startsAt, delay }: Pick<Job, 'startsAt' | 'delay'>): number {
  return useMemo(
    () => (startsAt === undefined ? Date.now() + delay : Date.parse(startsAt)),
    [startsAt, delay],
  );
}

/** How long it runs, took, or has to wait. */
function timeOf(
  job: Job,
  now: number,
  dueAt: number,
  language: string,
): { kind: 'elapsed' | 'took' | 'remaining'; text: string } | null {
  const { processedOn, finishedOn } = job;
  if (job.state === 'delayed') {
    return { kind: 'remaining', text: formatDuration(Math.max(0, dueAt - now), language) };
  }
  if (processedOn === null || job.state === 'waiting') return null;
  const from = Date.parse(processedOn);
  if (finishedOn === null)
    return { kind: 'elapsed', text: formatDuration(Math.max(0, now - from), language) };
  return { kind: 'took', text: formatDuration(Date.parse(finishedOn) - from, language) };
}

/** The time, once a second while something shown depends on it. */
function useNow(ticks: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticks) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticks]);
  return now;
}
