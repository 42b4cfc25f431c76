import { type Role, roles } from '@ludus/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { usePageExists } from './use-page-exists.ts';

function CreateLink() {
  return usePageExists('games') ? <a href="/games/1">Create game</a> : <p>None</p>;
}

describe('a page that another one leads to', () => {
  const admitted: Record<Role, boolean> = {
    ludus_admin: true,
    ludus_manager: false,
    integration_admin: false,
    integration_manager: false,
    integration_guest: false,
  };

  it.each(roles)('[CAT-23] the wizard exists for ludus_admin only: %s', (role) => {
    renderScreen(<CreateLink />, { role });
    expect(screen.queryByRole('link', { name: 'Create game' }) !== null).toBe(admitted[role]);
  });

  it('[CAT-23] does not exist before the web has built it', () => {
    renderScreen(<CreateLink />, { role: 'ludus_admin', built: ['catalog'] });
    expect(screen.queryByRole('link', { name: 'Create game' })).toBeNull();
  });
});
