import type { OutageDetail, OutageEvent, OutageRecipient } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { Timeline, TimelineEvent } from '../../../components/display/timeline.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { DetailPanel, Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { outageQuery } from '../../../domain/integration/status.ts';
import { TicketsAbout } from '../../../domain/ticket/tickets-about.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatCount, formatDuration } from '../../../lib/format.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { useNow } from '../../../lib/use-today.ts';
import { lengthOf } from '../outages.ts';
import { OutageActions } from './outage-actions.tsx';
import styles from './status.module.css';

interface OutagePanelProps {
  id: number;
  onClose: () => void;
}

/** An outage: since when, what is down, what it touches, and what has happened. */
export function OutagePanel({ id, onClose }: OutagePanelProps) {
  const { t } = useTranslation('status');
  const query = useQuery(outageQuery(id));
  const outage = query.data;
  const name = t('outage', { id });
  return (
    <DetailPanel
      label={name}
      title={outage ? `${outage.integration.name}: ${name}` : undefined}
      state={outage && <OutageState closedAt={outage.closedAt} />}
      width={640}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {outage ? <OutageContent outage={outage} /> : <SkeletonLine width="60%" />}
      </QueryView>
    </DetailPanel>
  );
}

export function OutageState({ closedAt }: { closedAt: string | null }) {
  const { t } = useTranslation('status');
  return closedAt === null ? <Badge tone="negative">{t('goesOn')}</Badge> : <Badge ring>{t('over')}</Badge>;
}

function OutageContent({ outage }: { outage: OutageDetail }) {
  const { t, i18n } = useTranslation('status');
  const { closedAt, openSessions, figuresAsOf, integration } = outage;
  const mayManage = useCan('outages:manage');
  return (
    <>
      <Facts>
        <Fact label={t('since')}>
          <DateTime value={outage.openedAt} format="minutes" />
        </Fact>
        <Fact label={closedAt === null ? t('lasts') : t('length')}>
          {formatDuration(lengthOf(outage, useNow()), i18n.language)}
        </Fact>
        <Fact label={t('services')}>
          {outage.services.map((service) => t(`service.${service}`)).join(', ')}
        </Fact>
        <Fact label={t('openSessions')}>
          {openSessions === null ? (
            t('notKnown')
          ) : openSessions === 0 ? (
            formatCount(0)
          ) : (
            <InternalLink href={`/open-sessions?integrations=${integration.id}`}>
              {formatCount(openSessions)}
            </InternalLink>
          )}
        </Fact>
        <Fact label={t('figuresAsOf')}>
          {figuresAsOf === null ? t('notKnown') : <DateTime value={figuresAsOf} format="minutes" />}
        </Fact>
        {outage.closedBy !== null && <Fact label={t('closedBy')}>{outage.closedBy}</Fact>}
      </Facts>
      {mayManage && closedAt === null && <OutageActions outage={outage} />}
      <TicketsAbout
        target={{ kind: 'outage', ref: String(outage.id) }}
        about={{ type: 'general', integration: integration.id }}
      />
      <PanelPart title={t('timeline')} isRegion>
        <Timeline>
          {outage.events.toReversed().map((event) => (
            <OutageEventItem key={event.id} event={event} integration={integration.name} />
          ))}
        </Timeline>
      </PanelPart>
    </>
  );
}

interface ToldProps {
  told: NonNullable<OutageEvent['told']>;
  /** Whose services are down, and whose people were notified. */
  integration: string;
}

/** How many people were notified, and who: each side by name, with how someone was not reached. */
function Told({ told: { notices, mails, people }, integration }: ToldProps) {
  const { t } = useTranslation('status');
  // Of older events only the numbers are known: who got a notice may have got a mail, too.
  const count = t('told', {
    count: people.length || Math.max(notices, mails),
    mails: people.length > 0 ? people.filter(({ hasMail }) => hasMail).length : mails,
  });
  if (people.length === 0) return <div className={styles.told}>{count}</div>;
  const nameOf = ({ username, hasNotice, hasMail }: OutageRecipient) => {
    if (!hasNotice) return t('toldByMail', { username });
    return hasMail ? username : t('toldWithoutMail', { username });
  };
  return (
    <details className={styles.told}>
      <summary>{count}</summary>
      <dl className={styles.people}>
        {(['integration', 'provider'] as const).map((side) => {
          const ofSide = people.filter((one) => one.side === side);
          return (
            <div key={side}>
              <dt>{side === 'provider' ? t('provider') : integration}</dt>
              <dd>{ofSide.length === 0 ? t('noOne') : ofSide.map(nameOf).join(', ')}</dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

function OutageEventItem({ event, integration }: { event: OutageEvent; integration: string }) {
  const { t, i18n } = useTranslation('status');
  const text = i18n.language.startsWith('it') ? event.textIt : event.textEn;
  return (
    <TimelineEvent
      at={event.at}
      kind={t(`events.${event.kind}`)}
      subject={event.service === null ? undefined : t(`service.${event.service}`)}
      by={event.username}
      text={text}
    >
      {event.detail && <div>{renderMessage(event.detail)}</div>}
      {event.told && <Told told={event.told} integration={integration} />}
    </TimelineEvent>
  );
}
