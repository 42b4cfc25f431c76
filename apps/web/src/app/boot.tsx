import {
  Component,
  lazy,
  type ReactNode,
  StrictMode,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from 'react';
import { createRoot } from 'react-dom/client';
import { beginPreload } from '../lib/api/preload.ts';
import { type ClientConfig, type Session, startSession } from '../lib/auth/session.ts';
import { areCallsBegun, areTextsWhole, language, texts } from './first.ts';
import { showLastResort } from './last-resort.ts';

/**
 * Everything behind the sign-in is one lazily loaded part. It is asked for at once, beside the configuration, so that a person
 * on the way to the sign-in page waits for none of it and one who is signed in waits for it only once.
 */
async function loadHub() {
  const [hub, known] = await Promise.all([import('./hub.tsx'), texts]);
  hub.startI18n(language, known, areTextsWhole);
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
        if (!areCallsBegun) {
          beginPreload(location.pathname, session.user().scopes, session.accessToken() ?? '');
        }
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

export function mount(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** When the code behind the sign-in cannot be loaded. */
class LastResort extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    showLastResort();
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
