import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { setViewport } from '../../test/viewport.ts';
import { CopyTableButton } from '../copy-table-button.tsx';
import { ExportButton } from '../export-button.tsx';
import { HeaderButton } from './header-button.tsx';
import { HeaderTools } from './header-tools.ts';
import { PageHeader } from './page-header.tsx';

const onMail = vi.fn();
const onCreate = vi.fn();

function renderHeader(actions: 'all' | 'one' | 'none' = 'all') {
  return renderScreen(
    <HeaderTools
      value={actions === 'none' ? null : <HeaderButton label="Views" icon="v" onClick={vi.fn()} />}
    >
      <PageHeader
        title="Logs"
        actions={
          actions === 'all' && (
            <>
              <CopyTableButton table={() => ({ columns: [], rows: [] })} />
              <ExportButton compact onExport={vi.fn()} />
              <HeaderButton label="Send by email" icon="m" onClick={onMail} />
            </>
          )
        }
        primary={<HeaderButton filled label="New" icon="+" onClick={onCreate} />}
      />
    </HeaderTools>,
  );
}

const shown = () =>
  screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);

describe('the actions in the head of a page', () => {
  it('stand side by side where there is room, the primary one last', () => {
    setViewport(1440);
    renderHeader();
    expect(shown()).toEqual(['vViews', 'Copy as table', 'Export', 'mSend by email', '+New']);
  });

  it('have one button on a phone, beside the primary one, and a row each with its words', async () => {
    setViewport(390);
    const { user } = renderHeader();
    expect(shown()).toEqual(['Page actions', 'New']);
    await user.click(screen.getByRole('button', { name: 'Page actions' }));
    const sheet = await screen.findByRole('dialog', { name: 'Logs' });
    for (const name of [/Views$/, 'Copy as table', 'Export', /Send by email$/])
      expect(within(sheet).getByRole('button', { name })).toHaveTextContent(name);
    await user.click(within(sheet).getByRole('button', { name: /Send by email$/ }));
    expect(onMail).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Page actions' })).toHaveFocus();
  });

  it('stay in the sheet while one of them offers a choice of its own', async () => {
    setViewport(390);
    const { user } = renderHeader();
    await user.click(screen.getByRole('button', { name: 'Page actions' }));
    const sheet = await screen.findByRole('dialog', { name: 'Logs' });
    await user.click(within(sheet).getByRole('button', { name: 'Export' }));
    expect(await screen.findAllByRole('menuitem')).not.toHaveLength(0);
    expect(sheet).toBeVisible();
  });

  it('need no sheet on a phone where there is only one beside the primary one, or none', () => {
    setViewport(390);
    const { unmount } = renderHeader('one');
    expect(shown()).toEqual(['Views', 'New']);
    unmount();
    renderHeader('none');
    expect(shown()).toEqual(['New']);
  });
});
