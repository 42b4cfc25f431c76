import { isProviderRole, type RouteId, routes, scopeRoles } from '@ludus/contract';
import { CloseButton } from '@mantine/core';
import { IconLock, IconMapPinOff } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/auth/index.ts';
import { today } from '../../lib/days.ts';
import { formatPeriod } from '../../lib/format.ts';
import { readDay, type SearchInput } from '../../lib/search.ts';
import { periodFor } from '../../lib/shared-filters.ts';
import styles from './landing-notice.module.css';
import { entryOf, isNamedPage } from './navigation.ts';

/** Why something else was opened than what the address asked for. */
export type Refusal =
  /** The path as it was asked for. */
  | { reason: 'unknown'; path: string }
  | { reason: 'forbidden'; path: string; route: RouteId }
  /** The page opened, for another period: that of the address is none. */
  | { reason: 'period'; path: string }
  /** The page shows what was chosen elsewhere. */
  | { reason: 'nothingChosen' | 'noneAvailable'; path: string; route: RouteId };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Belongs to the entry of the page that opened instead: it goes with the next step. */
    refusal?: Refusal;
  }
}

/** Which role would open a page to someone of the same side; roles of the other side are none that they could be given. */
function useAdvice(isProvider: boolean): (route: RouteId) => string {
  const { t } = useTranslation('shell');
  return (route) => {
    const names = scopeRoles[routes[route].scope]
      .filter((role) => isProviderRole(role) === isProvider)
      .map((role) => t(`roles.${role}`));
    const [last, ...others] = names.reverse();
    if (last === undefined) return t('refused.otherSide');
    const role =
      others.length === 0 ? last : t('refused.either', { roles: others.reverse().join(', '), last });
    return t('refused.forbiddenHelp', { role });
  };
}

/** As the menu names it; a page that has no entry goes by the entry above it, unless that one is open to more people. */
function usePageName(): (refusal: Refusal) => string {
  const { t } = useTranslation('shell');
  return (refusal) => {
    if (refusal.reason === 'unknown' || refusal.reason === 'period') return refusal.path;
    const { route, path } = refusal;
    if (isNamedPage(route)) return t(`refused.pages.${route}`);
    const entry = entryOf(route);
    return entry && routes[entry].scope === routes[route].scope ? t(`entries.${entry}`) : path;
  };
}

/** Says above the page that opened instead why the address that was asked for did not. */
export function LandingNotice() {
  const { t } = useTranslation('shell');
  const nameOf = usePageName();
  const navigate = useNavigate();
  const isProvider = useCan('integrations:manage');
  const adviceOf = useAdvice(isProvider);
  const refusal = useRouterState({ select: (state) => state.location.state.refusal });
  const search = useRouterState({ select: (state): SearchInput => state.location.search });
  if (refusal === undefined) return null;
  // No role would open it to staff of the provider.
  const isNotTheirs = isProvider && refusal.reason === 'forbidden' && refusal.route === 'reviewRequested';
  const Icon = refusal.reason === 'forbidden' ? IconLock : IconMapPinOff;
  const shown = periodFor({ from: readDay(search.from), to: readDay(search.to) }, today());
  const dismiss = () =>
    void navigate({ to: '.', search: true, replace: true, state: {}, resetScroll: false });
  return (
    <div className={styles.notice} role="status">
      <Icon size={16} stroke={1.5} aria-hidden="true" />
      <p className={styles.text}>
        {isNotTheirs ? (
          <strong>{t('refused.onlyIntegrations')}</strong>
        ) : (
          <>
            <strong>{t(`refused.${refusal.reason}`, { page: nameOf(refusal) })}</strong>{' '}
            {refusal.reason === 'forbidden'
              ? adviceOf(refusal.route)
              : t(`refused.${refusal.reason}Help`, { period: formatPeriod(shown) })}
          </>
        )}
      </p>
      <CloseButton size="sm" aria-label={t('refused.dismiss')} onClick={dismiss} />
    </div>
  );
}
