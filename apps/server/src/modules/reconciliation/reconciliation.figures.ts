import { eurosFromCents, type ReconciledFigureSet, reconciledFigures } from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';

/** What is compared of a day, or of a session: counts, and amounts in integer cents. */
export type Figures = Record<(typeof reconciledFigures)[number], bigint>;

/** The same as JSON stores it. */
export type StoredFigures = Record<keyof Figures, string>;

export const noFigures = (): Figures => ({
  sessions: 0n,
  open: 0n,
  bet: 0n,
  win: 0n,
  netWin: 0n,
  due: 0n,
  rounds: 0n,
});

/** Adds to the first in place. */
export function addTo(sum: Figures, part: Figures): Figures {
  for (const figure of reconciledFigures) sum[figure] += part[figure];
  return sum;
}

export function subtract(all: Figures, part: Figures): Figures {
  const rest = noFigures();
  for (const figure of reconciledFigures) rest[figure] = all[figure] - part[figure];
  return rest;
}

export const isNothing = (figures: Figures): boolean =>
  reconciledFigures.every((figure) => figures[figure] === 0n);

export const countDiffering = (difference: Figures): number =>
  reconciledFigures.filter((figure) => difference[figure] !== 0n).length;

/** Reads figures that come as numbers, such as a platform's totals. */
export function figuresOf(given: Record<keyof Figures, number | bigint | string> | undefined): Figures {
  const figures = noFigures();
  if (given === undefined) return figures;
  for (const figure of reconciledFigures) figures[figure] = BigInt(given[figure]);
  return figures;
}

export function storedFigures(figures: Figures): StoredFigures {
  return Object.fromEntries(
    reconciledFigures.map((figure) => [figure, String(figures[figure])]),
  ) as StoredFigures;
}

/** Figures as the caller may see them: amounts in euro, without net win and due for whoever lacks the scope. */
export function shownFigures(figures: Figures, actor: Pick<Actor, 'can'>): ReconciledFigureSet {
  const shown: ReconciledFigureSet = {
    sessions: Number(figures.sessions),
    open: Number(figures.open),
    bet: eurosFromCents(figures.bet),
    win: eurosFromCents(figures.win),
    rounds: Number(figures.rounds),
  };
  if (!actor.can('money:net-and-due')) return shown;
  return { ...shown, netWin: eurosFromCents(figures.netWin), due: eurosFromCents(figures.due) };
}
