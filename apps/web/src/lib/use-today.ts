import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Day, today } from './days.ts';

/** Often rather than at midnight: a timer stands still while the computer sleeps. */
const checkMs = 15_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, checkMs);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Returns today's calendar day in Rome; a screen that is left open over midnight is rendered again. */
export function useToday(): Day {
  return useSyncExternalStore(subscribe, today);
}

const minute = () => Math.floor(Date.now() / 60_000);

/** Returns the instant at which the present minute began; what depends on the time of day is rendered again each minute. */
export function useMinute(): Date {
  return new Date(useSyncExternalStore(subscribe, minute) * 60_000);
}

/** Returns the instant of the first rendering, and a later one each minute, in milliseconds: for how long something has lasted. */
export function useNow(): number {
  const present = useSyncExternalStore(subscribe, minute);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow((before) => (Math.floor(before / 60_000) === present ? before : Date.now()));
  }, [present]);
  return now;
}
