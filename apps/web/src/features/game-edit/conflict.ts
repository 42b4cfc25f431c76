import type { Game } from '@ludus/contract';
import { type GamePayload, type GameValues, toUpdate, valuesOf } from '../../domain/game/form/values.ts';

export type ConflictField = Exclude<keyof GamePayload, 'isCatalog' | 'externalIdentifier' | 'max_exposure'>;
export type Side = 'mine' | 'theirs';

/** A field on which two people who saved the same game differ. */
export interface Difference {
  field: ConflictField;
  mine: GamePayload;
  theirs: GamePayload;
  /** Whose change it is; mine when both changed it. */
  suggested: Side;
}

const isSame = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second);

/** Every field where my version differs from the one that was saved meanwhile, seen from what I had loaded. */
export function differencesOf(base: Game, mine: GameValues, theirs: Game): Difference[] {
  const [loaded, own, other] = [toUpdate(valuesOf(base)), toUpdate(mine), toUpdate(valuesOf(theirs))];
  return (Object.keys(own) as ConflictField[])
    .filter((field) => !isSame(own[field], other[field]))
    .map((field) => ({
      field,
      mine: own,
      theirs: other,
      suggested: isSame(own[field], loaded[field]) ? 'theirs' : 'mine',
    }));
}

/** My values with theirs in the fields where theirs were chosen. */
export function resolved(
  mine: GameValues,
  theirs: Game,
  choices: Readonly<Partial<Record<ConflictField, Side>>>,
): GameValues {
  const other = valuesOf(theirs);
  const next = { ...mine };
  for (const [field, side] of Object.entries(choices) as [ConflictField, Side][]) {
    if (side === 'mine') continue;
    if (field === 'supportedPlatforms') Object.assign(next, { mobile: other.mobile, desktop: other.desktop });
    else if (field === 'propertiesData') next.properties = other.properties;
    else Object.assign(next, { [field]: other[field] });
  }
  return next;
}
