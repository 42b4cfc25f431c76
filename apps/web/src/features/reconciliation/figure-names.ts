/** Figures in the order of screens and files. */
export const figureOrder = ['sessions', 'open', 'bet', 'win', 'netWin', 'due', 'rounds'] as const;
export type FigureName = (typeof figureOrder)[number];

export const isAmount = (figure: FigureName): boolean =>
  figure === 'bet' || figure === 'win' || figure === 'netWin' || figure === 'due';
