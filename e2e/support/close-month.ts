import { expect, type Locator, type Page } from '@playwright/test';

/** Every decision that the checklist of a month asks for, with one reason for what did not pass. */
const reason = 'Before the history of the sandbox.';

/**
 * Puts the month that is open in `panel` in review and closes it, as a person does: with a decision on each check.
 * `between` looks at the month while it is in review.
 */
export async function closeMonth(
  page: Page,
  panel: Locator,
  { month, integration, between }: { month: string; integration: string; between?: () => Promise<void> },
): Promise<void> {
  await panel.getByRole('button', { name: 'Put in review' }).click();
  await expect(panel.getByText(/In review since .* by admin/)).toBeVisible();
  await between?.();
  for (const box of await panel.getByRole('checkbox', { name: /: I have seen this$/ }).all())
    await box.check();
  for (const box of await panel.getByRole('checkbox', { name: /: close anyway$/ }).all()) await box.check();
  for (const field of await panel.getByRole('textbox', { name: 'Reason' }).all()) await field.fill(reason);
  await panel.getByRole('button', { name: 'Close month' }).click();
  await page
    .getByRole('dialog', { name: `Close ${month} of ${integration}?` })
    .getByRole('button', { name: 'Close month' })
    .click();
  await expect(panel.getByText(/^Closed .* by admin/)).toBeVisible();
}
