export const en = {
  title: 'Statements',
  owed: 'Owed on statements',
  overdue: 'Overdue',
  disputed: 'Disputed statements',
  notStated: {
    closed: 'Closed, not on a statement',
    ended: 'Ended, not closed',
    running: 'Month in progress',
  },
  since: 'since {{month}}',
  awaitAnswer_one: '{{count, number}} statement awaits your answer',
  awaitAnswer_other: '{{count, number}} statements await your answer',
  allInFavour: 'In favour of integrations',
  inYourFavour: 'In your favour',
  show: 'Show who owes what',
  hidden: 'Totals of net win, due and statements',
  hiddenFromManagers:
    'Your role does not show them; administrators of Ludus see them. The net win of a single session is shown.',
  hiddenFromStaff:
    'Your role does not show them; administrators of your integration see them. The net win of a single session is shown.',
  hiddenSeen: 'Do not show again',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    statement: typeof en;
  }
}
