import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import firstPaint from '../../../public/first-paint.js?raw';
import { setLanguage } from '../../lib/language.ts';
import { answerCalls } from '../../test/answer-calls.ts';
import { ownSecurity } from '../../test/own-security.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { SettingsPage } from './pages/settings-page.tsx';

describe('settings', () => {
  afterEach(() => setLanguage('en'));

  it('[SET-01][I18N-01][I18N-02] offers English and Italian, the latter marked Beta, and keeps the choice', async () => {
    const calls = answerCalls({ ...ownSecurity, savePreferences: { language: 'it' } });
    const { user } = renderScreen(<SettingsPage search={{}} onSearch={() => {}} />, {
      role: 'integration_guest',
    });
    expect(screen.getByRole('radio', { name: 'English' }).matches(':checked')).toBe(true);
    await user.click(screen.getByRole('radio', { name: /Italiano.*Beta/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Impostazioni' })).toBeTruthy();
    expect(localStorage.getItem('ludus.language')).toBe('it');
    expect(document.documentElement.lang).toBe('it');
    expect(calls.find(({ endpoint }) => endpoint === 'savePreferences')?.body).toEqual({ language: 'it' });
  });

  it('[OPEN-15][SHELL-14] switches between dark and light, and keeps the choice', async () => {
    const { user } = renderScreen(<SettingsPage search={{}} onSearch={() => {}} />, {
      role: 'ludus_manager',
    });
    await user.click(screen.getByRole('radio', { name: 'Light' }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('light');
    expect(localStorage.getItem('mantine-color-scheme-value')).toBe('light');
    await user.click(screen.getByRole('radio', { name: 'System' }));
    expect(localStorage.getItem('mantine-color-scheme-value')).toBe('auto');
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset.mantineColorScheme).toBe('dark');
  });

  it('has what is one’s own apart from what is the company’s; on a phone in one select', async () => {
    answerCalls(ownSecurity);
    const { unmount } = renderScreen(<SettingsPage search={{}} onSearch={() => {}} />, {
      role: 'ludus_admin',
    });
    const sections = screen.getByRole('navigation', { name: 'Sections of the settings' });
    expect(within(sections).getByText('Your account')).toBeVisible();
    expect(within(sections).getByText('Company')).toBeVisible();
    expect(within(sections).getAllByRole('link')).toHaveLength(9);
    unmount();
    setViewport(390);
    renderScreen(<SettingsPage search={{}} onSearch={() => {}} />, { role: 'ludus_admin' });
    const select = screen.getByRole('combobox', { name: 'Sections of the settings' });
    expect(within(select).getByRole('group', { name: 'Company' }).textContent).toBe(
      'Reports by emailFinanceApprovalsSupportWebhooksJobs',
    );
  });

  it('[SHELL-14][I18N-02] both choices are applied before the first paint', () => {
    expect(firstPaint).toContain("'mantine-color-scheme-value'");
    expect(firstPaint).toContain("'ludus.language'");
  });
});
