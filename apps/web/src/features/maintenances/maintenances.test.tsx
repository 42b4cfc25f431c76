import type { Integration, Maintenance } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addDays, dayInRome, today } from '../../lib/days.ts';
import { formatDay, formatDayWith, formatLongStart } from '../../lib/format.ts';
import { instantInRome, timeInRome } from '../../lib/rome-clock.ts';
import * as toasts from '../../lib/toast.tsx';
import { toast } from '../../lib/toast.tsx';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { anIntegration } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { filterMaintenances } from './filter-maintenances.ts';
import { MaintenancesPage } from './pages/maintenances-page.tsx';
import { type MaintenancesSearch, readMaintenancesSearch } from './search.ts';

vi.spyOn(toasts, 'toast').mockReturnValue('');

const integration = (id: number, name: string, users: string[]): Integration => ({
  ...anIntegration(id, name),
  users: users.map((username) => ({ username, email: null })),
});
const integrations = [
  integration(1, 'Alpina', ['anna']),
  integration(2, 'Baltica', ['boris']),
  integration(3, 'Castello', []),
];

const told = (id: number, name: string, confirmed: boolean | null) => ({
  id,
  name,
  maintenance_integrations: {
    confirmed,
    answeredAt: confirmed === null ? null : '2026-11-21T09:15:00Z',
    answeredBy: confirmed === null ? null : `${name.toLowerCase()}.admin`,
    reason: confirmed === false ? 'No staff that night' : null,
  },
});
const maintenance = (id: number, integrations: Maintenance['integrations'], severity = 2): Maintenance => ({
  id,
  date: '2026-12-04T23:00:00Z',
  endsAt: '2026-12-05T23:00:00Z',
  isEndAssumed: true,
  kind: 'planned',
  services: [],
  games: [],
  cancelledAt: null,
  cancelReason: null,
  description: `Work number ${id}`,
  severity,
  createdAt: '2026-11-20T10:00:00Z',
  changedAt: null,
  sequence: 0,
  integrations,
});
const announced = [
  maintenance(1, [told(1, 'Alpina', true), told(2, 'Baltica', true)]),
  maintenance(2, [told(1, 'Alpina', false), told(2, 'Baltica', null)], 3),
  maintenance(3, [told(2, 'Baltica', null)]),
];

let search: MaintenancesSearch = {};
function Page({ start }: { start: MaintenancesSearch }) {
  const [current, setCurrent] = useState(start);
  search = current;
  return <MaintenancesPage search={current} onSearch={setCurrent} />;
}

function show(answers: Record<string, unknown> = {}, start: MaintenancesSearch = {}) {
  const calls = answerCalls({
    listMaintenances: announced,
    listIntegrations: { rows: integrations },
    listGames: { rows: [] },
    ...answers,
  });
  return { ...renderScreen(<Page start={start} />), calls };
}
/** The announced ones of the fixture are all of one day. */
const list = (name: string | RegExp = /^(In progress|Upcoming|Past and cancelled)$/) =>
  screen.findByRole('list', { name });
const entries = async (name?: string | RegExp) => [...(await list(name)).children] as HTMLElement[];
const works = async (name?: string) =>
  (await entries(name)).map((entry) => /Work number \d/.exec(entry.textContent ?? '')?.[0].slice(-1));
const submit = () => screen.getByRole('button', { name: 'Announce maintenance' });

// Days of the fixtures are written down, so today is too.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00Z'), toFake: ['Date'] });
  vi.mocked(toast).mockClear();
});

describe('the announced maintenances', () => {
  it('[MAINT-05][MAINT-07][MAINT-08] stand newest first, with each answer and the status of all', async () => {
    show();
    expect(await works()).toEqual(['3', '2', '1']);
    const statuses = (await entries()).map((entry) => ({
      overall: /Overall status: (Pending|Denied|Confirmed)/.exec(entry.textContent ?? '')?.[1],
      answers: within(within(entry).getByRole('list'))
        .getAllByRole('listitem')
        .map((item) => /(Alpina|Baltica)(Confirmed|Denied|Pending)/.exec(item.textContent ?? '')?.slice(1)),
    }));
    expect(statuses).toEqual([
      { overall: 'Pending', answers: [['Baltica', 'Pending']] },
      {
        overall: 'Denied',
        answers: [
          ['Alpina', 'Denied'],
          ['Baltica', 'Pending'],
        ],
      },
      {
        overall: 'Confirmed',
        answers: [
          ['Alpina', 'Confirmed'],
          ['Baltica', 'Confirmed'],
        ],
      },
    ]);
    const [first] = await entries();
    expect(first?.textContent).toContain('Saturday 5 December 2026');
    expect(screen.getByText('1 pending')).toBeTruthy();
  });

  it('say what a denial changes: nothing where it is critical, else those who denied it', async () => {
    const coming = { date: `${addDays(today(), 20)}T01:00:00Z`, endsAt: `${addDays(today(), 20)}T05:00:00Z` };
    const told2 = [told(1, 'Alpina', false), told(2, 'Baltica', null)];
    show({
      listMaintenances: [
        { ...maintenance(1, told2), ...coming },
        { ...maintenance(2, told2, 4), ...coming },
        { ...maintenance(3, [told(1, 'Alpina', false)]), ...coming },
        { ...maintenance(4, [told(2, 'Baltica', null)]), ...coming, services: ['play', 'launch'] },
      ],
    });
    const said = (await entries('Upcoming')).map(
      (entry) => /(It takes|It does|Critical: )[^.]+\./.exec(entry.textContent ?? '')?.[0],
    );
    expect(said).toEqual([
      undefined,
      'It does not take place: everyone has denied it.',
      'Critical: it takes place although it was denied.',
      'It takes place, except at Alpina.',
    ]);
    const [asked, denied, critical, some] = await entries('Upcoming');
    expect(asked).toHaveTextContent('Overall status: Pending');
    expect(asked).toHaveTextContent('Services: Play, Launch');
    expect(denied).toHaveTextContent(/Overall status: Denied(?! by)/);
    for (const one of [critical, some]) expect(one).toHaveTextContent('Overall status: Denied by 1 of 2');
  });

  it('of those to come the soonest is said in the head, and leads to its entry', async () => {
    const on = (id: number, days: number, part: Partial<Maintenance> = {}) => {
      const date = `${addDays(today(), days)}T01:00:00Z`;
      return { ...maintenance(id, []), date, endsAt: date.replace('T01', 'T05'), ...part };
    };
    const cancelled = on(4, 1, { cancelledAt: '2026-11-20T10:00:00Z', cancelReason: 'Not needed' });
    show({ listMaintenances: [on(1, 9), on(2, 30), on(3, 4), cancelled, on(5, -2)] });
    expect(await works('Upcoming')).toEqual(['3', '1', '2']);
    expect(await works('Past and cancelled')).toEqual(['5', '4']);
    const next = screen.getByRole('link', { name: /^Next: / });
    expect(next).toHaveTextContent(formatLongStart(on(3, 4).date, 'en'));
    expect(next).toHaveAttribute('href', '/maintenances?id=3&view=last');
  });

  it('have a heading for what runs, which waits for no answer, as no emergency, critical or past one does', async () => {
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const asked = [told(1, 'Alpina', null)];
    const running = { ...maintenance(1, asked), date: at(-1), endsAt: at(2) };
    const coming = { ...maintenance(2, asked), date: at(3), endsAt: at(4), kind: 'emergency' as const };
    const denied = { ...maintenance(3, [told(1, 'Alpina', false)]), date: at(100), endsAt: at(101) };
    const over = { ...maintenance(4, asked), date: at(-200), endsAt: at(-199) };
    const critical = { ...maintenance(5, asked, 4), date: at(102), endsAt: at(103) };
    show({ listMaintenances: [running, coming, denied, over, critical] });
    expect(await works('In progress')).toEqual(['1']);
    expect(await works('Upcoming')).toEqual(['2', '3', '5']);
    expect(screen.queryByText('Pending')).toBeNull();
    expect(screen.getByText('None pending')).toBeVisible();
  });

  it('[MAINT-05] stand apart by now: the next one first of what is to come, the newest first of what is over', async () => {
    const at = (id: number, hours: number, kind: Maintenance['kind'] = 'planned') => ({
      ...maintenance(id, [told(1, 'Alpina', true)]),
      kind,
      date: new Date(Date.now() + hours * 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + (hours + 1) * 3_600_000).toISOString(),
    });
    // The last one was an emergency that has ended a minute ago.
    const emergency = at(5, -1 - 1 / 60, 'emergency');
    const view = show({ listMaintenances: [at(1, -30), at(2, 900), at(3, -9000), at(4, 400), emergency] });
    expect(await works('Upcoming')).toEqual(['4', '2']);
    expect(await works('Past and cancelled')).toEqual(['5', '3', '1']);
    view.unmount();
    show({ listMaintenances: [at(1, -30)] });
    expect(await works('Past and cancelled')).toEqual(['1']);
    expect(screen.getByText('No upcoming maintenances.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Announced maintenances' })).toBeVisible();
  });

  it.each([1366, 390])(
    '[MAINT-07] name who answered and when, beside the answer, at %i px',
    async (width) => {
      setViewport(width);
      show({}, { view: 'last' });
      const [, denied] = await entries();
      const answers = within(denied as HTMLElement).getAllByRole('listitem');
      expect(answers.map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(/Alpina.*Denied.*by alpina\.admin,.*21\/11\/2026.*10:15No staff that night$/),
        expect.stringMatching(/Baltica.*Pending$/),
      ]);
    },
  );

  it('[MAINT-06][OPEN-52] are filtered by integration and by operator, who stands for its integration', () => {
    const ids = (filters: MaintenancesSearch) =>
      filterMaintenances(announced, integrations, filters).map(({ id }) => id);
    expect(ids({})).toEqual([3, 2, 1]);
    expect(ids({ integrations: [1] })).toEqual([2, 1]);
    expect(ids({ integrations: [1, 2] })).toEqual([3, 2, 1]);
    expect(ids({ operators: [10] })).toEqual([2, 1]);
    expect(ids({ operators: [30] })).toEqual([]);
    expect(ids({ integrations: [2], operators: [10] })).toEqual([2, 1]);
    expect(ids({ operators: [999] })).toEqual([]);
  });

  it('[MAINT-06] take their filters from the URL and write them there', async () => {
    const { user } = show({}, { integrations: [1] });
    expect(await works()).toEqual(['2', '1']);
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(await works()).toEqual(['3', '2', '1']);
    expect(search.integrations).toBeUndefined();
    const operators = screen.getByRole('combobox', { name: /Operators/ });
    await user.type(operators, 'Castello{Enter}');
    expect(search.operators).toEqual([30]);
    expect(await screen.findByText('No matching maintenances.')).toBeTruthy();
    expect(readMaintenancesSearch({ integrations: '1,x', operators: '30', id: '0', view: 'old' })).toEqual({
      integrations: [1],
      operators: [30],
    });
  });

  it('mark the one of a link, and say when there is none', async () => {
    const { unmount } = show({}, { id: 2 });
    const marked = (await entries()).filter((entry) => entry.getAttribute('aria-current') === 'true');
    expect(marked.map((entry) => entry.textContent)).toEqual([expect.stringContaining('Work number 2')]);
    unmount();
    show({}, { id: 99 });
    expect(await screen.findByText('Maintenance not found.')).toBeTruthy();
  });

  it('[ERR-024] that cannot be read say "Something went wrong", while the form stays usable', async () => {
    let fails = true;
    const { user } = show({ listMaintenances: () => (fails ? new Refusal(500) : announced) });
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
    await user.click(screen.getByRole('button', { name: 'New maintenance' }));
    expect(submit()).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await works()).toEqual(['3', '2', '1']);
  });

  it('say what to do when there are none', async () => {
    show({ listMaintenances: [] });
    expect(await screen.findByText('Nothing to show')).toBeTruthy();
    expect(screen.getByText(/Announce a maintenance to see the answers/)).toBeTruthy();
  });
});

const writing: MaintenancesSearch = { view: 'new' };

describe('a new maintenance', () => {
  /** Fourteen days from today. */
  const earliest = '2026-12-04';
  const dayButton = (day: string) =>
    screen.queryByRole('button', {
      name: formatDayWith(day, 'en', { day: 'numeric', month: 'long', year: 'numeric' }),
    });
  async function fill(user: ReturnType<typeof show>['user']) {
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Release of new games');
    await user.click(dayButton(earliest) as HTMLElement);
    await user.click(screen.getByRole('radio', { name: 'High' }));
    await user.type(screen.getByRole('combobox', { name: /Integrations to notify/ }), 'Alpina{Enter}');
  }

  it('[MAINT-01][MAINT-02][MAINT-04] offers days from today + 14 on, and integrations that have users', async () => {
    const { user } = show({}, writing);
    await list();
    expect(dayButton(earliest)).toBeEnabled();
    const before = dayButton(addDays(earliest, -1));
    // The month before is not shown when the first day is the first of its month.
    if (before) expect(before).toBeDisabled();
    expect(screen.getByText(`Europe/Rome, ${formatDay(earliest)} or later`)).toBeTruthy();
    await user.click(screen.getByRole('combobox', { name: /Integrations to notify/ }));
    const options = screen.getAllByRole('option');
    expect(options.map((option) => option.getAttribute('aria-disabled'))).toEqual([null, null, 'true']);
    expect(options[2]?.textContent).toContain('no users');
  });

  it('[ERR-039][ERR-040][ERR-041][ERR-042] says beside each field what is missing, and sends nothing', async () => {
    const { user, calls } = show({}, writing);
    await list();
    await user.click(submit());
    for (const text of [
      'Description is required',
      'Date is required',
      'Severity is required',
      'At least one integration is required',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(calls.some(({ endpoint }) => endpoint === 'createMaintenance')).toBe(false);
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'x');
    expect(screen.queryByText('Description is required')).toBeNull();
    expect(screen.getByText('Date is required')).toBeTruthy();
    await user.click(submit());
    const dates = screen.getByRole('group', { name: /^Date/ });
    await waitFor(() => expect(dates).toContainElement(document.activeElement as HTMLElement));
    await user.click(within(dates).getByRole('button', { name: /^20 / }));
    await user.click(submit());
    const severities = screen.getByRole('group', { name: /^Severity/ });
    await waitFor(() => expect(severities).toContainElement(document.activeElement as HTMLElement));
  });

  it('[MAINT-03] counts the characters and refuses the 256th', async () => {
    const { user, calls } = show({}, writing);
    await list();
    await fill(user);
    const description = screen.getByRole('textbox', { name: 'Description' });
    await user.clear(description);
    await user.click(description);
    await user.paste('x'.repeat(256));
    expect(screen.getByText('256 of 255 characters')).toBeTruthy();
    await user.click(submit());
    expect(screen.getByText('At most 255 characters.')).toBeTruthy();
    expect(calls.some(({ endpoint }) => endpoint === 'createMaintenance')).toBe(false);
  });

  it('[API-051][ERR-025] is sent as documented, says "Maintenance create", empties the form and shows it in the list', async () => {
    const rows = [...announced];
    const { user, calls } = show(
      {
        listMaintenances: () => rows,
        createMaintenance: () => {
          const made = maintenance(4, [told(1, 'Alpina', null)], 3);
          rows.push(made);
          return made;
        },
      },
      writing,
    );
    await list();
    await fill(user);
    await user.click(submit());
    await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Maintenance create'));
    expect(calls.find(({ endpoint }) => endpoint === 'createMaintenance')?.body).toEqual({
      args: { description: 'Release of new games', date: earliest, severity: 3 },
      integrations: [1],
    });
    await waitFor(async () => expect(await works()).toEqual(['4', '3', '2', '1']));
    expect(search).toEqual({ view: 'last', id: 4 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'New maintenance' }));
    expect(await screen.findByRole('textbox', { name: 'Description' })).toHaveValue('');
  });

  it('[ERR-024] that is refused says "Something went wrong", and what was typed stays', async () => {
    const { user } = show({ createMaintenance: new Refusal(500) }, writing);
    await list();
    await fill(user);
    await user.click(submit());
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('error', 'Something went wrong', {
        error: expect.objectContaining({ status: 500 }),
      }),
    );
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Release of new games');
    expect(screen.getByRole('radio', { name: 'High' })).toBeChecked();
    expect(screen.getByRole('button', { name: 'Remove Alpina' })).toBeTruthy();
    expect(submit()).toBeEnabled();
  });

  it('shows beside its field what the hub refuses', async () => {
    const text = 'The date cannot be earlier than 04/12/2026, 14 days from today.';
    const { user } = show(
      {
        createMaintenance: new Refusal(422, text, { code: 'validation', fields: { 'args.date': text } }),
      },
      writing,
    );
    await list();
    await fill(user);
    await user.click(submit());
    expect(await within(screen.getByRole('group', { name: 'Date' })).findByText(text)).toBeTruthy();
    expect(toast).not.toHaveBeenCalled();
  });

  it('tells all that can be told with one button, and none with the same', async () => {
    const { user } = show({}, writing);
    await list();
    await user.click(await screen.findByRole('button', { name: 'Select all' }));
    const chosen = () => screen.queryAllByRole('button', { name: /^Remove / }).length;
    expect(chosen()).toBe(2);
    expect(screen.queryByRole('button', { name: 'Remove Castello' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Select none' }));
    expect(chosen()).toBe(0);
  });

  it('is written in a panel over the list, which keeps what was typed, and closes once it is announced', async () => {
    const { user } = show({ createMaintenance: maintenance(4, []) });
    await list();
    expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'New maintenance' }));
    expect(search.view).toBe('new');
    const panel = await screen.findByRole('dialog', { name: 'New maintenance' });
    await user.type(within(panel).getByRole('textbox', { name: 'Description' }), 'Half a sentence');
    await user.click(within(panel).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'New maintenance' }));
    expect(await screen.findByRole('textbox', { name: 'Description' })).toHaveValue('Half a sentence');
    await user.clear(screen.getByRole('textbox', { name: 'Description' }));
    await fill(user);
    await user.click(submit());
    await waitFor(() => expect(search).toEqual({ view: 'last', id: 4 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('[MAINT-09] shares a phone with the list in two tabs, which keep what was typed', async () => {
    setViewport(390);
    const { user } = show();
    // Opens on what is announced.
    expect(await works()).toEqual(['3', '2', '1']);
    expect(screen.queryByRole('button', { name: 'New maintenance' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Filters' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'New' }));
    expect(search.view).toBe('new');
    await user.type(await screen.findByRole('textbox', { name: 'Description' }), 'Half a sentence');
    expect(screen.queryByRole('list', { name: /^(Upcoming|Past and cancelled)$/ })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Announced' }));
    expect(search.view).toBe('last');
    expect(await works()).toEqual(['3', '2', '1']);
    await user.click(screen.getByRole('radio', { name: 'New' }));
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Half a sentence');
  });

  it('has a start and an end by the clock of Rome, and what it touches', async () => {
    const { user, calls } = show({ createMaintenance: maintenance(4, []) }, writing);
    await list();
    await fill(user);
    await user.type(screen.getByLabelText(/^Start time/), '02:00');
    await user.type(screen.getByLabelText(/^End time/), '01:30');
    await user.type(screen.getByRole('combobox', { name: /Affected services/ }), 'Launch{Enter}');
    await user.click(submit());
    expect(screen.getByText('The end must be after the start.')).toBeTruthy();
    await user.clear(screen.getByLabelText(/^End time/));
    await user.type(screen.getByLabelText(/^End time/), '25:30');
    await user.click(submit());
    expect(screen.getByText('Enter a time from 00:00 to 23:59.')).toBeTruthy();
    expect(calls.some(({ endpoint }) => endpoint === 'createMaintenance')).toBe(false);
    await user.clear(screen.getByLabelText(/^End time/));
    await user.type(screen.getByLabelText(/^End time/), '05:30');
    await user.click(submit());
    await waitFor(() =>
      expect(calls.find(({ endpoint }) => endpoint === 'createMaintenance')?.body).toMatchObject({
        args: {
          date: instantInRome(earliest, '02:00'),
          endsAt: instantInRome(earliest, '05:30'),
          services: ['launch'],
        },
      }),
    );
  });

  it('keeps its length when its start moves, and the day of its end with it', async () => {
    const { user } = show({}, writing);
    await list();
    await fill(user);
    await user.type(screen.getByLabelText(/^Start time/), '02:00');
    await user.type(screen.getByLabelText(/^End time/), '05:00');
    await user.clear(screen.getByLabelText(/^Start time/));
    await user.type(screen.getByLabelText(/^Start time/), '22:30');
    expect(screen.getByLabelText(/^End time/)).toHaveValue('01:30');
    const [year, month, day] = addDays(earliest, 1).split('-');
    expect(screen.getByRole('textbox', { name: 'End date' })).toHaveValue(`${day}/${month}/${year}`);
  });

  it('[MAINT-02] that is an emergency begins now, and keeps no notice', async () => {
    const { user, calls } = show({ createMaintenance: maintenance(4, []) }, writing);
    await list();
    await user.click(screen.getByRole('radio', { name: 'Emergency' }));
    const allServices = /^None selected: all services count as affected\./;
    expect(screen.getByText(allServices)).toBeVisible();
    await user.type(screen.getByRole('combobox', { name: /Affected services/ }), 'Launch{Enter}');
    expect(screen.queryByText(allServices)).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Broken disk');
    await user.click(screen.getByRole('radio', { name: 'Critical' }));
    await user.type(screen.getByRole('combobox', { name: /Integrations to notify/ }), 'Alpina{Enter}');
    await user.click(submit());
    await waitFor(() => expect(calls.some(({ endpoint }) => endpoint === 'createMaintenance')).toBe(true));
    const sent = calls.find(({ endpoint }) => endpoint === 'createMaintenance');
    const { args } = (sent?.body ?? {}) as { args: { kind: string; date: string } };
    expect(args.kind).toBe('emergency');
    expect(Math.abs(Date.parse(args.date) - Date.now())).toBeLessThan(3 * 60_000);
  });
});

describe('a maintenance at short notice', () => {
  const month = (day: string) => formatDayWith(day, 'en', { month: 'long', year: 'numeric' });
  const dates = () => screen.getByRole('group', { name: /^Date/ });

  it('is told the notice above the calendar before a day is chosen, and made an emergency there', async () => {
    const { user } = show({}, writing);
    await list();
    expect(dates()).toHaveAccessibleDescription(/A planned maintenance needs 14 days of notice\./);
    await user.click(within(dates()).getByRole('button', { name: 'Sooner: make it an emergency' }));
    expect(screen.getByRole('radio', { name: 'Emergency' })).toBeChecked();
    // What it got around is gone; the focus is on the day that was chosen by it.
    expect(dates()).not.toHaveAccessibleDescription(/notice/);
    const chosen = within(dates()).getByRole('button', {
      name: formatDayWith(today(), 'en', { day: 'numeric', month: 'long', year: 'numeric' }),
    });
    expect(chosen).toHaveFocus();
    expect(chosen).toBeEnabled();
  });

  it('turns the calendar to the month of the first possible day with each kind', async () => {
    const { user } = show({}, writing);
    await list();
    await user.click(within(dates()).getByRole('button', { name: 'Next month' }));
    await user.click(screen.getByRole('radio', { name: 'Emergency' }));
    expect(within(dates()).getByRole('button', { name: month(today()) })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Planned' }));
    expect(within(dates()).getByRole('button', { name: month(addDays(today(), 14)) })).toBeTruthy();
  });

  it('keeps a day beyond the notice when it is planned after all, and no nearer one', async () => {
    const { user } = show({}, writing);
    await list();
    const far = addDays(today(), 14);
    const named = (day: string) =>
      formatDayWith(day, 'en', { day: 'numeric', month: 'long', year: 'numeric' });
    await user.click(screen.getByRole('radio', { name: 'Emergency' }));
    if (!within(dates()).queryByRole('button', { name: named(far) }))
      await user.click(within(dates()).getByRole('button', { name: 'Next month' }));
    await user.click(within(dates()).getByRole('button', { name: named(far) }));
    await user.click(screen.getByRole('radio', { name: 'Planned' }));
    expect(within(dates()).getByRole('button', { name: named(far) })).toHaveAttribute('data-selected');
    await user.click(screen.getByRole('radio', { name: 'Emergency' }));
    await user.click(screen.getByRole('radio', { name: 'Planned' }));
    await user.click(submit());
    expect(screen.getByText('Date is required')).toBeTruthy();
  });
});

describe('an announced maintenance', () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const one = (from: number, to: number, more: Partial<Maintenance> = {}): Maintenance => ({
    ...maintenance(1, [told(1, 'Alpina', null)]),
    date: at(from),
    endsAt: at(to),
    isEndAssumed: false,
    ...more,
  });

  it('says where it stands, and offers what can be done about it then', async () => {
    const cases: [Maintenance, RegExp | null, string[]][] = [
      [one(48, 50), null, ['Change start', 'Change end', 'Add to calendar', 'Cancel maintenance']],
      [one(-1, 1), /Running/, ['End now', 'Change end', 'Add to calendar']],
      [one(-2, -1), /Over/, []],
      [one(48, 50, { cancelledAt: at(-1), cancelReason: 'No vendor' }), /Cancelled/, []],
    ];
    for (const [entry, state, actions] of cases) {
      const { user, unmount } = show({ listMaintenances: [entry] });
      const [shown] = await entries();
      if (state) expect(shown?.textContent).toMatch(state);
      const [first, more] = within(shown as HTMLElement).queryAllByRole('button');
      if (more) await user.click(more);
      const menu = more ? await screen.findAllByRole('menuitem') : [];
      expect([first, ...menu].map((one) => one?.textContent)).toEqual(first ? actions : [undefined]);
      unmount();
    }
  });

  it('is ended now, prolonged and cancelled, with a reason where one is needed', async () => {
    let current = one(-1, 1);
    const { user, calls, unmount } = show({
      listMaintenances: () => [current],
      changeMaintenanceEnd: () => {
        current = one(-1, 0);
        return current;
      },
    });
    await entries();
    await user.click(screen.getByRole('button', { name: 'End now' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'End now' }));
    await waitFor(() =>
      expect(toast).toHaveBeenCalledWith('success', 'Maintenance ended, integrations notified'),
    );
    expect(calls.find(({ endpoint }) => endpoint === 'changeMaintenanceEnd')?.body).toEqual({ endsAt: null });
    // At once, not with the next minute.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End now' })).toBeNull());
    unmount();
    const ahead = one(48, 50);
    const second = show({
      listMaintenances: [ahead],
      cancelMaintenance: ahead,
      changeMaintenanceEnd: ahead,
      changeMaintenanceStart: ahead,
    });
    await entries();
    const chooseMore = async (name: string) => {
      await second.user.click(screen.getByRole('button', { name: /^More actions/ }));
      await second.user.click(await screen.findByRole('menuitem', { name }));
    };
    await chooseMore('Change end');
    const end = within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'End time' });
    await second.user.clear(end);
    await second.user.type(end, '23:59');
    await second.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(second.calls.find(({ endpoint }) => endpoint === 'changeMaintenanceEnd')?.body).toEqual({
        endsAt: instantInRome(dayInRome(new Date(ahead.endsAt)), '23:59'),
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await second.user.click(screen.getByRole('button', { name: 'Change start' }));
    const day = within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Start date' });
    // Two days ahead is within the days of notice of a planned one.
    await second.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText(/^With 14 days of notice it can start on /)).toBeTruthy();
    const later = addDays(dayInRome(new Date()), 20);
    await second.user.clear(day);
    await second.user.type(day, later.split('-').reverse().join('/'));
    await second.user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Other works');
    await second.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(second.calls.find(({ endpoint }) => endpoint === 'changeMaintenanceStart')?.body).toEqual({
        startsAt: instantInRome(later, timeInRome(new Date(ahead.date))),
        reason: 'Other works',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await chooseMore('Cancel maintenance');
    const asked = await screen.findByRole('dialog');
    await second.user.click(within(asked).getByRole('button', { name: 'Cancel maintenance' }));
    expect(within(asked).getByText('Say why, in a few words.')).toBeTruthy();
    await second.user.type(within(asked).getByRole('textbox', { name: 'Reason' }), 'Postponed');
    await second.user.click(within(asked).getByRole('button', { name: 'Cancel maintenance' }));
    await waitFor(() =>
      expect(second.calls.find(({ endpoint }) => endpoint === 'cancelMaintenance')?.body).toEqual({
        reason: 'Postponed',
      }),
    );
  });
});
