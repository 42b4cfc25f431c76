import { type Language, routes } from '@ludus/contract';
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import { renderScreen } from '../../test/render.tsx';
import { basePath } from '../guard.ts';
import { textsOf } from '../texts.ts';
import { type EntryId, groups } from './navigation.ts';
import { PagePending } from './page-pending.tsx';

/** Where the title of a page stands whose folder is not named as its entry. */
const otherTitles: Partial<Record<EntryId, [namespace: string, key: string]>> = {
  sessions: ['sessionsOverview', 'title'],
  games: ['gamesManage', 'title'],
  documentation: ['documents', 'pageTitle'],
  certificates: ['documents', 'certificates'],
};

afterEach(() => act(() => setLanguage('en')));

describe('a page before its code is there', () => {
  it.each(['en', 'it'] as Language[])('has the title that the page will have (%s)', async (language) => {
    await act(() => setLanguage(language));
    const texts = (await textsOf(language)) as Record<string, Record<string, string>>;
    for (const entry of groups.flatMap((group) => group.entries)) {
      // Its title is in capitals.
      if (entry === 'reports') continue;
      const [namespace, key] = otherTitles[entry] ?? [entry, 'title'];
      const { container, unmount } = renderScreen(<PagePending />, { path: basePath(entry) });
      expect(container.querySelector('[aria-busy="true"]')?.textContent, entry).toBe(texts[namespace]?.[key]);
      unmount();
    }
  });

  it('leaves open a title that only the page knows, and is no heading', () => {
    const { container } = renderScreen(<PagePending />, {
      path: routes.integration.path.replace('$id', '1'),
    });
    expect(container.querySelector('[aria-busy="true"]')?.textContent).toBe('');
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
