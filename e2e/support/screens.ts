import { expect, type Page } from '@playwright/test';
import { findSessions, openSession, rowsOf } from './screen-steps.ts';
import type { Account } from './sign-in.ts';

/** A quiet stretch of history, so that screens show the same each time. */
export const period = 'from=2026-04-01&to=2026-04-02';

export interface Screen {
  name: string;
  path: string;
  /** The page's one heading, which its title repeats. */
  heading: string | RegExp;
  /** What must stand before it is looked at. */
  ready: (page: Page) => Promise<void>;
  /** An administrator of the provider, unless it is what others meet. */
  account?: Account;
}

const table = (name: string) => (page: Page) => expect(rowsOf(page, name).first()).toBeVisible();
const button = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('button', { name }).first()).toBeVisible();
const region = (name: string) => (page: Page) =>
  expect(page.getByRole('region', { name, exact: true })).toBeVisible();
const picture = (page: Page) => expect(page.locator('main img').first()).toBeVisible();
const canvas = (page: Page) => expect(page.locator('main canvas').first()).toBeVisible();
const transactions = (page: Page) =>
  expect(page.frameLocator('iframe[title="Transactions"]').locator('tbody tr').first()).toBeVisible();

const emptyApprovals = (page: Page) => expect(page.getByText('Approvals are off')).toBeVisible();

/** Every screen that an administrator of the provider reaches, in the order of the route table, with the states that matter. */
export const screens: readonly Screen[] = [
  {
    name: 'dashboard',
    path: '/',
    heading: 'Dashboard',
    ready: async (page) => {
      await expect(page.getByRole('tabpanel').getByRole('img', { name: /^Chart/ })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Profit' }).getByRole('row')).toHaveCount(5);
    },
  },
  { name: 'catalog', path: '/catalog', heading: 'Catalog', ready: picture },
  {
    name: 'catalog after an unknown address',
    path: '/no-such-page',
    heading: 'Catalog',
    ready: async (page) => {
      await expect(page.getByText('There is no page /no-such-page.')).toBeVisible();
      await picture(page);
    },
  },
  {
    name: 'catalog after an address that the role may not open',
    path: '/users',
    heading: 'Catalog',
    account: 'alpina.guest',
    ready: async (page) => {
      await expect(page.getByText("You don't have access to Users.")).toBeVisible();
      await picture(page);
    },
  },
  { name: 'operators', path: '/operators', heading: 'Operators', ready: table('Operators') },
  { name: 'certificates', path: '/certificates', heading: 'Certificates', ready: button(/certificate$/) },
  { name: 'coverage', path: '/certificates?view=coverage', heading: 'Certificates', ready: picture },
  {
    name: 'certificates that need action',
    path: '/certificates?view=action',
    heading: 'Certificates',
    // A row's way to its certificate, or to one that is missing; a phone has rows and no table.
    ready: button(/^(Open|Add): certificate of /),
  },
  {
    name: 'documentation',
    path: '/documentation',
    heading: 'Documentation',
    ready: (page) =>
      expect(page.getByRole('navigation', { name: 'Filter documents' })).toContainText(/certificate\d/),
  },
  { name: 'integrations', path: '/integrations', heading: 'Integrations', ready: table('Integrations') },
  { name: 'page of a game', path: '/game/1', heading: /\S/, ready: picture },
  {
    name: 'performance of a game',
    path: '/game/1?view=performance',
    heading: /\S/,
    ready: async (page) => {
      await expect(page.getByRole('img', { name: /^Chart: .* over time/ })).toBeVisible();
      await expect(page.getByRole('list', { name: 'What happened' })).toBeVisible();
    },
  },
  {
    name: 'games by integration',
    path: '/games',
    heading: 'Manage games',
    ready: (page) =>
      expect(
        page
          .getByRole('listbox', { name: /^Viewing/ })
          .getByRole('option')
          .first(),
      ).toBeVisible(),
  },
  {
    name: 'new game',
    path: '/games/1',
    heading: 'New game',
    ready: (page) => expect(page.getByRole('textbox', { name: 'Slug', exact: true })).toBeVisible(),
  },
  {
    name: 'preview of a new game',
    path: '/games/4',
    heading: 'New game',
    ready: (page) => expect(page.getByText('This is how the game page will look.')).toBeVisible(),
  },
  {
    name: 'editing of a game',
    path: '/editGame/1',
    heading: /\S/,
    ready: (page) => expect(page.getByLabel('Slug', { exact: true })).not.toHaveValue(''),
  },
  {
    name: 'integration',
    path: '/integration/1',
    heading: 'Alpina',
    ready: (page) =>
      expect(page.getByRole('status').filter({ hasText: 'The service is responding' })).toHaveCount(4),
  },
  {
    name: 'scorecard of an integration',
    path: '/integration/1?view=scorecard',
    heading: 'Alpina',
    ready: async (page) => {
      await canvas(page);
      await expect(page.getByRole('region', { name: 'State' })).toContainText('Games active');
    },
  },
  {
    name: 'notifications',
    path: '/notifications',
    heading: 'Notifications',
    ready: (page) => expect(page.locator('main time').first()).toBeVisible(),
  },
  {
    name: 'maintenances',
    path: '/maintenances',
    heading: 'Maintenances',
    ready: (page) =>
      expect(page.getByRole('list', { name: 'Upcoming' }).locator('> li').first()).toBeVisible(),
  },
  {
    name: 'new integration',
    path: '/new-integration',
    heading: 'New integration',
    ready: button('Create integration'),
  },
  {
    name: 'sessions overview',
    path: `/sessions?${period}`,
    heading: 'Sessions',
    ready: table('Integrations'),
  },
  {
    name: 'sessions list with its filters open',
    path: `/session-list?${period}`,
    heading: 'Sessions list',
    ready: async (page) => {
      await table('Sessions')(page);
      await page.getByRole('button', { name: /^More filters/ }).click();
    },
  },
  {
    name: 'open sessions',
    path: '/open-sessions',
    heading: 'Open sessions',
    ready: table('Open sessions'),
  },
  {
    name: 'session panel',
    path: `/session-list?${period}`,
    heading: 'Sessions list',
    ready: async (page) => {
      await openSession(page);
      await transactions(page);
    },
  },
  {
    name: 'page of a session',
    path: `/session-list?${period}`,
    // Not that of the list it is opened from.
    heading: /^(?!Sessions list$)\S/,
    ready: async (page) => {
      await (await openSession(page)).getByRole('link', { name: 'Open full page' }).click();
      await page.waitForURL(/\/session\//);
      await transactions(page);
    },
  },
  {
    name: 'page of a player',
    path: `/session-list?${period}`,
    heading: /^(?!Sessions list$)\S/,
    ready: async (page) => {
      await (await openSession(page)).locator('dd a.hub-id').click();
      await page.waitForURL(/\/players\//);
      await table('Sessions')(page);
      await canvas(page);
    },
  },
  {
    name: 'session search with results',
    path: `/session-list?${period}`,
    heading: 'Sessions list',
    ready: findSessions,
  },
  { name: 'figures', path: '/figures', heading: 'Figures', ready: region('RTP') },
  { name: 'operator guide', path: '/operator-guide', heading: 'Operator guide', ready: region('Checks') },
  {
    name: 'a figure explained',
    path: `/sessions?${period}`,
    heading: 'Sessions',
    ready: async (page) => {
      // Of the tiles as of the table, which phones have as a list.
      await page.getByRole('button', { name: 'How Gross win is calculated' }).first().click();
      await expect(page.getByRole('dialog').getByRole('link', { name: /^Show the/ })).toBeVisible();
    },
  },
  { name: 'charts', path: `/charts?${period}`, heading: 'Charts', ready: canvas },
  {
    name: 'charts of games',
    path: `/charts?${period}&type=Specific`,
    heading: 'Charts',
    ready: canvas,
  },
  {
    name: 'reports',
    path: `/reports?${period}`,
    heading: 'REPORTS',
    ready: (page) =>
      expect(
        page
          .getByRole('treegrid', { name: /^Report/ })
          .getByRole('gridcell')
          .first(),
      ).toContainText('€'),
  },
  {
    name: 'bets',
    path: '/bets',
    heading: 'Bets',
    ready: (page) => expect(page.locator('section[aria-labelledby] button').first()).toBeVisible(),
  },
  { name: 'logs', path: '/logs', heading: 'Logs', ready: table('Log entries') },
  { name: 'settings', path: '/settings', heading: 'Settings', ready: table('Jobs') },
  {
    name: 'details of a job',
    path: '/settings',
    heading: 'Settings',
    ready: async (page) => {
      await rowsOf(page, 'Jobs').first().click();
      await expect(page.getByRole('dialog').getByText('Creator')).toBeVisible();
    },
  },
  {
    name: 'board of jobs',
    path: '/settings?view=board',
    heading: 'Settings',
    ready: (page) =>
      expect(
        page.getByRole('region', { name: 'Delayed', exact: true }).getByRole('article').first(),
      ).toBeVisible(),
  },
  { name: 'users', path: '/users', heading: 'Users', ready: button(/^alpina\.admin /) },
  {
    name: 'ticket',
    path: '/ticket/1',
    heading: /\S/,
    ready: (page) =>
      expect(page.getByRole('article', { name: 'Ticket #1' }).locator('time').first()).toBeVisible(),
  },
  {
    name: 'new ticket',
    path: '/new-ticket',
    heading: 'New ticket',
    ready: (page) => expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible(),
  },
  {
    name: 'tickets with one open',
    path: '/tickets',
    heading: 'Tickets',
    ready: async (page) => {
      await rowsOf(page, 'Tickets').first().click();
      await expect(
        page
          .getByRole('article', { name: /^Ticket #/ })
          .locator('time')
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'mailing list',
    path: '/mailing-list',
    heading: 'Mailing list',
    ready: (page) => expect(page.getByRole('table').locator('tbody tr').first()).toBeVisible(),
  },
  { name: 'status', path: '/status', heading: 'Status', ready: table('Status by integration') },
  // A month in the table, or in the list that a phone has.
  { name: 'period close', path: '/period-close', heading: 'Period close', ready: button(/^\w+ 20\d\d/) },
  { name: 'approvals', path: '/approvals', heading: 'Approvals', ready: emptyApprovals },
  { name: 'requests', path: '/requests', heading: 'Requests', ready: table('Requests for games') },
  {
    name: 'statements',
    path: '/statements?tab=list',
    heading: 'Statements',
    // A fresh hub may have none.
    ready: (page) =>
      expect(page.getByText('Months without').or(rowsOf(page, 'Statements').first())).toBeVisible(),
  },
  {
    name: 'terms of settlement',
    path: '/statements?tab=terms',
    heading: 'Statements',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Add terms' }).click();
      await expect(page.getByRole('textbox', { name: 'Tier 1: rate in percent' })).toBeVisible();
    },
  },
  {
    name: 'issuer of statements',
    path: '/statements?tab=issuer',
    heading: 'Statements',
    ready: (page) => expect(page.getByRole('textbox', { name: 'Prefix' })).toBeVisible(),
  },
  { name: 'RTP monitor', path: '/rtp-monitor', heading: 'RTP monitor', ready: table('RTP by game') },
  {
    name: 'alerts',
    path: '/alerts',
    heading: 'Alerts',
    // A fresh hub may have none.
    ready: (page) =>
      expect(
        page
          .getByText('No incidents')
          .or(page.getByText('Not evaluated yet', { exact: true }))
          .or(rowsOf(page, 'Incidents').first()),
      ).toBeVisible(),
  },
  {
    name: 'rules of alerts',
    path: '/alerts?tab=rules',
    heading: 'Alerts',
    ready: table('Rules'),
  },
  {
    name: 'reconciliation',
    path: '/reconciliation',
    heading: 'Reconciliation',
    ready: button(/^Month before$/),
  },
  {
    name: 'quarantine',
    path: '/quarantine',
    heading: 'Quarantine',
    ready: (page) =>
      expect(
        page
          .locator('main')
          .getByText(/rows?\b/)
          .first(),
      ).toBeVisible(),
  },
  {
    name: 'palette with results',
    path: '/settings',
    heading: 'Settings',
    ready: async (page) => {
      await table('Jobs')(page);
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search', exact: true });
      await palette.getByRole('combobox').fill('wolves');
      await expect(palette.getByRole('option', { name: /Wolves of Skadi/ })).toBeVisible();
    },
  },
];
