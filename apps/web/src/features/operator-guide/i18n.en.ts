export const en = {
  title: 'Operator guide',
  context: 'What an integration implements to connect to the hub',
  back: 'Back to Documentation',
  contents: 'Contents',
  checks: 'Checks',
  checksIntro: 'Each check asks the platform something and compares the response with what is expected.',
  call: 'Call',
  token: 'Token',
  ownToken: 'the service’s own',
  copyExample: 'Example of {{section}}',
  exampleCopied: 'Example copied',
  exampleNotCopied: "Couldn't copy the example",
  summary: {
    listChangedSessions: 'Sessions changed in a period, as lines',
    getSession: 'One session in its latest state',
    closeSession: 'Closes an open session and returns its new state',
    getTotals: 'Sums per Rome day and session type',
    getTransactionsFeedLink: 'Address of the page that lists the rounds of a session',
    listOperators: 'Operators of the platform',
    listGames: 'Games that players can open',
    listUsers: 'Staff of the platform',
    sendMaintenance: 'Takes a notice of a maintenance at the provider',
    getBets: 'Allowed bets of a game at an operator',
    changeBets: 'Replaces the allowed bets and returns the new list',
    checkHealth: 'Whether the service works',
  },
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    operatorGuide: typeof en;
  }
}
