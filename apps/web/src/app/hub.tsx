import '../theme/index.ts';
import 'dayjs/locale/it';
import { MantineProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import i18next from 'i18next';
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../components/feedback/states.tsx';
import {
  createQueryClient,
  setTokenSource,
  showCallLimitWith,
  showHeldWith,
  traceCalls,
} from '../lib/api/index.ts';
import { type Session, SessionProvider } from '../lib/auth/index.ts';
import { afterFirstScreen, useFirstScreenShown, watchFirstScreen } from '../lib/first-screen.ts';
import { followPreferences } from '../lib/language.ts';
import { choiceOfDevice } from '../lib/stored-language.ts';
import { wholeTexts } from '../lib/texts.ts';
import { toast } from '../lib/toast.tsx';
import { bringTypeface } from '../lib/typeface.ts';
import { useReloadOnline } from '../lib/use-online.ts';
import { cssVariablesResolver, theme } from '../theme/index.ts';
import styles from './centered-page.module.css';
import { startI18n } from './i18n.ts';
import { LoginFailed } from './login-failed.tsx';
import { RealtimeBridge } from './realtime.tsx';
import { createHubRouter } from './router.tsx';

export { startI18n };

/** Longer than other toasts: it may be why nothing else is on the screen. */
const limitToastMs = 10_000;

/** How long the place of toasts waits for its next attempt where it could not be fetched. */
const toastsAgainMs = 5_000;

/**
 * Asked for beside the first figures and drawn after them: whoever has just gone offline learns what could not be sent, which must
 * not need the network.
 */
async function bringToasts() {
  for (;;) {
    try {
      return { default: (await import('./toasts.tsx')).Toasts };
    } catch (error) {
      console.warn('The place of toasts could not be loaded.', error);
      await new Promise((resolve) => setTimeout(resolve, toastsAgainMs));
    }
  }
}
const toasts = bringToasts();
const Toasts = lazy(() => toasts);

/** Theme, calendar language and toasts. */
function Frame({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation('common');
  const isShown = useFirstScreenShown();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="dark">
      <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 1, weekendDays: [] }}>
        <Suspense>{isShown && <Toasts />}</Suspense>
        {children}
      </DatesProvider>
    </MantineProvider>
  );
}

/** The hub could not be reached before the sign-in. */
export function StartFailure() {
  useReloadOnline();
  return (
    <Frame>
      <main className={styles.page}>
        <ErrorState alone onReload={() => location.reload()} />
      </main>
    </Frame>
  );
}

/** Everything behind the sign-in. */
export function Hub({ session }: { session: Session }) {
  const user = useSyncExternalStore(session.subscribe, session.user);
  const hasFailed = useSyncExternalStore(session.subscribe, session.hasFailed);
  const [{ queryClient, router, showRest }] = useState(() => {
    setTokenSource(session);
    traceCalls(session.config.tracing);
    showCallLimitWith((text) => toast('warning', text, { ms: limitToastMs }));
    const client = createQueryClient();
    const created = createHubRouter({ queryClient: client, roles: () => session.user().roles });
    showHeldWith(({ id }) =>
      toast('info', i18next.t('common:error.held'), {
        detail: i18next.t('common:error.heldChange'),
        action: {
          label: i18next.t('common:error.openHeld'),
          run: () => void created.navigate({ to: '/approvals', search: { id } }),
        },
      }),
    );
    const showRest = watchFirstScreen(() => created.state.status === 'pending' || client.isFetching() > 0);
    bringTypeface();
    return { queryClient: client, router: created, showRest };
  });
  useEffect(() => showRest, [showRest]);
  useEffect(() => afterFirstScreen(session.prepare), [session]);
  useEffect(() => afterFirstScreen(() => void wholeTexts().catch(() => {})), []);
  const isShut = !user.isValid || hasFailed;
  useEffect(() => {
    if (isShut) return;
    const follow = () => void followPreferences();
    // On a device without a language the account's may be another than the one that is read now.
    if (choiceOfDevice() === null) follow();
    else return afterFirstScreen(follow);
  }, [isShut]);
  // Rights may change with a new token: the guard looks again at where the person stands.
  const rights = user.roles.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rights are what changed
  useEffect(() => {
    void router.invalidate();
  }, [rights, router]);
  return (
    <Frame>
      {isShut ? (
        <LoginFailed onLogout={() => session.signOut()} />
      ) : (
        <SessionProvider session={session}>
          <QueryClientProvider client={queryClient}>
            <RealtimeBridge />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </SessionProvider>
      )}
    </Frame>
  );
}
