import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Modal } from '../../components/modal.tsx';
import { renderScreen } from '../../test/render.tsx';
import { type Command, registerCommands, useAllCommands, useCommands } from './commands.ts';
import { keycapsOf } from './keys.ts';

const registered: (() => void)[] = [];
afterEach(() => {
  for (const remove of registered.splice(0)) remove();
});

/** Declares commands that note when they run. */
function declare(...commands: (Partial<Command> & { keys: string[] })[]): string[] {
  const ran: string[] = [];
  const all = commands.map(
    (command): Command => ({
      id: command.keys.join(),
      label: 'Some command',
      group: 'everywhere',
      run: () => void ran.push(command.id ?? command.keys.join()),
      ...command,
    }),
  );
  registered.push(registerCommands(all));
  return ran;
}

describe('commands', () => {
  it('run by a key, whatever the layout needs to type a sign, and not with other modifiers', async () => {
    const ran = declare({ keys: ['j'] }, { keys: ['?'] }, { keys: ['/'] }, { keys: ['mod+k'] });
    const { user } = renderScreen(<p>page</p>);
    await user.keyboard('j?/{Control>}k{/Control}{Meta>}k{/Meta}');
    expect(ran).toEqual(['j', '?', '/', 'mod+k', 'mod+k']);
    // On Italian keyboards the slash needs Shift.
    await user.keyboard('{Shift>}/{/Shift}');
    expect(ran).toHaveLength(6);
    await user.keyboard('{Control>}j{/Control}{Alt>}j{/Alt}{Shift>}J{/Shift}k');
    expect(ran).toHaveLength(6);
  });

  it('run by a sequence, for as long as someone still types it', async () => {
    const ran = declare({ keys: ['g s'] }, { keys: ['g l'] }, { keys: ['s'] });
    const { user } = renderScreen(<p>page</p>);
    await user.keyboard('gs');
    await user.keyboard('gl');
    expect(ran).toEqual(['g s', 'g l']);
    // What continues no sequence counts by itself.
    await user.keyboard('gxs');
    expect(ran).toEqual(['g s', 'g l', 's']);
    const press = (key: string, timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      document.body.dispatchEvent(event);
    };
    press('g', 100_000);
    press('l', 101_499);
    press('g', 200_000);
    press('l', 201_501);
    expect(ran).toEqual(['g s', 'g l', 's', 'g l']);
  });

  it('leave every key to a field but those that are meant there, too', async () => {
    const ran = declare({ keys: ['j'] }, { keys: ['?'] }, { keys: ['mod+k'], inFields: true });
    const { user } = renderScreen(
      <>
        <input aria-label="Name" />
        <textarea aria-label="Text" />
        <input type="checkbox" aria-label="Flag" />
      </>,
    );
    for (const name of ['Name', 'Text']) {
      await user.click(screen.getByLabelText(name));
      await user.keyboard('j?{Control>}k{/Control}');
      expect(screen.getByLabelText(name)).toHaveValue('j?');
    }
    expect(ran).toEqual(['mod+k', 'mod+k']);
    await user.click(screen.getByLabelText('Flag'));
    await user.keyboard('j');
    expect(ran).toEqual(['mod+k', 'mod+k', 'j']);
  });

  it('of the screen go before those of every page, and one that declines leaves the key to the next', async () => {
    const ran = declare(
      { id: 'screen', keys: ['/'], group: 'screen' },
      { id: 'everywhere', keys: ['/', 'x'] },
      { id: 'declines', keys: ['x'], group: 'screen', run: () => false },
    );
    const { user } = renderScreen(<p>page</p>);
    await user.keyboard('/x');
    expect(ran).toEqual(['screen', 'everywhere']);
  });

  it('do nothing when something nearer has handled the key', async () => {
    const ran = declare({ keys: ['ArrowDown'] });
    const { user } = renderScreen(
      <button type="button" onKeyDown={(event) => event.preventDefault()}>
        Tab
      </button>,
    );
    await user.click(screen.getByRole('button'));
    await user.keyboard('{ArrowDown}');
    expect(ran).toEqual([]);
  });

  it('belong to the dialog they are declared in, and wait while another one lies above', async () => {
    const ran: string[] = [];
    function Keys({ of }: { of: string }) {
      useCommands([{ id: of, label: of, group: 'screen', keys: ['x'], run: () => void ran.push(of) }]);
      return null;
    }
    function Page() {
      const [opened, setOpened] = useState(false);
      return (
        <>
          <Keys of="page" />
          <button type="button" onClick={() => setOpened(true)}>
            Open
          </button>
          <Modal opened={opened} onClose={() => setOpened(false)} title="Dialog">
            <Keys of="dialog" />
          </Modal>
        </>
      );
    }
    const { user } = renderScreen(<Page />);
    await user.keyboard('x');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog');
    await user.keyboard('x');
    expect(ran).toEqual(['page', 'dialog']);
    await user.keyboard('{Escape}x');
    expect(ran).toEqual(['page', 'dialog', 'page']);
  });

  it('are listed by group while their component is on the screen, with their present words', async () => {
    const run = vi.fn();
    function Declares({ label }: { label: string }) {
      useCommands([
        { id: 'go', label: 'Go', group: 'goTo', keys: ['g s'], run },
        { id: 'do', label, group: 'screen', keys: ['d'], run },
      ]);
      return null;
    }
    function Listed() {
      return (
        <p>
          {useAllCommands()
            .map(({ label }) => label)
            .join()}
        </p>
      );
    }
    const page = (label: string | null) => (
      <>
        {label !== null && <Declares label={label} />}
        <Listed />
      </>
    );
    const { rerender } = renderScreen(page('Do'));
    expect(screen.getByText('Do,Go')).toBeVisible();
    act(() => rerender(page('Fai')));
    expect(screen.getByText('Fai,Go')).toBeVisible();
    act(() => rerender(page(null)));
    expect(screen.queryByText('Fai,Go')).toBeNull();
  });
});

describe('keycaps', () => {
  it('are written as on the keys', () => {
    expect(keycapsOf('mod+k')).toEqual(['Ctrl', 'K']);
    expect(keycapsOf('g s')).toEqual(['G', 'S']);
    expect(keycapsOf('ArrowDown')).toEqual(['↓']);
    expect(keycapsOf('?')).toEqual(['?']);
  });
});
