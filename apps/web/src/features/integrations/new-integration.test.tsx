import { Notifications, notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, Refusal, type SeenCall } from '../../test/answer-calls.ts';
import { aDetail, failingAnswer, healthyAnswer } from '../../test/integrations.ts';
import { renderScreen } from '../../test/render.tsx';
import { NewIntegrationPage } from './pages/new-integration-page.tsx';

function renderNew(answers: Record<string, unknown> = {}) {
  const calls = answerCalls({
    checkService: healthyAnswer,
    createIntegration: [aDetail({ id: 9 })],
    ...answers,
  });
  const onCreated = vi.fn();
  const view = renderScreen(
    <>
      <Notifications />
      <NewIntegrationPage onCreated={onCreated} />
    </>,
  );
  const named = (endpoint: string) => calls.filter((call) => call.endpoint === endpoint);
  return { ...view, onCreated, named };
}

const input = (label: string) => screen.getByLabelText(label);
const part = (service: string) => screen.getByRole('region', { name: `${service} service` });
const names = ['Gaming', 'Data', 'Play', 'Launch'];

async function fill(user: ReturnType<typeof renderNew>['user']) {
  await user.type(input('Name'), 'Delfino');
  for (const name of names) {
    await user.click(input(`URL ${name} service`));
    await user.paste(` http://${name.toLowerCase()}.delfino.example `);
    await user.click(input(`Token ${name} service`));
    await user.paste(`secret-${name}\n`);
  }
}
const submit = () => screen.getByRole('button', { name: 'Create integration' });

describe('new integration', () => {
  beforeEach(() => notifications.clean());

  it('[INT-09][INT-12][API-044] sends name, version and four services, blanks trimmed, and opens what was created', async () => {
    const { user, named, onCreated } = renderNew();
    await fill(user);
    await user.click(screen.getByRole('radio', { name: 'GAI-INTERNATIONAL' }));
    await user.click(submit());
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(9));
    expect(named('createIntegration').map(({ body }) => body)).toEqual([
      {
        name: 'Delfino',
        version: 'GAI-INTERNATIONAL',
        gamingServiceURL: 'http://gaming.delfino.example',
        gamingServiceToken: 'secret-Gaming',
        dataServiceURL: 'http://data.delfino.example',
        dataServiceToken: 'secret-Data',
        playServiceURL: 'http://play.delfino.example',
        playServiceToken: 'secret-Play',
        launchServiceURL: 'http://launch.delfino.example',
        launchServiceToken: 'secret-Launch',
      },
    ]);
  });

  it('[OPEN-49] keeps tokens covered until asked, and sends further ones only where typed', async () => {
    const { user, named } = renderNew();
    const token = input('Token Play service');
    expect(token).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show or hide Token Play service' }));
    expect(token).toHaveAttribute('type', 'text');
    expect(screen.queryByLabelText('Operator token')).toBeNull();
    await fill(user);
    await user.click(screen.getByRole('button', { name: /More tokens/ }));
    await user.type(input('Operator token'), 'op-1');
    await user.type(input('System token'), 'x{Backspace}');
    await user.click(submit());
    await waitFor(() => expect(named('createIntegration')).toHaveLength(1));
    expect(named('createIntegration')[0]?.body).toMatchObject({ operatorToken: 'op-1' });
    expect(named('createIntegration')[0]?.body).not.toHaveProperty('systemToken');
  });

  it('[INT-10][INT-11][OPEN-47] checks a service when it is left with both fields filled, once for the same values', async () => {
    const { user, named } = renderNew();
    await user.type(input('URL Data service'), 'http://data.example');
    await user.tab();
    expect(named('checkService')).toHaveLength(0);
    await user.type(input('Token Data service'), 'abc');
    await user.tab();
    expect(await within(part('Data')).findByText('The service is responding')).toBeInTheDocument();
    expect(named('checkService')[0]?.headers).toMatchObject({
      'x-service-url': 'http://data.example',
      'x-service-token': 'abc',
    });
    await user.click(input('URL Data service'));
    await user.tab();
    expect(named('checkService')).toHaveLength(1);
    // The others stay unchecked.
    expect(within(part('Play')).getByRole('status')).toBeEmptyDOMElement();
  });

  it('[INT-11] crosses a service that does not answer 200, with the reason, until its fields change', async () => {
    const { user } = renderNew({ checkService: failingAnswer });
    await user.type(input('URL Data service'), 'http://data.example');
    await user.type(input('Token Data service'), 'abc');
    await user.tab();
    expect(await within(part('Data')).findByText(/It answered 401\./)).toBeInTheDocument();
    await user.type(input('Token Data service'), 'd');
    expect(within(part('Data')).getByRole('status')).toBeEmptyDOMElement();
  });

  it('[INT-11] spins while it checks, and an answer to what has changed since is dropped', async () => {
    const waiting: ((answer: unknown) => void)[] = [];
    const { user } = renderNew({
      checkService: (_call: SeenCall) => new Promise((done) => waiting.push(done)),
    });
    await user.type(input('URL Data service'), 'http://data.example');
    await user.type(input('Token Data service'), 'old');
    await user.tab();
    expect(within(part('Data')).getByText('Checking')).toBeInTheDocument();
    await user.type(input('Token Data service'), 'er');
    await user.tab();
    await waitFor(() => expect(waiting).toHaveLength(2));
    await act(async () => waiting[1]?.(failingAnswer));
    expect(await within(part('Data')).findByText(/It answered 401/)).toBeInTheDocument();
    await act(async () => waiting[0]?.(healthyAnswer));
    expect(within(part('Data')).queryByText('The service is responding')).toBeNull();
  });

  it('[INT-11][INT-12] names the services that did not answer before it creates, and goes on when told to', async () => {
    const { user, named, onCreated } = renderNew({
      checkService: ({ headers }: SeenCall) =>
        /data|play/.test(headers?.['x-service-url'] ?? '') ? failingAnswer : healthyAnswer,
    });
    await fill(user);
    await user.click(submit());
    const dialog = await screen.findByRole('dialog', { name: 'Create Delfino anyway?' });
    const failing = within(dialog).getByRole('list', { name: 'Not responding correctly:' });
    expect(
      within(failing)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^Data service: It answered 401/),
      expect.stringMatching(/^Play service: It answered 401/),
    ]);
    expect(named('createIntegration')).toHaveLength(0);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(input('Name')).toHaveValue('Delfino');
    await user.click(submit());
    await user.click(await screen.findByRole('button', { name: 'Create anyway' }));
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(9));
    expect(named('createIntegration')).toHaveLength(1);
  });

  it('[INT-11] asks again those that did not answer, and nothing when they do by then', async () => {
    let answer = failingAnswer;
    const { user, named, onCreated } = renderNew({ checkService: () => answer });
    await fill(user);
    await user.tab();
    expect(await within(part('Launch')).findByText(/It answered 401\./)).toBeInTheDocument();
    answer = healthyAnswer;
    await user.click(submit());
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(9));
    expect(named('checkService')).toHaveLength(8);
  });

  it('[INT-09] says beside each field what is missing or wrong, asks nothing and loses nothing', async () => {
    const { user, named } = renderNew();
    await user.type(input('URL Play service'), 'play.example');
    await user.click(submit());
    expect(await screen.findByText('The name is required.')).toBeVisible();
    expect(input('URL Play service')).toHaveAccessibleDescription(
      'Enter an address that starts with http:// or https://.',
    );
    expect(screen.getAllByText('A token is required.')).toHaveLength(4);
    expect(named('createIntegration')).toHaveLength(0);
    expect(input('URL Play service')).toHaveValue('play.example');
    await waitFor(() => expect(input('Name')).toHaveFocus());
  });

  it('[INT-09] puts a refusal of the server beside its field and keeps what was typed', async () => {
    let answer: unknown = new Refusal(409, 'This name is taken.', { code: 'conflict' });
    const { user, onCreated } = renderNew({ createIntegration: () => answer });
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('This name is taken.')).toBeVisible();
    expect(input('Name')).toHaveValue('Delfino');
    answer = new Refusal(422, 'invalid', {
      code: 'validation',
      fields: { playServiceURL: 'This address is not allowed.' },
    });
    await user.click(submit());
    expect(await screen.findByText('This address is not allowed.')).toBeVisible();
    expect(input('Token Launch service')).toHaveValue('secret-Launch');
    expect(onCreated).not.toHaveBeenCalled();
  });

  it('[ERR-027] says that something went wrong otherwise', async () => {
    const { user } = renderNew({ createIntegration: new Refusal(500) });
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('Something went wrong, please try again')).toBeVisible();
    expect(input('Name')).toHaveValue('Delfino');
  });

  it('[INT-09] asks before it is left with something typed, and only then', async () => {
    const { user, router } = renderNew();
    await user.type(input('Name'), 'Delfino');
    await user.click(screen.getByRole('link', { name: 'Back to Integrations' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('What you entered will be lost.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.clear(input('Name'));
    await user.click(screen.getByRole('link', { name: 'Back to Integrations' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/integrations'));
  });
});
