export const en = {
  navigation: 'Main navigation',
  skip: 'Skip to content',
  offline: 'You are offline. What you see may be out of date.',
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
  more: 'More',
  morePages: 'More pages',
  pin: 'Keep the sidebar open',
  unpin: 'Fold the sidebar',
  userMenu: 'User menu of {{name}}',
  userMenuOf: 'User menu of',
  logout: 'Logout',
  lastFetch: 'Last fetch {{time}}',
  noFetch: 'No fetch yet',
  fetching: 'Fetching sessions',
  fetchingPercent: 'Fetching sessions, {{shown}}%',
  unseen: '{{shown}} unseen',
  openTickets_one: '{{shown}} open',
  openTickets_other: '{{shown}} open',
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
