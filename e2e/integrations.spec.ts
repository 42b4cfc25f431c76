import { expect, type Locator, type Page } from '@playwright/test';
import { Api } from './support/api.ts';
import { test } from './support/living-page.ts';
import { fallbackOf } from './support/routes.ts';
import { type Platform, Sandbox } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';
import { toastSays } from './support/toasts.ts';

interface Answer {
  url: string;
  token: string;
}
const services = ['gaming', 'data', 'play', 'launch'] as const;
type Services = Record<(typeof services)[number], Answer>;
const titles = { gaming: 'Gaming', data: 'Data', play: 'Play', launch: 'Launch' } as const;

const card = (page: Page, name: string) => page.getByRole('region', { name: `${name} service`, exact: true });
const tick = (part: Locator) => part.getByText(/^The service is responding(, [\d.]+ ms)?$/);
const cross = (part: Locator) => part.getByText(/^The service is not responding correctly: /);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Leaves nothing behind of what a failed test has made. */
async function removeLeftovers(api: Api): Promise<void> {
  for (const { id, name } of await api.integrations()) {
    if (name.startsWith('E2E ')) await api.send('DELETE', `/integrations/${id}`);
  }
}

test.describe('integrations', () => {
  let api: Api;
  let sandbox: Sandbox;
  let alpina: Platform;
  let platformServices: Services;

  test.beforeAll(async () => {
    api = await Api.signIn('admin');
    sandbox = await Sandbox.of();
    alpina = await sandbox.platform('Alpina');
    platformServices = alpina.facts.services as Services;
  });
  test.afterEach(() => removeLeftovers(api));

  for (const account of ['alpina.admin', 'alpina.manager', 'alpina.guest'] as const) {
    test(`[NAV-05][NAV-09][NAV-13] ${account} is sent away from all three pages`, async ({ page }) => {
      await signIn(page, account);
      const { id } = await api.integration('Alpina');
      for (const path of ['/integrations', `/integration/${id}`, '/new-integration']) {
        await page.goto(path);
        await expect.poll(() => new URL(page.url()).pathname).toBe(fallbackOf(account));
      }
    });
  }

  for (const account of ['admin', 'manager'] as const) {
    test(`[INT-09][INT-10][INT-11][INT-12][INT-13][INT-15][INT-17][INT-18][INT-21][ERR-026][ERR-028][ERR-030][ERR-031] ${account} enters an integration, changes it and deletes it again`, async ({
      page,
    }) => {
      const name = `E2E ${account}`;
      await signIn(page, account, '/integrations');
      await page.getByRole('button', { name: 'Add integration' }).click();
      await expect(heading(page, 'New integration')).toBeVisible();
      await page.getByLabel('Name', { exact: true }).fill(name);
      for (const service of services) {
        const title = titles[service];
        await page.getByLabel(`URL ${title} service`, { exact: true }).fill(platformServices[service].url);
        const token = page.getByLabel(`Token ${title} service`, { exact: true });
        await token.fill('not-the-token');
        await token.blur();
        await expect(cross(card(page, title))).toBeAttached();
        await token.fill(platformServices[service].token);
        await token.blur();
        await expect(tick(card(page, title))).toBeAttached();
      }
      await page.getByRole('button', { name: 'Create integration' }).click();
      await expect(heading(page, name)).toBeVisible();
      await expect(page).toHaveURL(/\/integration\/\d+$/);
      for (const service of services) await expect(tick(card(page, titles[service]))).toBeAttached();
      await expect(page.getByRole('region', { name: 'Operators' }).getByText('Empty')).toBeVisible();

      // Renamed, and back.
      for (const [from, to] of [
        [name, `${name} renamed`],
        [`${name} renamed`, name],
      ] as const) {
        await page.getByRole('button', { name: 'Edit name' }).click();
        await expect(page.getByLabel('Name', { exact: true })).toHaveValue(from);
        await page.getByLabel('Name', { exact: true }).fill(to);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(heading(page, to)).toBeVisible();
        await toastSays(page, 'Integration updated');
      }

      // A wrong token shows at once, and so does the right one.
      const gaming = card(page, 'Gaming');
      const save = async (token: string) => {
        await page.getByRole('button', { name: 'Edit Gaming' }).click();
        await gaming.getByLabel('New token Gaming service', { exact: true }).fill(token);
        await gaming.getByRole('button', { name: 'Save' }).click();
        await page
          .getByRole('dialog', { name: 'Are you sure?' })
          .getByRole('button', { name: 'Save service' })
          .click();
        await toastSays(page, 'Gaming service fields updated');
      };
      await save('no-longer-the-token');
      await expect(cross(gaming)).toBeAttached();
      await save(platformServices.gaming.token);
      await expect(tick(gaming)).toBeAttached();
      await page.getByRole('button', { name: 'Edit Gaming' }).click();
      await gaming.getByRole('button', { name: 'Save' }).click();
      await toastSays(page, 'Nothing to update');
      await gaming.getByRole('button', { name: 'Cancel' }).click();

      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      const question = page.getByRole('dialog', { name: `Delete ${name}?` });
      await question.getByRole('button', { name: 'Delete integration' }).click();
      await toastSays(page, 'Integration deleted');
      await expect(heading(page, 'Integrations')).toBeVisible();
      await expect(page.getByRole('row', { name: `Open ${name}`, exact: true })).toHaveCount(0);
    });
  }

  test('[INT-09] a name that is taken is refused beside its field, and nothing typed is lost', async ({
    page,
  }) => {
    await signIn(page, 'admin', '/new-integration');
    await page.getByLabel('Name', { exact: true }).fill('Alpina');
    for (const service of services) {
      await page
        .getByLabel(`URL ${titles[service]} service`, { exact: true })
        .fill(platformServices[service].url);
      await page.getByLabel(`Token ${titles[service]} service`, { exact: true }).fill('x');
    }
    await page.getByRole('button', { name: 'Create integration' }).click();
    const question = page.getByRole('dialog', { name: 'Create Alpina anyway?' });
    await expect(question.getByRole('listitem')).toHaveCount(services.length);
    await question.getByRole('button', { name: 'Create anyway' }).click();
    await expect(question).toHaveCount(0);
    const name = page.getByLabel('Name', { exact: true });
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Token Launch service', { exact: true })).toHaveValue('x');
    await page.getByRole('link', { name: 'Back to Integrations' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(heading(page, 'Integrations')).toBeVisible();
  });

  test('[INT-01][INT-02][INT-03][INT-04][INT-05][INT-06] the list shows, finds, sorts and opens', async ({
    page,
  }) => {
    const counted = await api.get<{ rows: { name: string; version: string; gameCount: number }[] }>(
      '/integrations-with-counts',
    );
    await signIn(page, 'manager', '/integrations');
    const rows = page.getByRole('table', { name: 'Integrations' }).getByRole('row');
    // With the head and the totals.
    await expect(rows).toHaveCount(counted.rows.length + 2);
    const most = Math.max(...counted.rows.map(({ gameCount }) => gameCount));
    await expect(rows.nth(1).getByRole('cell').nth(5)).toHaveText(String(most));
    const foreign = counted.rows.filter(({ version }) => version === 'GAI-INTERNATIONAL').length;
    await expect(page.getByRole('img', { name: 'International version' })).toHaveCount(foreign);
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(page).toHaveURL(/sort=name&direction=asc/);
    await page.getByRole('textbox', { name: 'Search integrations' }).fill('alp');
    await expect(rows).toHaveCount(2);
    await expect(page).toHaveURL(/search=alp/);
    await page.reload();
    await expect(rows).toHaveCount(2);
    await rows.nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Alpina')).toBeVisible();
  });

  test('[INT-07][INT-16][OPEN-51][ERR-020][ERR-021][ERR-022][ERR-023] one and all are synchronised, and a platform that does not answer is named', async ({
    page,
  }) => {
    // By keyboard: the toasts lie over the buttons, and stay there under a mouse.
    const press = async (button: Locator) => {
      await expect(button).toBeEnabled();
      await button.press('Enter');
    };
    const syncOne = page.getByRole('button', { name: 'Sync', exact: true });
    const syncAll = page.getByRole('button', { name: 'Sync integrations' });
    await signIn(page, 'manager', '/integrations');
    await press(syncAll);
    await toastSays(page, 'Integrations synchronized successfully!');
    await page.getByRole('row', { name: 'Open Alpina' }).click();
    await press(syncOne);
    await toastSays(page, 'Integration synchronized successfully!');
    await alpina.misbehave({ http500: true });
    try {
      await press(syncOne);
      await toastSays(page, 'Failed to synchronize integration');
      await page.getByRole('link', { name: 'Back to Integrations' }).click();
      await press(syncAll);
      await toastSays(page, 'Failed to synchronize integrations');
      await toastSays(page, /^Alpina\. /);
    } finally {
      await alpina.behave();
    }
  });

  test('[INT-22][INT-23][INT-24][INT-25][INT-26] one integration shows what the API says of it', async ({
    page,
  }) => {
    const day = '2026-04-01';
    const { id } = await api.integration('Alpina');
    const detail = await api.get<{
      operators: { name: string }[];
      users: { username: string }[];
      games: { isDev: boolean; integration_games: { is_active: string | null } }[];
    }>(`/integrations/${id}`);
    const { count } = await api.get<{ count: number }>('/bookkeeping/sessions/range', {
      from: day,
      to: day,
      'filter[integrationId]': id,
      limit: 1,
    });
    await signIn(page, 'admin', `/integration/${id}?day=${day}`);
    const operators = page.getByRole('region', { name: 'Operators' });
    for (const { name } of detail.operators)
      await expect(operators.getByText(name, { exact: true })).toBeVisible();
    const users = page.getByRole('region', { name: 'Users' });
    for (const { username } of detail.users)
      await expect(users.getByText(username, { exact: true })).toBeVisible();
    const released = detail.games.filter(({ isDev }) => !isDev);
    const active = released.filter((game) => game.integration_games.is_active !== null).length;
    await expect(page.getByRole('region', { name: 'Games' })).toContainText(
      `${active} active of ${detail.games.length}`,
    );
    const sessions = page.getByRole('region', { name: 'Sessions' });
    const figure = sessions.getByRole('paragraph').filter({ hasText: 'sessions on 01/04/2026' });
    await expect
      .poll(async () => Number((await figure.innerText()).replaceAll('.', '').match(/^\d+/)?.[0]))
      .toBe(count);
    await page.getByRole('button', { name: 'Manage sessions' }).click();
    await expect(page).toHaveURL(`/sessions?from=${day}&to=${day}&type=all&integrations=${id}`);
  });

  test('[INT-27][OPEN-45][ERR-038] the games of an integration are changed, and changed back', async ({
    page,
  }) => {
    const { id } = await api.integration('Baltica');
    const gamesOf = async () =>
      (
        await api.get<{
          rows: { id: number; name: string; integration_games: { is_active: string | null } }[];
        }>(`/integrations/${id}/games`)
      ).rows;
    const before = await gamesOf();
    const visible = before.filter((game) => game.integration_games.is_active === null).map((game) => game.id);
    const restore = () => api.send('POST', `/integrations/${id}/games`, { games: visible });
    try {
      await signIn(page, 'manager', `/integration/${id}`);
      const games = page.getByRole('region', { name: 'Games' });
      await games.getByRole('button', { name: 'Edit games' }).click();
      // The list draws what is in sight.
      const catalogue = await api.get<{ rows: { id: number; name: string }[] }>('/catalog');
      const extra = catalogue.rows.find((game) => before.every((known) => known.id !== game.id));
      if (extra === undefined) throw new Error('Baltica has every game of the catalogue');
      await games.getByLabel('Search games').fill(extra.name);
      await games.getByRole('button', { name: `Add ${extra.name}`, exact: true }).click();
      await expect(
        games.getByRole('checkbox', { name: `Notify about ${extra.name}`, exact: true }),
      ).not.toBeChecked();
      await games.getByRole('button', { name: 'Save Games' }).click();
      await toastSays(page, 'Games updated successfully');
      expect((await gamesOf()).map((game) => game.id)).toContain(extra.id);

      await games.getByRole('button', { name: 'Edit games' }).click();
      await games.getByLabel('Search games').fill(extra.name);
      await games.getByRole('button', { name: `Remove ${extra.name}`, exact: true }).click();
      await games.getByRole('button', { name: 'Save Games' }).click();
      await toastSays(page, 'Games updated successfully');
      expect((await gamesOf()).map((game) => game.id)).not.toContain(extra.id);
    } finally {
      await restore();
    }
  });
});
