import { expect, type Page } from '@playwright/test';

/** Chooses a language on the settings page by its name there, and waits until the hub has noted it for the person. */
export async function chooseLanguage(page: Page, name: RegExp, language: 'en' | 'it'): Promise<void> {
  const noted = page.waitForResponse((answer) => {
    const request = answer.request();
    return (
      request.method() === 'PUT' &&
      // A token that has just ended is renewed and the call repeated.
      answer.status() !== 401 &&
      answer.url().endsWith('/api/user/preferences') &&
      (request.postDataJSON() as { language: string }).language === language
    );
  });
  // Saved replies have languages of their own there.
  const languages = page.getByRole('radiogroup', { name: /^(Language|Lingua)$/ });
  await languages.getByText(name).click();
  expect((await noted).status()).toBe(200);
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
}
