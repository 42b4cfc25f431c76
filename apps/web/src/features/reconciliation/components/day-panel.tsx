import type { DifferenceClass, ReconciledDayDetail } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconCloudDownload, IconLifebuoy, IconScale } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { DetailPanel, Facts } from '../../../components/overlay/detail-panel.tsx';
import {
  type DayPlace,
  differingSessionsQuery,
  reconciledDayQuery,
  useCompareDays,
  useRefetchDay,
} from '../../../domain/statistics/reconciliation.ts';
import { type PreparedTicket, prepareTicket } from '../../../domain/ticket/prepared-ticket.ts';
import { TicketsAbout } from '../../../domain/ticket/tickets-about.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDay, formatInstant } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { toast } from '../../../lib/toast.tsx';
import { ticketOf } from '../evidence.ts';
import { ClassesTable, FiguresTables } from './day-tables.tsx';
import { DifferingSessions } from './differing-sessions.tsx';
import styles from './reconciliation.module.css';
import { StateBadge } from './state-sign.tsx';

interface DayPanelProps {
  place: DayPlace;
  /** The class whose sessions are listed, and their page. */
  listed: { class: DifferenceClass | undefined; page: number };
  onList: (listed: { class?: DifferenceClass | undefined; page?: number | undefined }) => void;
  onStarted: (jobId: string) => void;
  onTicket: () => void;
  onClose: () => void;
}

/** A day of an integration: both sides' figures, why they differ, and what can be done about it. */
export function DayPanel({ place, listed, onList, onStarted, onTicket, onClose }: DayPanelProps) {
  const { t } = useTranslation('reconciliation');
  const query = useQuery(reconciledDayQuery(place));
  const detail = query.data;
  const day = formatDay(place.day);
  return (
    <DetailPanel
      label={t('panel', { integration: detail?.integration.name ?? '', day })}
      title={
        <>
          {detail && (
            <IntegrationName name={detail.integration.name} number={detail.integration.id} size={22} />
          )}
          <span>{day}</span>
        </>
      }
      state={detail && <StateBadge state={detail.state ?? 'none'} />}
      width={960}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {detail ? (
          <PanelContent
            detail={detail}
            place={place}
            listed={listed}
            onList={onList}
            onStarted={onStarted}
            onTicket={onTicket}
          />
        ) : (
          <SkeletonLine width="60%" />
        )}
      </QueryView>
    </DetailPanel>
  );
}

interface PanelContentProps extends Omit<DayPanelProps, 'onClose'> {
  detail: ReconciledDayDetail;
}

function PanelContent({ detail, place, listed, onList, onStarted, onTicket }: PanelContentProps) {
  const { t } = useTranslation('reconciliation');
  const isKnown = detail.comparedAt !== null;
  const isDifferent = detail.types.some(({ difference }) =>
    Object.values(difference).some((value) => value !== 0),
  );
  return (
    <>
      {isKnown && (
        <Facts>
          <Fact label={t('comparedAt')}>
            <DateTime value={detail.comparedAt} format="minutes" />
          </Fact>
          <Fact label={t('asOf')}>
            <DateTime value={detail.asOf} format="minutes" />
          </Fact>
          <Fact label={t('requestedBy')}>{detail.username ?? t('schedule')}</Fact>
        </Facts>
      )}
      {detail.state === null && <p className={styles.help}>{t('never')}</p>}
      {detail.failedAt !== null && (
        <p className={styles.failure} role="alert">
          {t('lastFailed', {
            time: formatInstant(detail.failedAt, 'minutes'),
            reason: renderMessage(detail.reasonDetail, detail.reason ?? ''),
          })}
          {isKnown && ` ${t('lastGood')}`}
        </p>
      )}
      <Actions
        detail={detail}
        place={place}
        isDifferent={isDifferent}
        onStarted={onStarted}
        onTicket={onTicket}
      />
      {isDifferent && (
        <ClassesTable
          detail={detail}
          selected={listed.class}
          onSelect={(chosen) => onList({ class: chosen === listed.class ? undefined : chosen })}
        />
      )}
      {isKnown && (
        <TicketsAbout
          target={{ kind: 'difference', ref: `${place.integrationId}:${place.day}` }}
          about={null}
        />
      )}
      {isKnown && <FiguresTables types={detail.types} />}
      {detail.keptSessions > 0 && (
        <DifferingSessions detail={detail} place={place} listed={listed} onList={onList} />
      )}
    </>
  );
}

interface ActionsProps extends Pick<PanelContentProps, 'detail' | 'place' | 'onStarted' | 'onTicket'> {
  isDifferent: boolean;
}

/** As many sessions as a ticket names. */
const ticketSessions = 20;

function Actions({ detail, place, isDifferent, onStarted, onTicket }: ActionsProps) {
  const { t } = useTranslation('reconciliation');
  const queryClient = useQueryClient();
  const mayRun = useCan('reconciliation:run');
  const mayReport = useCan('tickets:use');
  const onFailed = (error: Error) => void toast('error', error.message, { error });
  const compare = useCompareDays({
    onStarted: (jobId) => {
      toast('running', t('started'));
      onStarted(jobId);
    },
    onFailed,
  });
  const refetch = useRefetchDay({
    onStarted: (jobId) => {
      toast('running', t('fetchStarted'));
      onStarted(jobId);
    },
    onFailed,
  });
  const report = (ticket: PreparedTicket) => {
    prepareTicket(ticket);
    onTicket();
  };
  const openTicket = () =>
    queryClient
      .fetchQuery(differingSessionsQuery(place, { limit: ticketSessions }))
      .then(({ rows }) => report(ticketOf(detail, rows, t)), onFailed);
  const { integrationId, day } = place;
  const isTicketUseful = mayReport && isDifferent;
  if (!mayRun && !isTicketUseful) return null;
  return (
    <div className={styles.actions}>
      {mayRun && (
        <>
          <Button
            variant={isDifferent ? 'filled' : 'default'}
            leftSection={<IconCloudDownload size={16} stroke={1.5} />}
            loading={refetch.isPending}
            onClick={() => refetch.mutate(place)}
          >
            {t('fetchAgain')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconScale size={16} stroke={1.5} />}
            loading={compare.isPending}
            onClick={() => compare.mutate({ from: day, to: day, integrationIds: [integrationId] })}
          >
            {t(isDifferent ? 'compareSessions' : 'compare')}
          </Button>
        </>
      )}
      {isTicketUseful && (
        <Button
          variant="default"
          leftSection={<IconLifebuoy size={16} stroke={1.5} />}
          onClick={() => void openTicket()}
        >
          {t('openTicket')}
        </Button>
      )}
    </div>
  );
}
