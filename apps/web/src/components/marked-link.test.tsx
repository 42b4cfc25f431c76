import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { Section, SectionNav } from './layout/section-nav.tsx';
import { MarkedLink } from './marked-link.tsx';

const currentOf = () => screen.getAllByRole('link').map((link) => link.getAttribute('aria-current'));

it('is current where the screen says so, whatever the address', () => {
  renderScreen(
    <>
      <MarkedLink to="/settings" current={false}>
        Same address
      </MarkedLink>
      <MarkedLink to="/settings" current="page">
        This one
      </MarkedLink>
      <MarkedLink to="/logs" current="page">
        Elsewhere
      </MarkedLink>
    </>,
    { path: '/settings' },
  );
  expect(currentOf()).toEqual([null, 'page', 'page']);
});

it('marks one section of a page: the first, then the one of the address', async () => {
  const sections = ['profile', 'reports', 'security', 'jobs'].map((id) => ({ id, label: id }));
  const { user, router } = renderScreen(
    <SectionNav label="Sections" sections={sections}>
      {sections.map(({ id }) => (
        <Section key={id} id={id}>
          {id}
        </Section>
      ))}
    </SectionNav>,
    { path: '/settings?view=board' },
  );
  expect(currentOf()).toEqual(['location', null, null, null]);
  await user.click(screen.getByRole('link', { name: 'security' }));
  await waitFor(() => expect(currentOf()).toEqual([null, null, 'location', null]));
  expect(router.state.location.href).toBe('/settings?view=board#security');
});
