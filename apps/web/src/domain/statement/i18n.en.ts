export const en = {
  title: 'Statements',
  owed: 'Owed',
  overdue: 'Overdue',
  allInFavour: 'In favour of integrations',
  inYourFavour: 'In your favour',
  show: 'Show who owes what',
  hidden: 'Net win, due and statements',
  hiddenFromManagers: 'Your role does not show them; administrators of Ludus see them.',
  hiddenFromStaff: 'Your role does not show them; administrators of your integration see them.',
  hiddenSeen: 'Do not show again',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    statement: typeof en;
  }
}
