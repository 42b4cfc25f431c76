import { expect, type Page } from '@playwright/test';
import type pg from 'pg';
import { Api, type Integration } from './support/api.ts';
import { openDatabase, strike } from './support/database.ts';
import { addDays, today } from './support/days.ts';
import { inspect } from './support/inspect.ts';
import { test } from './support/living-page.ts';
import { until } from './support/poll.ts';
import { type Platform, Sandbox } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';

const rows = 12;
const what = 'Quarantined rows: Castello';

let admin: Api;
let castello: Platform;
let integration: Integration;
let database: pg.Client;
let maintenanceId: number;
const began = new Date();

test.describe.configure({ mode: 'serial' });

/** The rules are evaluated once an hour: for tests the hour before has not been, and the clock strikes now. */
async function evaluate(): Promise<void> {
  const evaluatedAt = async () =>
    (await admin.get<{ evaluatedAt: string | null }>('/alerts/incidents', { limit: 1 })).evaluatedAt;
  await database.query(
    "UPDATE alert_settings SET evaluated_until = date_trunc('hour', now()) - interval '1 hour', evaluated_at = NULL",
  );
  await strike(database, 'evaluate-alerts', 'hour');
  await until('the evaluation of the rules', evaluatedAt);
}

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  castello = await (await Sandbox.of()).platform('Castello');
  integration = await admin.integration('Castello');
  database = await openDatabase();
});

// Other specs find neither rows nor rules of this one.
test.afterAll(async () => {
  await castello?.behave();
  await admin?.send('DELETE', '/alerts/rules/rows-quarantined');
  await database?.query('DELETE FROM maintenances WHERE id = $1', [maintenanceId]);
  await database?.query('DELETE FROM quarantined_rows WHERE integration_id = $1 AND received_at >= $2', [
    integration.id,
    began,
  ]);
  await database?.end();
});

const rule = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Rules' }).getByRole('row', { name: `Edit rule: ${name}` });
const incident = (page: Page) =>
  page
    .getByRole('table', { name: 'Incidents' })
    .getByRole('row', { name: 'Open incident: Quarantined rows, Castello' });
const panelOf = (page: Page) => page.getByRole('dialog', { name: /^Incident #\d+$/ });
const timeline = (page: Page) =>
  panelOf(page).getByRole('region', { name: 'Timeline' }).getByRole('listitem');

test('a rule is made, and a default is changed', async ({ page }) => {
  await signIn(page, 'admin', '/alerts?tab=rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  const made = page.getByRole('dialog', { name: 'New rule' });
  await made.getByRole('button', { name: 'Save' }).click();
  await expect(made.getByText('Give the rule a name.')).toBeVisible();
  await made.getByRole('textbox', { name: 'Name' }).fill('Bets of Castello');
  await made.getByRole('textbox', { name: 'Deviation (%)' }).fill('60');
  await made.getByRole('button', { name: 'Save' }).click();
  await expect(rule(page, 'Bets of Castello')).toContainText('60%');

  await rule(page, 'Rows quarantined').click();
  const changed = page.getByRole('dialog', { name: 'Rule: Rows quarantined' });
  await changed.getByRole('textbox', { name: 'Rows', exact: true }).fill(String(rows));
  await changed.getByRole('textbox', { name: 'Closes after evaluations' }).fill('1');
  await changed.getByRole('button', { name: 'Save' }).click();
  await expect(rule(page, 'Rows quarantined')).toContainText(`${rows} rows`);

  await rule(page, 'Bets of Castello').click();
  await page
    .getByRole('dialog', { name: 'Rule: Bets of Castello' })
    .getByRole('button', { name: 'Delete rule' })
    .click();
  await page
    .getByRole('dialog', { name: 'Delete this rule?' })
    .getByRole('button', { name: 'Delete rule' })
    .click();
  await expect(rule(page, 'Bets of Castello')).toHaveCount(0);
});

test('malformed rows of a platform become an incident, which someone takes charge of with a note', async ({
  page,
}) => {
  await castello.misbehave({ malformedRows: rows });
  // With the day before: soon after midnight today has too few.
  const job = await admin.fetchAndWait(addDays(today(), -1), today(), [integration.id]);
  await castello.behave();
  expect(job.summary.quarantined).toBeGreaterThanOrEqual(rows);
  await evaluate();

  await signIn(page, 'admin', '/alerts');
  await expect(incident(page)).toContainText('Open');
  await incident(page).click();
  const panel = panelOf(page);
  await expect(panel.getByRole('heading', { name: what })).toBeVisible();
  await expect(timeline(page).filter({ hasText: 'Opened' })).toHaveCount(1);
  await expect(panel.getByRole('link', { name: 'Open the quarantine' })).toHaveAttribute(
    'href',
    `/quarantine?integration=${integration.id}`,
  );
  await inspect(page, 'an incident');

  await panel.getByRole('button', { name: 'Take charge' }).click();
  await expect(timeline(page).filter({ hasText: 'Taken in charge' })).toContainText('admin');
  await panel.getByRole('button', { name: 'Add note' }).click();
  const note = page.getByRole('dialog', { name: 'Add note' });
  await note.getByRole('textbox', { name: 'Note' }).fill('Castello has a new build.');
  await note.getByRole('button', { name: 'Add note' }).click();
  await expect(timeline(page).filter({ hasText: 'Castello has a new build.' })).toBeVisible();
});

test('a maintenance of the integration mutes it, and it closes by itself when its rows are gone', async ({
  page,
}) => {
  // Announcements are fourteen days ahead: this one has come.
  const { rows: announced } = await database.query<{ id: number }>(
    `INSERT INTO maintenances (starts_at, description, severity, created_at)
     VALUES (now() - interval '1 minute', 'New racks', 4, now()) RETURNING id`,
  );
  maintenanceId = announced[0]?.id ?? 0;
  await database.query(
    'INSERT INTO maintenance_integrations (maintenance_id, integration_id) VALUES ($1, $2)',
    [maintenanceId, integration.id],
  );
  await evaluate();
  await signIn(page, 'manager', '/alerts');
  await expect(incident(page)).toContainText('Muted');
  await incident(page).click();
  await expect(timeline(page).first()).toContainText('Muted');
  // Who may only look has nothing to do here.
  await expect(panelOf(page).getByRole('button', { name: 'Add note' })).toHaveCount(0);

  await database.query('DELETE FROM maintenances WHERE id = $1', [maintenanceId]);
  await evaluate();
  await expect(timeline(page).first()).toContainText('No longer muted');
  await database.query('DELETE FROM quarantined_rows WHERE integration_id = $1 AND received_at >= $2', [
    integration.id,
    began,
  ]);
  await evaluate();
  // Whoever was notified of its beginning is notified of its end, above it.
  await expect(timeline(page).filter({ hasText: 'Closed' })).toHaveCount(1);
  await expect(panelOf(page).getByText('By itself')).toBeVisible();
  await expect(timeline(page).filter({ hasText: 'Castello has a new build.' })).toBeVisible();
});
