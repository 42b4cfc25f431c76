import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { Api } from './support/api.ts';
import { closeMonth } from './support/close-month.ts';
import { inspect } from './support/inspect.ts';
import { type Platform, type PlatformSession, Sandbox, someSession } from './support/sandbox.ts';
import { signIn } from './support/sign-in.ts';

// A month of Alpina that no other spec looks at, before any history of the sandbox.
const day = '2026-01-21';
let admin: Api;
let alpina: Platform;
let integrationId: number;
let planted: PlatformSession[];
let other: BrowserContext | undefined;

const fetchDay = async () => {
  const job = await admin.fetchAndWait(day, day, [integrationId]);
  if (job.state !== 'completed') throw new Error(`The sessions were not fetched: ${job.error}`);
};

test.beforeAll(async () => {
  admin = await Api.signIn('admin');
  alpina = await (await Sandbox.of()).platform('Alpina');
  // Due of the month: 120,00.
  planted = [1, 2].map((hour) =>
    someSession(alpina, {
      userId: `statements-${hour}`,
      bet: 100_000,
      win: 40_000,
      netWin: 50_000,
      due: 6_000,
      createdAt: `${day}T0${hour}:00:00.000Z`,
    }),
  );
  await alpina.put(planted);
  integrationId = (await admin.integration('Alpina')).id;
  await fetchDay();
});

test.afterAll(async () => {
  await other?.close();
  await alpina.forget();
});

const monthOf = (page: Page) => page.getByRole('dialog', { name: 'Alpina January 2026' });
const statementOf = (page: Page) => page.getByRole('dialog', { name: /^Statement \S+, Alpina$/ });
const inStrip = (page: Page, label: string) =>
  statementOf(page)
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .first();

const disputeOf = (page: Page) => statementOf(page).getByRole('region', { name: 'Dispute', exact: true });

/** The amount that is open by the statement's own strip. */
const expectOpen = (page: Page, amount: string) => expect(inStrip(page, 'Open')).toContainText(amount);

async function pay(page: Page, amount: string | null, reference: string) {
  await statementOf(page).getByRole('button', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog', { name: /^Payment for / });
  if (amount !== null) await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await dialog.getByRole('textbox', { name: 'Reference' }).fill(reference);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog).toHaveCount(0);
}

test('a closed month is corrected, stated, disputed, adjusted, acknowledged and paid, with both sides signed in', async ({
  page,
  browser,
}) => {
  await test.step('the month is closed, corrected at the platform, and restated', async () => {
    await signIn(page, 'admin', `/period-close?integration=${integrationId}&month=2026-01`);
    await closeMonth(page, monthOf(page), { month: 'January 2026', integration: 'Alpina' });
    await expect(monthOf(page).getByRole('link', { name: 'Issue statement' })).toBeVisible();
    const [first] = planted as [PlatformSession];
    await alpina.put([
      { ...first, bet: 110_000, netWin: 60_000, due: 7_000, updatedAt: new Date().toISOString() },
    ]);
    await fetchDay();
    await page.reload();
    const lines = monthOf(page).getByRole('table', { name: 'Restatements' });
    await expect(lines).toContainText('Corrected');
    await expect(lines).toContainText('+10,00');
  });

  await test.step('the provider names itself and issues the statement', async () => {
    await page.goto('/statements?tab=issuer');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ludus srl');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Issuer saved')).toBeVisible();
    await page.goto('/statements?tab=list');
    await page.getByRole('button', { name: 'Issue the statement of January 2026, Alpina' }).click();
    const preview = page.getByRole('dialog', { name: /^Statement of January 2026/ });
    await expect(preview.getByRole('table', { name: 'Restatements' })).toContainText('Corrected');
    await preview.getByRole('button', { name: 'Issue statement' }).click();
    await page
      .getByRole('dialog', { name: 'Issue the statement of January 2026 to Alpina?' })
      .getByRole('button', { name: 'Issue statement' })
      .click();
    await expect(page).toHaveURL(/[?&]id=\d+/);
    await expectOpen(page, '130,00');
    await inspect(page, 'statement');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  other = await browser.newContext();
  const theirs = await other.newPage();
  await test.step('the integration sees it and disputes it', async () => {
    await signIn(theirs, 'alpina.admin', '/statements');
    await theirs.getByRole('row', { name: /^Open statement .* of Alpina$/ }).click();
    await expectOpen(theirs, '130,00');
    await expect(statementOf(theirs).getByRole('button', { name: 'Record payment' })).toHaveCount(0);
    await statementOf(theirs).getByRole('button', { name: 'Dispute' }).click();
    const dialog = theirs.getByRole('dialog', { name: /^Dispute LH-\d{4}-\d{4}$/ });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The correction is not ours.');
    await dialog.getByRole('textbox', { name: 'Disputed amount' }).fill('10,00');
    await dialog.getByRole('button', { name: 'Dispute' }).click();
    const asks = theirs.getByRole('dialog', { name: /^Dispute .*\?$/ });
    await asks.getByRole('button', { name: 'Dispute' }).click();
    await expect(disputeOf(theirs)).toContainText('The correction is not ours.');
  });

  await test.step('the provider accepts with an adjustment', async () => {
    const banner = disputeOf(page);
    await expect(banner).toContainText('The correction is not ours.');
    await expect(banner.getByRole('textbox', { name: 'Amount taken off' })).toHaveValue('10,00');
    await banner.getByRole('textbox', { name: 'Note' }).fill('Agreed.');
    await banner.getByRole('button', { name: 'Accept dispute' }).click();
    await page
      .getByRole('dialog', { name: /^Accept the dispute of / })
      .getByRole('button', { name: 'Accept dispute' })
      .click();
    await expect(banner).toHaveCount(0);
    await expectOpen(page, '120,00');
    for (const side of [page, theirs]) {
      const outcome = statementOf(side).getByRole('region', { name: 'Answer to the dispute' });
      await expect(outcome).toContainText('Agreed.');
      await expect(outcome).toContainText(/The statement now asks for 120,00\s€/);
    }
  });

  await test.step('the integration acknowledges what is left', async () => {
    await expectOpen(theirs, '120,00');
    await statementOf(theirs).getByRole('button', { name: 'Acknowledge' }).click();
    const dialog = theirs.getByRole('dialog', { name: /^Acknowledge / });
    await expect(dialog).toContainText(/You confirm 120,00\s€/);
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(statementOf(theirs).getByRole('button', { name: 'Acknowledge' })).toHaveCount(0);
  });

  await test.step('the provider records a part of the payment, then the rest', async () => {
    await expect(statementOf(page).getByText('Acknowledged', { exact: true }).first()).toBeVisible();
    await pay(page, '20,00', 'TRX 1');
    await expectOpen(page, '100,00');
    await expect(statementOf(page).getByText('Acknowledged, part paid')).toBeVisible();
    await pay(page, null, 'TRX 2');
    await expect(statementOf(page).getByText('Acknowledged, settled')).toBeVisible();
  });

  await test.step('nothing is owed on either side, and the PDF opens', async () => {
    for (const side of [page, theirs]) {
      await expectOpen(side, '0,00');
      const href = await statementOf(side)
        .getByRole('link', { name: 'PDF English, As issued' })
        .getAttribute('href');
      const file = await side.request.get(href ?? '');
      expect(file.status()).toBe(200);
      expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
      await side.goto(`/statements?tab=balance&integration=${integrationId}`);
      const entries = side.getByRole('table', { name: 'Running balance' }).locator('tbody tr');
      await expect(entries).toHaveCount(4);
      await expect(entries.first()).toContainText('TRX 2');
      await expect(entries.first().getByRole('cell').last()).toContainText('0,00');
    }
    await inspect(theirs, 'balance of the integration');
  });
});
