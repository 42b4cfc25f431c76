import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/error.ts';
import { renderScreen } from '../../test/render.tsx';
import { QueryView, type ViewedQuery } from './query-view.tsx';

/** A query as it is after a read that went well at 14:32 in Rome. */
const loaded = (part: Partial<ViewedQuery> = {}): ViewedQuery => ({
  data: { rows: [1] },
  error: null,
  isError: false,
  isFetching: false,
  dataUpdatedAt: Date.parse('2026-11-20T13:32:07Z'),
  refetch: vi.fn(),
  ...part,
});
const failedRefetch = (part: Partial<ViewedQuery> = {}) => loaded({ isError: true, ...part });
const failedFirst = (part: Partial<ViewedQuery> = {}) =>
  loaded({ isError: true, data: undefined, dataUpdatedAt: 0, ...part });
const figures = <p>figures</p>;

describe('what is shown of a query', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:00:00Z') });
  });
  afterEach(() => i18next.changeLanguage('en'));

  it('is its data alone while all is well', () => {
    renderScreen(<QueryView query={loaded()}>{figures}</QueryView>);
    expect(screen.getByText('figures')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('[OPEN-62] is a failure with Reload where there is no data', async () => {
    const query = failedFirst();
    const { user } = renderScreen(
      <QueryView query={query} text="Server error, reload to try again" filtersKept>
        {figures}
      </QueryView>,
    );
    expect(screen.queryByText('figures')).toBeNull();
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Server error, reload to try again');
    expect(alert).toHaveTextContent('Your filters are kept.');
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(query.refetch).toHaveBeenCalledOnce();
  });

  it('says that only figures are away, and names the request with a button that copies it', async () => {
    const refused = new ApiError(503, {
      message:
        'Figures and sessions are temporarily unavailable. Everything else works; try again in a moment.',
      detail: { code: 'refusals.sessionStoreUnavailable', values: {} },
      code: 'unavailable',
      requestId: '5f0c9b0e-8b57-4d5f-a5ad-3b8ad9d1d7a1',
    });
    const query = failedFirst({ error: refused });
    const { user } = renderScreen(<QueryView query={query} text="Server error, reload to try again" />);
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('Figures and sessions are temporarily unavailable.');
    expect(alert).not.toHaveTextContent('Server error');
    await user.click(screen.getByRole('button', { name: 'Copy Code' }));
    expect(await navigator.clipboard.readText()).toBe('5f0c9b0e-8b57-4d5f-a5ad-3b8ad9d1d7a1');
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(query.refetch).toHaveBeenCalledOnce();
  });

  it('says of what is gone that it is gone', () => {
    const error = new ApiError(404, { message: 'Case not found', code: 'not_found' });
    renderScreen(<QueryView query={failedFirst({ error })} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Case not found');
  });

  it('stays when a refetch fails, with the time of what is shown and a Retry', async () => {
    const query = failedRefetch();
    const { user } = renderScreen(<QueryView query={query}>{figures}</QueryView>);
    expect(screen.getByText('figures')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent("Couldn't refresh. Last updated: 14:32.");
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(query.refetch).toHaveBeenCalledOnce();
  });

  it('says the day, too, when the data is not of today', () => {
    vi.setSystemTime('2026-11-21T09:00:00Z');
    renderScreen(<QueryView query={failedRefetch()}>{figures}</QueryView>);
    expect(screen.getByRole('status')).toHaveTextContent("Couldn't refresh. Last updated: 20/11/2026 14:32.");
  });

  it('[I18N-01] says so in Italian', async () => {
    await i18next.changeLanguage('it');
    renderScreen(<QueryView query={failedRefetch()}>{figures}</QueryView>);
    expect(screen.getByRole('status')).toHaveTextContent(
      'Aggiornamento non riuscito. Ultimo aggiornamento: 14:32.',
    );
    expect(screen.getByRole('button', { name: 'Riprova' })).toBeVisible();
  });

  it('keeps what people have typed while a refetch fails and succeeds', async () => {
    const { user, rerender } = renderScreen(
      <QueryView query={loaded()}>{<input aria-label="x" />}</QueryView>,
    );
    await user.type(screen.getByRole('textbox'), 'typed');
    for (const query of [failedRefetch(), loaded()]) {
      rerender(<QueryView query={query}>{<input aria-label="x" />}</QueryView>);
      expect(screen.getByRole('textbox')).toHaveValue('typed');
    }
  });

  it('of several queries reloads those that failed, and tells the oldest time', async () => {
    const good = loaded();
    const older = failedRefetch({ dataUpdatedAt: Date.parse('2026-11-20T12:00:00Z') });
    const newer = failedRefetch();
    const { user } = renderScreen(<QueryView query={[good, newer, older]}>{figures}</QueryView>);
    expect(screen.getByRole('status')).toHaveTextContent('Last updated: 13:00.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(good.refetch).not.toHaveBeenCalled();
    expect(newer.refetch).toHaveBeenCalledOnce();
    expect(older.refetch).toHaveBeenCalledOnce();
  });

  it('of several queries is a failure when one of them has no data', () => {
    renderScreen(<QueryView query={[failedRefetch(), failedFirst()]}>{figures}</QueryView>);
    expect(screen.getByRole('alert')).toHaveTextContent('Error trying to connect to the server.');
    expect(screen.queryByText('figures')).toBeNull();
  });

  it('may fail in its own words', () => {
    renderScreen(
      <QueryView query={failedFirst()} failure={<p>too much</p>}>
        {figures}
      </QueryView>,
    );
    expect(screen.getByText('too much')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
