import type { IncidentDetail, IncidentEvent, IncidentPart } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { Timeline, TimelineEvent } from '../../../components/display/timeline.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { DetailPanel, Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { incidentQuery } from '../../../domain/alert/alerts.ts';
import { outagePath, statusListQuery } from '../../../domain/integration/status.ts';
import { TicketsAbout } from '../../../domain/ticket/tickets-about.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDuration } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { deviationText, expectedText, kindText, partPlace, placeText, valueText } from '../incident-texts.ts';
import styles from './alerts.module.css';
import { Deliveries } from './deliveries.tsx';
import { IncidentActions } from './incident-actions.tsx';
import { IncidentChart } from './incident-chart.tsx';
import { ageMsOf, StateBadge } from './incidents-tab.tsx';

interface IncidentPanelProps {
  id: number;
  /** The place of the part that is charted; the leading one without. */
  part: number | undefined;
  onPart: (part: number | undefined) => void;
  onClose: () => void;
}

/** An incident: what is off and by how much, its chart, its alerts, and what has happened. */
export function IncidentPanel({ id, part, onPart, onClose }: IncidentPanelProps) {
  const { t } = useTranslation('alerts');
  const query = useQuery(incidentQuery(id));
  const incident = query.data;
  const name = t('incident', { id });
  return (
    <DetailPanel
      label={name}
      title={incident ? `${kindText(incident, t)}: ${placeText(incident, t)}` : name}
      state={incident && <StateBadge state={incident.state} />}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {incident ? (
          <IncidentContent incident={incident} part={part} onPart={onPart} />
        ) : (
          <SkeletonChart height={260} />
        )}
      </QueryView>
    </DetailPanel>
  );
}

interface IncidentContentProps {
  incident: IncidentDetail;
  part: number | undefined;
  onPart: (part: number | undefined) => void;
}

function IncidentContent({ incident, part, onPart }: IncidentContentProps) {
  const { t, i18n } = useTranslation('alerts');
  const mayManage = useCan('alerts:manage');
  const { lead, closedAt } = incident;
  return (
    <>
      <Facts>
        {lead && (
          <Fact label={t('figure')}>
            {valueText(incident.kind, lead, t)}
            {lead.expected !== null && <div className={styles.expected}>{expectedText(lead, t)}</div>}
          </Fact>
        )}
        <Fact label={t('opened')}>
          <DateTime value={incident.openedAt} format="minutes" />
        </Fact>
        <Fact label={closedAt === null ? t('age') : t('duration')}>
          {formatDuration(ageMsOf(incident), i18n.language)}
        </Fact>
        {closedAt === null ? (
          <Fact label={t('acknowledged')}>{incident.acknowledgedBy ?? t('noOne')}</Fact>
        ) : (
          <Fact label={t('closed')}>{incident.closedBy ?? t('closedItself')}</Fact>
        )}
      </Facts>
      {mayManage && <IncidentActions incident={incident} />}
      <OtherScreens incident={incident} />
      <IncidentChart incident={incident} part={part} />
      <Parts incident={incident} part={part} onPart={onPart} />
      <TicketsAbout
        target={{ kind: 'incident', ref: String(incident.id) }}
        about={{ type: 'general', ...(incident.integration && { integration: incident.integration.id }) }}
      />
      {incident.deliveries.length > 0 && (
        <Deliveries title={t('deliveries')} deliveries={incident.deliveries} />
      )}
      <PanelPart title={t('timeline')} isRegion>
        <Timeline>
          {incident.events.toReversed().map((event) => (
            <IncidentEventItem key={event.id} event={event} />
          ))}
        </Timeline>
      </PanelPart>
    </>
  );
}

/** Where the cause of some kinds is looked into, and what keeps an incident quiet for a time. */
function OtherScreens({ incident: { kind, lead, state } }: { incident: IncidentDetail }) {
  const { t } = useTranslation('alerts');
  const mayMute = useCan('maintenances:manage');
  const mayQuarantine = useCan('sessions:fetch');
  // A platform that does not respond is why its figures are late, or missing.
  const list = useQuery({ ...statusListQuery(), enabled: useCan('status:read') });
  const status = list.data?.rows.find(({ integration }) => integration.id === lead?.integration?.id);
  const isDown = status !== undefined && status.outageId !== null;
  const target =
    kind === 'rtp' && lead?.game
      ? { href: `/rtp-monitor?game=${lead.game.id}`, text: t('rtpLink') }
      : kind === 'quarantine' && mayQuarantine
        ? { href: quarantineOf(lead?.integration?.id), text: t('quarantineLink') }
        : kind === 'open' && lead?.integration
          ? { href: `/open-sessions?integrations=${lead.integration.id}`, text: t('openLink') }
          : kind === 'fetch' && status && !isDown
            ? { href: outagePath(status), text: t('statusLink') }
            : null;
  const links = [
    ...(isDown
      ? [{ href: outagePath(status), text: t('outageLink', { name: status.integration.name }) }]
      : []),
    ...(target ? [target] : []),
    ...(mayMute && state === 'open' && lead?.integration
      ? [{ href: '/maintenances?view=new', text: t('muteLink', { name: lead.integration.name }) }]
      : []),
  ];
  return links.map(({ href, text }) => (
    <p key={href} className={styles.link}>
      <InternalLink href={href}>{text}</InternalLink>
    </p>
  ));
}

const quarantineOf = (integrationId: number | undefined) =>
  integrationId === undefined ? '/quarantine' : `/quarantine?integration=${integrationId}`;

function IncidentEventItem({ event }: { event: IncidentEvent }) {
  const { t } = useTranslation('alerts');
  return (
    <TimelineEvent at={event.at} kind={t(`events.${event.kind}`)} by={event.username} text={event.text}>
      {event.detail && <div>{renderMessage(event.detail)}</div>}
    </TimelineEvent>
  );
}

type PartRow = IncidentPart & { place: number };

/** Its alerts: the integration, and what of its operators and games is off as well. A row charts its figure. */
function Parts({ incident, part, onPart }: IncidentContentProps) {
  const { t } = useTranslation('alerts');
  const rows = useMemo(
    () =>
      incident.allParts
        .map((one, place): PartRow => ({ ...one, place }))
        .toSorted(
          (a, b) =>
            Number(a.closedAt !== null) - Number(b.closedAt !== null) ||
            (b.deviation ?? 0) - (a.deviation ?? 0),
        ),
    [incident.allParts],
  );
  const columns = useMemo<DataColumn<PartRow>[]>(
    () => [
      {
        id: 'where',
        header: t('where'),
        cell: (row) => (
          <TwoLines second={t(`levels.${levelOf(row)}`)}>
            {row.integration && row.game === null && row.operator === null ? (
              <IntegrationName name={row.integration.name} number={row.integration.id} />
            ) : (
              partPlace(row, t)
            )}
          </TwoLines>
        ),
      },
      {
        id: 'figure',
        header: t('figure'),
        cell: (row) => <TwoLines second={expectedText(row, t)}>{valueText(incident.kind, row, t)}</TwoLines>,
      },
      {
        id: 'deviation',
        header: t('deviation'),
        width: 110,
        align: 'right',
        cell: (row) => deviationText(row),
      },
      {
        id: 'state',
        header: t('state'),
        width: 120,
        fit: true,
        cell: (row) => <PartState part={row} />,
      },
    ],
    [t, incident.kind],
  );
  return (
    <PanelPart title={t('parts')}>
      <DataTable
        label={t('parts')}
        columns={columns}
        rows={rows}
        rowId={({ place }) => String(place)}
        rowHeight={48}
        onRowClick={({ place }) => onPart(place)}
        rowLabel={(row) => t('showPart', { name: partPlace(row, t) })}
        selectedId={part === undefined ? null : String(part)}
        phoneRow={(row) => ({
          title: partPlace(row, t),
          sub: t(`levels.${levelOf(row)}`),
          value: <PartState part={row} />,
          note: valueText(incident.kind, row, t),
        })}
      />
    </PanelPart>
  );
}

const levelOf = ({ game, operator, integration }: IncidentPart) =>
  game ? 'game' : operator ? 'operator' : integration ? 'integration' : 'all';

function PartState({ part }: { part: IncidentPart }) {
  const { t } = useTranslation('alerts');
  const isOver = part.closedAt !== null;
  return (
    <Badge tone={isOver ? 'neutral' : 'negative'} ring={isOver}>
      {isOver ? t('over') : t('states.open')}
    </Badge>
  );
}
