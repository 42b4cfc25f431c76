import { expect, type Locator, type Page } from '@playwright/test';

/** Goes to a path inside the running application, as Back and Forward do. */
export async function travel(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

/** One segment of a switch: its radio is drawn as its label. */
export async function choose(page: Page | Locator, group: string, option: string): Promise<void> {
  const radios = page.getByRole('radiogroup', { name: group, exact: true });
  await radios
    .locator('label')
    .filter({ hasText: new RegExp(`^${option}$`) })
    .click();
}

/** Picks names in a searchable list of several. */
export async function pick(page: Page, label: string, names: readonly string[]): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  for (const name of names) {
    await field.fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await field.press('Escape');
  // The list takes a moment to go, and the next field has options of the same names.
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

/** What a tile of a region shows, spaces made plain. */
export function tile(region: Locator, label: string): Locator {
  const page = region.page();
  const named = page.locator('dt', { hasText: new RegExp(`^${label}`) });
  return region.locator('dl > div').filter({ has: named }).locator('dd').first();
}

/** The texts of one column of a table, by its heading, and of its last row: read at one moment, when it is not loading. */
export async function columnWithFoot(table: Locator, heading: string) {
  const read = (element: Element) => {
    const texts = (selector: string) =>
      [...element.querySelectorAll<HTMLElement>(selector)].map((cell) => cell.innerText);
    return {
      isBusy: element.getAttribute('aria-busy') === 'true',
      headings: texts('thead th'),
      rows: [...element.querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll<HTMLElement>('td')].map((cell) => cell.innerText),
      ),
      foot: texts('tfoot td'),
    };
  };
  let shown = await table.evaluate(read);
  while (shown.isBusy) {
    await expect(table).not.toHaveAttribute('aria-busy', 'true');
    shown = await table.evaluate(read);
  }
  const { headings, rows, foot } = shown;
  const at = headings.findIndex((text) => text.trim() === heading);
  if (at < 0) throw new Error(`No column ${heading} among ${headings.join(', ')}`);
  return { cells: rows.flatMap((row) => row[at] ?? []), foot: foot[at] ?? '' };
}

export async function column(table: Locator, heading: string): Promise<string[]> {
  return (await columnWithFoot(table, heading)).cells;
}

/** A text with ordinary spaces and hyphens, to be compared with what a test writes. */
export function plain(text: string): string {
  return text
    .replace(/[\s ]+/g, ' ')
    .replaceAll('−', '-')
    .trim();
}

/** How many sessions the list says it has found. */
export async function listCount(page: Page): Promise<number> {
  const text = await page
    .locator('header')
    .getByText(/^[\d.]+ sessions?( with rounds)?, /)
    .innerText();
  return Number((/^[\d.]+/.exec(text)?.[0] ?? '').replaceAll('.', ''));
}
