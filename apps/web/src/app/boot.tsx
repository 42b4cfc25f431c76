import { Component, lazy, type ReactNode, Suspense, startTransition, useEffect, useState } from 'react';
import { beginPreload } from '../lib/api/preload.ts';
import { type ClientConfig, type Session, startSession } from '../lib/auth/session.ts';
import { storedLanguage } from '../lib/stored-language.ts';
import styles from './boot.module.css';
import { textsOf } from './texts.ts';

/**
 * Everything behind the sign-in is one lazily loaded part. It is asked for at once, beside the configuration and the texts
 * of the language in use, so that a person on the way to the sign-in page waits for none of it and one who is signed in
 * waits for it only once.
 */
async function loadHub() {
  const language = storedLanguage();
  const [hub, texts] = await Promise.all([import('./hub.tsx'), textsOf(language)]);
  hub.startI18n(language, texts);
  return hub;
}

const hub = loadHub();
// Who needs it meets the failure.
hub.catch(() => {});
const Hub = lazy(async () => ({ default: (await hub).Hub }));
const StartFailure = lazy(async () => ({ default: (await hub).StartFailure }));

type Boot = { at: 'starting' } | { at: 'failed' } | { at: 'ready'; session: Session };

/** Configuration first, then the sign-in; no screen before both. */
async function start(): Promise<Session | null> {
  const response = await fetch('/api/config', {
    credentials: 'include',
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`The configuration could not be read: ${response.status}`);
  return startSession((await response.json()) as ClientConfig);
}

let starting: Promise<Session | null> | null = null;

/** Starts once for the page: the code of a sign-in can be exchanged only once, however often effects run. */
function startOnce(): Promise<Session | null> {
  starting ??= start();
  return starting;
}

export function App() {
  const [state, setState] = useState<Boot>({ at: 'starting' });
  useEffect(() => {
    let isGone = false;
    startOnce()
      .then((session) => {
        if (!session || isGone) return;
        beginPreload(location.pathname, session.user().scopes, session.accessToken());
        // As a transition the first rendering is done in slices, and taps are handled in between.
        startTransition(() => setState({ at: 'ready', session }));
      })
      .catch((error: unknown) => {
        console.error('The hub could not start.', error);
        if (!isGone) setState({ at: 'failed' });
      });
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <LastResort>
      {/* Nothing of ours until then: the page shows the mark. */}
      <Suspense>
        {state.at === 'ready' && <Hub session={state.session} />}
        {state.at === 'failed' && <StartFailure />}
      </Suspense>
    </LastResort>
  );
}

/** When even the code cannot be loaded: words without texts, theme or components. */
class LastResort extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className={styles.last} role="alert">
        <div>
          <p>Error trying to connect to the server.</p>
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </div>
      </main>
    );
  }
}
