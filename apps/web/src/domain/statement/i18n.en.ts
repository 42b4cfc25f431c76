export const en = {
  title: 'Statements',
  owed: 'Owed',
  overdue: 'Overdue',
  allInFavour: 'In favour of integrations',
  inYourFavour: 'In your favour',
  show: 'Show who owes what',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    statement: typeof en;
  }
}
