import type { IntegrationDetail } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { figuresCoverageQuery } from '../../../domain/statistics/statistics.ts';
import { ticketsQuery } from '../../../domain/ticket/tickets.ts';
import { useCan } from '../../../lib/auth/index.ts';
import type { Period } from '../../../lib/days.ts';
import { formatCount, formatInstant, formatPercent } from '../../../lib/format.ts';
import { filterOf } from '../scorecard.ts';
import styles from './scorecard.module.css';

interface ScorecardStateProps {
  integration: IntegrationDetail;
  period: Period;
}

/** Whether its figures are complete and up to date, and what waits for someone. */
export function ScorecardState({ integration, period }: ScorecardStateProps) {
  const { t } = useTranslation('integrations');
  const readsTickets = useCan('tickets:use');
  const readsQuarantine = useCan('sessions:fetch');
  const { from, to, sessionTypeId } = filterOf(integration.id, period);
  const coverage = useQuery(
    figuresCoverageQuery({ from, to, sessionTypeId, integrations: [integration.id] }),
  );
  const tickets = useQuery({
    ...ticketsQuery({ integrationId: integration.id }),
    enabled: readsTickets,
  });
  // As the panel of its games counts them.
  const linked = integration.games ?? [];
  const active = linked.filter((game) => game.integration_games?.is_active != null).length;
  const own = coverage.data?.integrations.find(({ integrationId }) => integrationId === integration.id);
  const waiting = tickets.data?.filter(({ status }) => status !== 'closed').length;
  const quarantined = own && `${formatCount(own.quarantinedRows)}${own.hasMoreQuarantinedRows ? '+' : ''}`;
  return (
    <Panel title={t('card.state')} flush>
      <QueryView query={readsTickets ? [coverage, tickets] : coverage} compact>
        <dl className={styles.facts}>
          <Fact inline label={t('card.games')}>
            {t('card.gamesOf', { active: formatCount(active), all: formatCount(linked.length) })}
          </Fact>
          <Fact inline label={t('card.open')}>
            {own &&
              t('card.openOf', {
                open: formatCount(own.openSessions),
                all: formatCount(own.sessions),
                share: formatPercent(own.sessions === 0 ? 0 : own.openSessions / own.sessions, 2),
              })}
          </Fact>
          <Fact inline label={t('card.fetch')}>
            {own && (
              <span className={styles.fetch}>
                <StatusDot tone={own.state === 'upToDate' ? 'positive' : 'warning'} />
                {t(`card.fetchState.${own.state}`)}
                {own.asOf && ` · ${formatInstant(own.asOf, 'minutes')}`}
              </span>
            )}
          </Fact>
          <Fact inline label={t('card.quarantined')}>
            {readsQuarantine && own && own.quarantinedRows > 0 ? (
              <InternalLink href={`/quarantine?integration=${integration.id}`}>{quarantined}</InternalLink>
            ) : (
              quarantined
            )}
          </Fact>
          {readsTickets && (
            <Fact inline label={t('card.tickets')}>
              {waiting !== undefined && formatCount(waiting)}
            </Fact>
          )}
        </dl>
      </QueryView>
    </Panel>
  );
}
