import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answerCalls, Refusal } from '../../test/answer-calls.ts';
import { renderScreen } from '../../test/render.tsx';
import { SignedIn } from '../../test/session-as.tsx';
import { aSession } from '../../test/sessions.ts';
import { SessionDetails } from './components/session-details.tsx';
import { SessionPage } from './pages/session-page.tsx';

const same = {
  differs: false,
  isOpen: true,
  bet: 494.4,
  win: 317.85,
  currentRound: 412,
  externalUpdatedAt: '2026-11-20T13:11:51.000Z',
};

function answer(session: unknown = aSession()) {
  answerCalls({
    getSession: session,
    getFeed: { url: 'http://alpina.example/feed/8f41' },
    compareSession: same,
    listTickets: [],
  });
}

describe('the page of a session', () => {
  it('[BOX-02][BOX-04] shows the same details under a heading of its own', async () => {
    answer();
    renderScreen(
      <SignedIn as="integration_manager">
        <SessionPage sessionId={aSession().id} reportHref={() => null} />
      </SignedIn>,
    );
    const heading = await screen.findByRole('heading', { level: 1, name: 'Wolves of Skadi session' });
    expect(heading).toBeVisible();
    // The line of what is not known yet is kept: the page would move down when it arrives.
    expect(heading.nextElementSibling).not.toBeNull();
    const details = await screen.findByRole('article', { name: 'Session' });
    expect(details).toHaveTextContent('494,40 €');
    expect(details).not.toHaveTextContent('Wolves of Skadi');
    expect(heading.nextElementSibling).toHaveTextContent('OpenAVetta GiocoRealMobile20/11/2026 13:58');
    expect(screen.getByRole('link', { name: 'Sessions list' })).toHaveAttribute('href', '/session-list');
    expect(screen.queryByRole('link', { name: 'Open full page' })).toBeNull();
  });

  it('says in its frame that a session is not there, foreign ones included', async () => {
    answer(new Refusal(404));
    renderScreen(
      <SignedIn as="integration_admin">
        <SessionPage sessionId={aSession().id} reportHref={() => null} />
      </SignedIn>,
    );
    expect(await screen.findByText('Session not found')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Session' })).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Sessions list' })).toHaveLength(2);
  });

  it('[BOX-01] is what the panel leads to', async () => {
    answer();
    renderScreen(
      <SignedIn as="ludus_admin">
        <SessionDetails sessionId={aSession().id} reportHref={() => null} />
      </SignedIn>,
    );
    expect(await screen.findByRole('link', { name: 'Open full page' })).toHaveAttribute(
      'href',
      `/session/${aSession().id}`,
    );
  });
});
