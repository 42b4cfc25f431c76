import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { presetPeriod, today } from '../../lib/days.ts';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { ownSecurity } from '../../test/own-security.ts';
import { renderScreen } from '../../test/render.tsx';
import { called, SettingsScreen, showSettings as show } from '../../test/settings-screen.tsx';

vi.mock('../../lib/toast.tsx', () => ({ toast: vi.fn() }));
vi.mock('../../lib/realtime.ts', () => ({ socketId: () => 'socket-1' }));

const send = () => screen.getByRole('button', { name: 'Send report' });
const people = () => screen.getByRole('combobox', { name: 'Recipients' });

beforeEach(() => vi.mocked(toast).mockClear());

describe('what only administrators of the provider see', () => {
  it('[ROLE-12] others have language, appearance, their own security and API tokens, and nothing else is asked for', () => {
    const calls = answerCalls(ownSecurity);
    renderScreen(<SettingsScreen />, { role: 'ludus_manager' });
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Language',
      'Appearance',
      'Security',
      'API tokens',
    ]);
    expect(screen.getByText(/Language applies to your account/).textContent).toContain(
      'appearance to this device',
    );
    expect(calls.map(({ endpoint }) => endpoint)).toEqual(['getAccountSecurity', 'listApiTokens']);
  });
});

describe('the report generator', () => {
  it('[SET-02][SET-04] offers four types; a custom report waits for recipients, the others do not', async () => {
    const { user: person } = show();
    const types = screen.getByRole('radiogroup', { name: 'Report type' });
    expect(
      within(types)
        .getAllByRole('radio')
        .map((radio) => radio.getAttribute('value')),
    ).toEqual(['daily', 'custom', 'monthly', 'italy-games']);
    expect(send().hasAttribute('disabled')).toBe(false);
    await person.click(within(types).getByRole('radio', { name: 'Custom' }));
    expect(send().hasAttribute('disabled')).toBe(true);
    await person.click(await screen.findByRole('combobox', { name: 'Recipients' }));
    await person.click(await screen.findByRole('option', { name: /anna/ }));
    expect(send().hasAttribute('disabled')).toBe(false);
  });

  it('[SET-05] lists administrators and whoever has a valid address', async () => {
    const { user: person } = show();
    await person.click(people());
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(names).toEqual([
      'chiefchief@ludus.test',
      'silentno email',
      'annaanna@ludus.test',
      'borisboris@ludus.test',
    ]);
  });

  it('[SET-06][SET-07] an integration leaves its people and the administrators, and of those chosen the latter', async () => {
    const { user: person } = show();
    await person.click(people());
    for (const name of [/chief/, /boris/]) await person.click(await screen.findByRole('option', { name }));
    await person.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Remove boris' })).toBeTruthy();
    await person.click(screen.getByRole('combobox', { name: 'Integration' }));
    await person.click(await screen.findByRole('option', { name: 'Alpina' }));
    expect(screen.queryByRole('button', { name: 'Remove boris' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove chief' })).toBeTruthy();
    await person.click(people());
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
        'chiefchief@ludus.test',
        'silentno email',
        'annaanna@ludus.test',
      ]),
    );
  });

  it('[SET-03][ERR-049] takes a typed address, and says what is none', async () => {
    const { user: person } = show();
    const field = screen.getByRole('textbox', { name: 'Another address' });
    await person.type(field, 'no-one{Enter}');
    expect(await screen.findByText('Email is not valid')).toBeTruthy();
    await person.clear(field);
    await person.type(field, 'new@elsewhere.test{Enter}');
    expect(screen.getByRole('button', { name: 'Remove new@elsewhere.test' })).toBeTruthy();
    await person.type(field, 'NEW@elsewhere.test{Enter}');
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
  });

  it('[SET-03][OPEN-55] an address that is still typed is a recipient: the report does not go to the mailing list', async () => {
    const { user: person, calls } = show({ mailDailyReport: { jobId: 'j1' } });
    await person.type(screen.getByRole('textbox', { name: 'Another address' }), 'new@elsewhere.test');
    await person.click(send());
    await waitFor(() => expect(called(calls, 'mailDailyReport')).toHaveLength(1));
    expect(called(calls, 'mailDailyReport')[0]).toMatchObject({ body: { to: ['new@elsewhere.test'] } });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove new/ })).toBeNull());
    // Nor does a click too many send it there.
    await person.click(send());
    expect(called(calls, 'mailDailyReport')).toHaveLength(1);
    await waitFor(() => expect(send()).toBeEnabled());
  });

  it('[SET-03][ERR-049][OPEN-55] what is still typed and no address is said beside the field, and nothing is sent', async () => {
    const { user: person, calls } = show({ mailDailyReport: { jobId: 'j1' } });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Another address' });
    await person.type(field, 'new@elsewhere');
    await person.click(send());
    expect(await screen.findByText('Email is not valid')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.value).toBe('new@elsewhere');
    expect(document.activeElement).toBe(field);
    expect(called(calls, 'mailDailyReport')).toEqual([]);
  });

  it('[SET-03][SET-04] a pasted list becomes several recipients, each once; a custom report then waits for no one', async () => {
    const { user: person, calls } = show({ mailCustomReport: { jobId: 'j1' } });
    await person.click(screen.getByRole('radio', { name: 'Custom' }));
    expect(people().getAttribute('placeholder')).toBe('Choose people');
    await person.click(screen.getByRole('textbox', { name: 'Another address' }));
    await person.paste('a@x.test; b@y.test\nA@x.test, c@z.test');
    expect(screen.getAllByRole('button', { name: /^Remove/ })).toHaveLength(3);
    await person.click(send());
    await waitFor(() => expect(called(calls, 'mailCustomReport')).toHaveLength(1));
    expect(called(calls, 'mailCustomReport')[0]).toMatchObject({
      body: { to: ['a@x.test', 'b@y.test', 'c@z.test'] },
    });
  });

  it('[SET-08][API-061][ERR-045][RT-07] sends range, people and integration, tells it, clears the people and reads the jobs again', async () => {
    const { user: person, calls } = show({ mailCustomReport: { jobId: 'j1' } });
    await person.click(screen.getByRole('radio', { name: 'Custom' }));
    await person.type(screen.getByRole('textbox', { name: 'Another address' }), 'new@elsewhere.test{Enter}');
    const before = called(calls, 'listAllJobs').length;
    await person.click(send());
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('success', 'Reports request created successfully'),
    );
    const [sent] = called(calls, 'mailCustomReport') as { query?: object; body?: Record<string, unknown> }[];
    expect(sent?.query).toEqual({ socketId: 'socket-1' });
    expect(sent?.body).toMatchObject({ to: ['new@elsewhere.test'], integrationId: null });
    const { from, to } = presetPeriod('lastMonth', today());
    expect(sent?.body).toMatchObject({ dateStart: from, dateEnd: to });
    expect(screen.queryByRole('button', { name: /^Remove new/ })).toBeNull();
    expect(called(calls, 'listAllJobs').length).toBe(before + 2);
  });

  it('[OPEN-55][API-058] without people it goes to the mailing list', async () => {
    const { user: person, calls } = show({ mailDailyReport: { jobId: 'j1' } });
    expect(screen.getByPlaceholderText('The mailing list')).toBeVisible();
    await person.click(send());
    await waitFor(() => expect(called(calls, 'mailDailyReport')).toHaveLength(1));
    expect(called(calls, 'mailDailyReport')[0]).toMatchObject({ body: { to: null, integrationId: null } });
  });

  it('[ERR-047][OPEN-63] a failure is logged only, and the people stay', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { user: person } = show({ mailDailyReport: new Refusal(500) });
    await person.type(screen.getByRole('textbox', { name: 'Another address' }), 'new@elsewhere.test{Enter}');
    await person.click(send());
    await waitFor(() => expect(log).toHaveBeenCalledOnce());
    expect(toast).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Remove new@elsewhere.test' })).toBeTruthy();
    log.mockRestore();
  });
});

describe('the user guide', () => {
  const field = () => screen.getByRole('textbox', { name: /^E-?mail addresses/i });
  const sendGuide = () => screen.getByRole('button', { name: 'Send guide' });

  it('[SET-09][API-062][ERR-046] adds what is still typed, and sends', async () => {
    const { user: person, calls } = show({ sendUserGuide: { message: 'Emails sent successfully' } });
    await person.type(field(), 'a@b.it{Enter}');
    await person.type(field(), 'c@d.it');
    await person.click(sendGuide());
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Emails sent successfully'));
    expect(called(calls, 'sendUserGuide')[0]).toMatchObject({
      body: { to: ['a@b.it', 'c@d.it'], fileUrl: 'http://localhost/user-guide' },
    });
    await waitFor(() => expect(screen.queryByText('a@b.it')).toBeNull());
  });

  it('[SET-09] the keyboard goes on in the empty form once it is sent', async () => {
    const answer = Promise.withResolvers<object>();
    const { user: person } = show({ sendUserGuide: () => answer.promise });
    await person.type(field(), 'a@b.it');
    await person.click(sendGuide());
    await waitFor(() => expect(sendGuide()).toBeDisabled());
    // Browsers take the focus from a button that is turned off.
    field().focus();
    field().blur();
    answer.resolve({ message: 'Emails sent successfully' });
    await waitFor(() => expect(field()).toHaveFocus());
    expect(screen.queryByText('a@b.it')).toBeNull();
  });

  it('[SET-10][ERR-050] marks the field when there is no address', async () => {
    const { user: person, calls } = show();
    await person.click(sendGuide());
    expect(await screen.findByText('Please enter at least one email address')).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(field()).toHaveFocus();
    expect(called(calls, 'sendUserGuide')).toEqual([]);
  });

  it('[SET-11][ERR-048] does not add what is no address', async () => {
    const { user: person } = show();
    await person.type(field(), 'a b@c{Enter}');
    expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });
});
