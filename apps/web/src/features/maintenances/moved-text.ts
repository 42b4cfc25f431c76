import type { Maintenance } from '@ludus/contract';
import { dayInRome } from '../../lib/days.ts';
import { timeInRome } from '../../lib/rome-clock.ts';

/** The description of a maintenance with the times and dates that it names put to where it moves; what else it says stays. */
export function movedText(
  {
    date,
    endsAt,
    isEndAssumed,
    description,
  }: Pick<Maintenance, 'date' | 'endsAt' | 'isEndAssumed' | 'description'>,
  to: Pick<Maintenance, 'date' | 'endsAt'>,
): string {
  const moved = new Map<string, string>();
  const note = (before: string, after: string) => {
    const [from, until] = [new Date(before), new Date(after)];
    const [day, newDay] = [dayInRome(from), dayInRome(until)].map((one) =>
      one.split('-').reverse().join('/'),
    );
    moved.set(day ?? '', newDay ?? '');
    moved.set(timeInRome(from), timeInRome(until));
  };
  // Where both name the same, the start has it.
  if (!isEndAssumed) note(endsAt, to.endsAt);
  note(date, to.date);
  return description.replace(
    /\b\d{2}\/\d{2}\/\d{4}\b|\b\d{2}:\d{2}\b/g,
    (found) => moved.get(found) ?? found,
  );
}
