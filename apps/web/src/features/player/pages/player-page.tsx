import { type FigureFilter, type Player, sessionTypes } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useFreshness } from '../../../components/feedback/use-freshness.ts';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { playerQuery } from '../../../domain/session/players.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { dayInRome, type Period } from '../../../lib/days.ts';
import { useToday } from '../../../lib/use-today.ts';
import { GamesPanel } from '../components/games-panel.tsx';
import { MonthsPanel } from '../components/months-panel.tsx';
import { TotalsPanel } from '../components/totals-panel.tsx';
import { type PlayerSearch, typeNames } from '../search.ts';

/** The player's own sessions, for the list of them. */
export interface PlayersSessions {
  integrationId: number;
  userId: string;
  type: (typeof typeNames)[number];
  period: Period;
}

interface PlayerPageProps {
  integrationId: number;
  userId: string;
  search: PlayerSearch;
  onSearch: (search: PlayerSearch) => void;
  onOpenSession: (id: string) => void;
  renderSessions: (sessions: PlayersSessions) => ReactNode;
}

/** Everything that one user id of an integration has played, for whoever may see its sessions. */
export function PlayerPage({ integrationId, userId, search, onSearch, ...props }: PlayerPageProps) {
  const { t } = useTranslation('player');
  const freshness = useFreshness();
  const type = search.type ?? 'real';
  const query = useQuery(playerQuery(integrationId, userId, type === 'all' ? null : sessionTypes[type]));
  const day = useToday();
  const player = query.data;
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const sessions = player?.firstSession && {
    integrationId,
    userId,
    type,
    period: { from: dayInRome(new Date(player.firstSession.createdAt)), to: day },
  };
  const explains: FigureFilter | null = sessions
    ? {
        ...sessions.period,
        sessionTypeId: type === 'all' ? null : sessionTypes[type],
        integrations: [integrationId],
        userId,
      }
    : null;
  return (
    <>
      <PageHeader
        title={t('title', { id: userId })}
        context={player ? contextOf(player) : null}
        back={{ to: '/session-list', label: t('back') }}
        primary={
          <SegmentedSwitch
            label={t('sessionType')}
            value={type}
            onChange={(chosen) => onSearch({ type: chosen === 'real' ? undefined : chosen })}
            options={typeNames.map((name) => ({ value: name, label: t(`type.${name}`) }))}
          />
        }
      />
      <PageBody>
        <QueryView
          query={query}
          failure={isMissing ? <EmptyState title={t('notFound')}>{t('notFoundHelp')}</EmptyState> : undefined}
        >
          {player && sessions === null ? (
            <EmptyState title={t('empty')}>{t('emptyHelp')}</EmptyState>
          ) : (
            <>
              <TotalsPanel player={player} explains={explains} onOpenSession={props.onOpenSession} />
              <MonthsPanel player={player} />
              <GamesPanel player={player} explains={explains} />
              {sessions && (
                <Panel
                  title={t('sessions')}
                  flush
                  actions={
                    <Button
                      variant="subtle"
                      size="xs"
                      component={Link}
                      {...({ to: '/session-list', search: listSearchOf(sessions) } as object)}
                      leftSection={<IconList size={16} stroke={1.5} />}
                    >
                      {t('inList')}
                    </Button>
                  }
                >
                  {props.renderSessions(sessions)}
                </Panel>
              )}
            </>
          )}
        </QueryView>
      </PageBody>
    </>
  );

  function contextOf({ integration, asOf }: Player): string {
    const context = t('context', { integration: integration.name, type: t(`typeIn.${type}`) });
    // A phone has a line for each of the two.
    return `${context}. ${freshness({ asOf, notFetched: 0 }).replaceAll(' ', '\u00a0')}`;
  }
}

/** The sessions list with the same sessions, those without rounds too. */
function listSearchOf({ integrationId, userId, type, period }: PlayersSessions) {
  return {
    ...period,
    type: type === 'real' ? undefined : type,
    integrations: [integrationId],
    user: userId,
    played: false,
  };
}
