export const en = {
  navigation: 'Main navigation',
  skip: 'Skip to content',
  refused: {
    unknown: 'There is no page {{page}}.',
    unknownHelp: 'Check the address, or choose a page from the menu.',
    forbidden: "You don't have access to {{page}}.",
    // Pages without an entry in the menu.
    pages: { editGame: 'Edit game', quarantine: 'Quarantine', reviewRequested: 'Review requested games' },
    forbiddenHelp: 'If you need it, ask an administrator for the role.',
    onlyIntegrations: 'Only integrations request games.',
    period: "The period in the address couldn't be read.",
    periodHelp: 'Showing {{period}} instead.',
    nothingChosen: 'No games are selected to review.',
    nothingChosenHelp: 'Select games in the Catalog, then review and request them.',
    noneAvailable: 'None of these games can be requested.',
    noneAvailableHelp: 'They are active or requested already, or not in your Catalog.',
    dismiss: 'Dismiss',
  },
  offline: "You're offline. Data may be out of date.",
  connectionLost: 'Connection lost, trying again. Data may be out of date.',
  groups: { games: 'Games', operators: 'Operators', support: 'Support', admin: 'Admin' },
  entries: {
    dashboard: 'Dashboard',
    sessions: 'Sessions',
    charts: 'Charts',
    reports: 'Reports',
    catalog: 'Catalog',
    games: 'Manage games',
    documentation: 'Documentation',
    integrations: 'Integrations',
    operators: 'Operators',
    bets: 'Bets',
    maintenances: 'Maintenances',
    tickets: 'Tickets',
    notifications: 'Notifications',
    mailingList: 'Mailing list',
    users: 'Users',
    logs: 'Logs',
    settings: 'Settings',
  },
  pinnedViews: 'Views',
  more: 'More',
  morePages: 'More pages',
  pin: 'Keep sidebar open',
  unpin: 'Collapse sidebar',
  userMenu: 'User menu of {{name}}',
  userMenuOf: '<hidden>User menu of</hidden> <user/>',
  logout: 'Logout',
  lastFetch: 'Last fetch <time/>',
  lastFetchWithout: 'Last fetch <time/>, without <names/>',
  noFetch: 'No fetch yet',
  fetching: 'Fetching sessions',
  unseen: '{{count, number}} unread',
  openTickets_one: '{{count, number}} open',
  openTickets_other: '{{count, number}} open',
  // Quoted by the product's documents.
  openTicketsFailed: 'Something went wrong getting open tickets.',
  roles: {
    ludus_admin: 'Ludus admin',
    ludus_manager: 'Ludus manager',
    integration_admin: 'Integration admin',
    integration_manager: 'Integration manager',
    integration_guest: 'Integration guest',
  },
  failed: {
    pageTitle: 'Sign-in failed',
    // Quoted by the product's documents.
    text: 'Something went wrong, please try again. If the problem persists please contact our team.',
    tryAgain: 'Try again',
    logout: 'Logout',
  },
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    shell: typeof en;
  }
}
