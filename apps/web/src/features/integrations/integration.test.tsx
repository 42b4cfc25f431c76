import type { IntegrationDetail, ServiceSpan } from '@ludus/contract';
import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jobStore, noJob } from '../../domain/job/jobs.ts';
import { Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { card, renderDetail } from '../../test/integration-screen.tsx';
import { aDetail, aJob, failingAnswer, healthyAnswers, noHistory } from '../../test/integrations.ts';
import { setViewport } from '../../test/viewport.ts';

/** Responds to a change as the server does: with the whole integration. */
const changed = ({ body }: SeenCall) => aDetail(body as Partial<IntegrationDetail>);

beforeEach(() => {
  jobStore.set(noJob);
  notifications.clean();
});

describe('integration: name, version, sync, delete', () => {
  it('[INT-16][API-043][ERR-022] leads back to the list, and synchronises this one', async () => {
    const { user, named } = renderDetail({
      synchroniseIntegration: { jobId: 'j1' },
      getJob: aJob('completed'),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Alpina' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Integrations' })).toHaveAttribute(
      'href',
      '/integrations',
    );
    await user.click(screen.getByRole('button', { name: 'Sync' }));
    expect(await screen.findByText('Integration synchronized successfully!')).toBeVisible();
    expect(named('synchroniseIntegration')[0]?.path).toBe('/api/integrations/3/synch');
    await waitFor(() => expect(named('getIntegration').length).toBeGreaterThan(1));
  });

  it('[ERR-023] says that synchronising failed', async () => {
    const { user } = renderDetail({
      synchroniseIntegration: { jobId: 'j1' },
      getJob: aJob('failed', { error: 'The play service did not answer.' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Sync' }));
    expect(await screen.findByText('Failed to synchronize integration')).toBeVisible();
  });

  it('[INT-13][INT-14][API-045][ERR-026] sends only what was changed, and shows it', async () => {
    const { user, named } = renderDetail({ updateIntegration: changed });
    await user.click(await screen.findByRole('button', { name: 'Edit name' }));
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), ' Alpina Nord ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Integration updated')).toBeVisible();
    expect(named('updateIntegration').map(({ body }) => body)).toEqual([{ name: 'Alpina Nord' }]);
    expect(screen.queryByLabelText('Name')).toBeNull();
  });

  it('[INT-13] cancel and Escape bring the old values back', async () => {
    const { user, named } = renderDetail();
    for (const leave of [
      () => user.click(screen.getByRole('button', { name: 'Cancel' })),
      () => user.keyboard('{Escape}'),
    ]) {
      await user.click(await screen.findByRole('button', { name: 'Edit name' }));
      expect(screen.getByLabelText('Name')).toHaveValue('Alpina');
      await user.type(screen.getByLabelText('Name'), 'x');
      await leave();
      expect(screen.queryByLabelText('Name')).toBeNull();
    }
    expect(named('updateIntegration')).toHaveLength(0);
  });

  it('[INT-14] sends nothing when nothing was changed', async () => {
    const { user, named } = renderDetail();
    await user.click(await screen.findByRole('button', { name: 'Edit name' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.queryByLabelText('Name')).toBeNull();
    expect(named('updateIntegration')).toHaveLength(0);
  });

  it('[ERR-027] keeps what was typed when the change is refused, and says why', async () => {
    let answer: unknown = new Refusal(500);
    const { user } = renderDetail({ updateIntegration: () => answer });
    await user.click(await screen.findByRole('button', { name: 'Edit name' }));
    await user.type(screen.getByLabelText('Name'), '2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Something went wrong, please try again')).toBeVisible();
    answer = new Refusal(422, 'invalid', { code: 'validation', fields: { name: 'Too long.' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Too long.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Alpina2');
  });

  it('[INT-17] shows only the state of services that answer on a phone, and the rest on request', async () => {
    setViewport(390);
    const { user } = renderDetail();
    const gaming = within(await card('Gaming'));
    const details = await gaming.findByRole('button', { name: 'Details of Gaming', expanded: false });
    expect(gaming.queryByRole('button', { name: 'Edit Gaming' })).toBeNull();
    await user.click(details);
    expect(gaming.getByRole('button', { name: 'Edit Gaming' })).toBeVisible();
    const launch = within(await card('Launch'));
    expect(await launch.findByRole('button', { name: 'Edit Launch' })).toBeVisible();
    expect(launch.queryByRole('button', { name: 'Details of Launch' })).toBeNull();
  });

  it('[INT-15] offers no deletion while it has games', async () => {
    renderDetail();
    await screen.findByRole('button', { name: 'Edit name' });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('[INT-15][API-046][ERR-028] deletes one without games after asking', async () => {
    const { user, named, onDeleted } = renderDetail({
      getIntegration: aDetail({ games: [] }),
      deleteIntegration: null,
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Alpina?' });
    expect(named('deleteIntegration')).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete integration' }));
    await waitFor(() => expect(onDeleted).toHaveBeenCalled());
    expect(await screen.findByText('Integration deleted')).toBeVisible();
  });

  it('[OPEN-50][ERR-029] shows the refusal of one that got games meanwhile', async () => {
    const { user, onDeleted } = renderDetail({
      getIntegration: aDetail({ games: [] }),
      deleteIntegration: new Refusal(409, "You can't delete a integration that has games.", {
        code: 'conflict',
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete integration' }));
    expect(await screen.findByText("You can't delete a integration that has games.")).toBeVisible();
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('[ERR-032] says that the server failed, and loads again on Reload', async () => {
    let answer: unknown = new Refusal(500);
    const { user } = renderDetail({ getIntegration: () => answer });
    expect(await screen.findByText('Server error, reload to try again')).toBeVisible();
    answer = aDetail();
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Alpina' })).toBeVisible();
  });

  it('says that a deleted integration does not exist', async () => {
    renderDetail({ getIntegration: new Refusal(404, 'gone', { code: 'not_found' }) });
    expect(await screen.findByText('It may have been deleted.')).toBeVisible();
  });
});

describe('integration: services', () => {
  it('[INT-17][API-047] ticks services that answer and crosses those that do not, with the reason', async () => {
    renderDetail();
    expect(
      await within(await card('Gaming')).findByText('The service is responding, 84 ms'),
    ).toBeInTheDocument();
    expect(within(await card('Gaming')).getByText('healthy, 84 ms')).toBeInTheDocument();
    const launch = await card('Launch');
    expect(
      within(launch).getByText('The service is not responding correctly: It answered 401.'),
    ).toBeInTheDocument();
    expect(within(launch).getByTitle('http://launch.alpina.example')).toBeVisible();
  });

  it('shows host and path of an address, and has all of it to point at, hear and copy', async () => {
    const url = 'http://127.0.0.1:23969/p/alpina/gaming';
    const { user } = renderDetail({ getIntegration: aDetail({ gamingServiceURL: url }) });
    const gaming = within(await card('Gaming'));
    expect(gaming.getByText('127.0.0.1:23969/p/alpina/gaming')).toBe(gaming.getByTitle(url));
    expect(gaming.getByTitle(url)).toHaveTextContent(url);
    expect(gaming.getByText('http://')).toHaveClass('hub-visually-hidden');
    await user.click(gaming.getByRole('button', { name: /address gaming/i }));
    expect(await navigator.clipboard.readText()).toBe(url);
  });

  it('tells the last 24 hours in words as well', async () => {
    renderDetail();
    const strip = await within(await card('Play')).findByRole('img', { name: /Last 24 hours/ });
    expect(strip).toHaveAccessibleName(
      'Last 24 hours: healthy 23 h 40 min, failing 20 min 0 s, not checked 0 s. Failing 09:00 to 09:20: It answered 503.',
    );
    expect(within(await card('Data')).getByText('Last 24 hours: not checked')).toBeVisible();
  });

  it('says since when a service is checked, and shows no strip of one that never was', async () => {
    const [from, first, to] = [
      '2026-11-19T09:00:00.000Z',
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T09:00:00.000Z',
    ];
    const unknown = { state: 'unknown', reason: null } as const;
    renderDetail({
      getServiceHistory: {
        ...noHistory,
        gaming: [
          { from, to: first, ...unknown },
          { from: first, to, state: 'healthy', reason: null },
        ],
        data: [{ from, to, ...unknown }],
      },
    });
    const gaming = within(await card('Gaming'));
    expect(await gaming.findByText('Healthy since 09:00, no checks before')).toBeVisible();
    expect(gaming.queryByRole('img', { name: /Last 24 hours/ })).toBeNull();
    expect(gaming.queryByText('not checked')).toBeNull();
    const data = within(await card('Data'));
    expect(data.getByText('Last 24 hours: not checked')).toBeVisible();
    expect(data.queryByRole('img', { name: /Last 24 hours/ })).toBeNull();
    // One that failed keeps its legend.
    expect(within(await card('Play')).getByText('failing')).toBeVisible();
  });

  it('does not call a service healthy that fails now', async () => {
    const [from, first, to] = [
      '2026-11-19T09:00:00.000Z',
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T09:00:00.000Z',
    ];
    const spans: ServiceSpan[] = [
      { from, to: first, state: 'unknown', reason: null },
      { from: first, to, state: 'healthy', reason: null },
    ];
    renderDetail({
      checkIntegrationServices: { ...healthyAnswers, gamingService: { ...failingAnswer, latencyMs: null } },
      getServiceHistory: { ...noHistory, gaming: spans },
    });
    const gaming = within(await card('Gaming'));
    expect(await gaming.findByRole('img', { name: /Last 24 hours/ })).toBeVisible();
    expect(await gaming.findByText(/^It answered 401/)).toBeInTheDocument();
    expect(gaming.queryByText(/^Healthy since/)).toBeNull();
  });

  it('[OPEN-71] says in Italian why a service fails, now and over the day', async () => {
    await i18next.changeLanguage('it');
    try {
      renderDetail();
      expect(
        await screen.findByText('Il servizio non risponde correttamente: Ha risposto 401.'),
      ).toBeInTheDocument();
      const strip = await screen.findByRole('img', { name: /Ultime 24 ore: .*non funzionante/ });
      expect(strip).toHaveAccessibleName(/Non funzionante dalle 09:00 alle 09:20: Ha risposto 503\.$/);
    } finally {
      await act(() => i18next.changeLanguage('en'));
    }
  });

  it('[ERR-033] shows neither tick nor cross when the services could not be asked, and the rest of the page', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    renderDetail({ checkIntegrationServices: new Refusal(500), getServiceHistory: new Refusal(500) });
    const gaming = await card('Gaming');
    expect(await within(gaming).findByRole('button', { name: 'Check again' })).toBeVisible();
    expect(within(gaming).getByRole('status')).toBeEmptyDOMElement();
    expect(await screen.findByText('1.234')).toBeVisible();
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
  });

  it('[INT-18][INT-21][OPEN-49][ERR-031] asks before it saves a service, and sends what was changed alone', async () => {
    const { user, named } = renderDetail({
      updateIntegration: aDetail(),
      checkService: { ok: true, status: 200, reason: null },
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Gaming' }));
    const gaming = await card('Gaming');
    const token = within(gaming).getByLabelText('New token Gaming service');
    expect(token).toHaveValue('');
    expect(token).toHaveAttribute('placeholder', 'Set. Leave empty to keep it');
    await user.type(token, 'fresh');
    await user.click(within(gaming).getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    expect(named('updateIntegration')).toHaveLength(0);
    const checks = named('checkIntegrationServices').length;
    await user.click(within(dialog).getByRole('button', { name: 'Save service' }));
    expect(await screen.findByText('Gaming service fields updated')).toBeVisible();
    expect(named('updateIntegration').map(({ body }) => body)).toEqual([{ gamingServiceToken: 'fresh' }]);
    expect(await within(await card('Gaming')).findByText('Saved')).toBeVisible();
    await waitFor(() => expect(named('checkIntegrationServices').length).toBeGreaterThan(checks));
  });

  it('[INT-11][INT-21] says before it saves a service that this one did not answer', async () => {
    const { user, named } = renderDetail({ updateIntegration: aDetail(), checkService: failingAnswer });
    await user.click(await screen.findByRole('button', { name: 'Edit Gaming' }));
    const gaming = await card('Gaming');
    await user.type(within(gaming).getByLabelText('New token Gaming service'), 'fresh');
    await user.click(within(gaming).getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
    const failing = within(dialog).getByRole('list', { name: 'Not responding correctly:' });
    expect(failing).toHaveTextContent(/^Gaming service: It answered 401/);
    expect(named('updateIntegration')).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Save service' }));
    expect(await screen.findByText('Gaming service fields updated')).toBeVisible();
  });

  it('[ERR-030] says that there is nothing to update, and stays in the edit', async () => {
    const { user, named } = renderDetail();
    await user.click(await screen.findByRole('button', { name: 'Edit Data' }));
    const data = await card('Data');
    await user.click(within(data).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Nothing to update')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(named('updateIntegration')).toHaveLength(0);
    expect(within(data).getByLabelText('URL Data service')).toBeVisible();
  });

  it('[INT-18] puts a refusal beside its field and loses nothing', async () => {
    const { user } = renderDetail({
      updateIntegration: new Refusal(422, 'invalid', {
        code: 'validation',
        fields: { dataServiceURL: 'This address is not allowed.' },
      }),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Data' }));
    const data = await card('Data');
    await user.clear(within(data).getByLabelText('URL Data service'));
    await user.type(within(data).getByLabelText('URL Data service'), 'http://10.0.0.1');
    await user.click(within(data).getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Save service' }));
    expect(await within(data).findByText('This address is not allowed.')).toBeVisible();
    expect(within(data).getByLabelText('URL Data service')).toHaveValue('http://10.0.0.1');
  });

  it('[INT-19][INT-20] has the further tokens on the play card, the system token only where there is one', async () => {
    const { user } = renderDetail();
    const play = await card('Play');
    expect(within(play).getByText('2 of 4 tokens set')).toBeVisible();
    await user.click(within(play).getByRole('button', { name: 'Edit Play' }));
    const form = await card('Play');
    for (const label of ['Bookkeeping token', 'Operator token', 'Maintenance token'])
      expect(within(form).getByLabelText(label)).toBeVisible();
    expect(within(form).queryByLabelText('System token')).toBeNull();
    expect(within(form).getByLabelText('Operator token')).toHaveAttribute('placeholder', 'Not set');
  });

  it('[INT-20] shows the system token of an integration that has one', async () => {
    const tokens = { ...aDetail().tokens, systemToken: true } as NonNullable<IntegrationDetail['tokens']>;
    const { user } = renderDetail({ getIntegration: aDetail({ tokens }) });
    await user.click(await screen.findByRole('button', { name: 'Edit Play' }));
    expect(screen.getByLabelText('System token')).toBeVisible();
  });
});
