import type { Certificate, Role } from '@ludus/contract';
import { Notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { DocumentationPage } from '../features/documents/pages/documentation-page.tsx';
import type { DocumentsSearch } from '../features/documents/search.ts';
import { answerCalls, type SeenCall } from './answer-calls.ts';
import { aDocument, aGame } from './games.ts';
import { renderScreen } from './render.tsx';

export const alpina = {
  id: 3,
  name: 'Alpina',
  version: 'GAI2',
  externalIdentifier: 'alpina',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};
export const baltica = { ...alpina, id: 4, name: 'Baltica', externalIdentifier: 'baltica' };
export const skadi = aGame();
export const frost = aGame({ id: 8, name: 'Frostjarl', sub_name: 'Hold & Win', slug: 'frostjarl' });

export const general = aDocument({
  id: 60,
  name: 'Platform certificate',
  fileName: 'platform.zip',
  isGeneral: true,
  games: [],
  integration: { id: 3, name: 'Alpina' },
});
export const shared = aDocument({
  id: 61,
  name: 'Shared rules',
  fileName: 'rules.docx',
  games: [
    { id: 7, name: 'Wolves of Skadi' },
    { id: 8, name: 'Frostjarl' },
  ],
});

/** What the hub holds; calls read and change it. */
export function store(documents: Certificate[] = [general, aDocument(), shared]) {
  const held = new Map(documents.map((document) => [document.id, document]));
  return {
    listCertificates: () => [...held.values()],
    updateCertificate: ({ path, body }: SeenCall) => {
      const id = Number(path.split('/').at(-1));
      const changed = { ...aDocument(held.get(id)), ...(body as object) };
      held.set(id, changed);
      return changed;
    },
    deleteCertificate: ({ path }: SeenCall) => {
      held.delete(Number(path.split('/').at(-1)));
      return null;
    },
    listCatalog: { rows: [skadi, frost] },
    listIntegrations: { rows: [alpina, baltica] },
  };
}

export function renderDocumentation({
  role = 'ludus_admin' as Role,
  search: start = {} as DocumentsSearch,
  answers = {} as Record<string, unknown>,
} = {}) {
  const calls = answerCalls({ ...store(), ...answers });
  const seen: DocumentsSearch[] = [];
  function Page() {
    const [search, setSearch] = useState(start);
    const follow = (next: DocumentsSearch) => {
      seen.push(next);
      setSearch(next);
    };
    return (
      <>
        <Notifications />
        <DocumentationPage search={search} onSearch={follow} />
      </>
    );
  }
  return { ...renderScreen(<Page />, { role }), calls, seen };
}

export const documents = () => screen.findByRole('table', { name: 'Documents' });
export const row = async (name: RegExp) => within(await documents()).findByRole('row', { name });
export const facet = (name: RegExp) => screen.findByRole('button', { name });
/** Narrows the list by a filter of the bar. */
export async function choose(user: ReturnType<typeof renderScreen>['user'], filter: string, option: RegExp) {
  await user.click(await screen.findByRole('combobox', { name: filter }));
  await user.click(await screen.findByRole('option', { name: option }));
}
export const game = (name: RegExp) => screen.findByRole('button', { name });
export const names = async () =>
  within(await documents())
    .getAllByRole('link', { name: /^Download/ })
    .map((link) => link.getAttribute('aria-label')?.replace('Download ', ''));
export const button = (name: string, within_: HTMLElement = document.body) =>
  within(within_).getByRole('button', { name });
