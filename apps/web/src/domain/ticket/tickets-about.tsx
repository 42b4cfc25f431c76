import type { LinkTarget, TicketType } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { InternalLink } from '../../components/internal-link.tsx';
import { PanelPart } from '../../components/overlay/detail-panel.tsx';
import { useCan } from '../../lib/auth/index.ts';
import { formatDay } from '../../lib/format.ts';
import { newTicketHref } from './prepared-ticket.ts';
import { ticketsAboutQuery } from './tickets.ts';
import styles from './tickets-about.module.css';

/** What a link leads to in words: its kind, its id where people use it, and its name. */
export function nameOfTarget(
  { kind, ref, name = '' }: LinkTarget & { name?: string },
  t: TFunction<'tickets'>,
): string {
  const [id = '', day] = ref.split(':');
  const what = {
    session: name || ref,
    game: name || `#${id}`,
    outage: [`#${id}`, name].filter(Boolean).join(' · '),
    incident: [`#${id}`, name].filter(Boolean).join(' · '),
    difference: [name, formatDay(day)].filter(Boolean).join(' · '),
  }[kind];
  return `${t(`links.kinds.${kind}`)} ${what}`;
}

interface TicketsAboutProps {
  target: LinkTarget;
  /** What a ticket that is opened from here begins with; null where another button opens one. */
  about: { type: TicketType; integration?: number } | null;
}

/** In the panel of something: the tickets that are linked with it, and the way to a new one. Nothing for who has no tickets. */
export function TicketsAbout({ target, about }: TicketsAboutProps) {
  const { t } = useTranslation('tickets');
  const hasTickets = useCan('tickets:use');
  if (!hasTickets) return null;
  return (
    <PanelPart title={t('links.tickets')}>
      <TicketsList target={target} about={about} />
    </PanelPart>
  );
}

/** The tickets about something or linked with it, and the way to a new one. */
export function TicketsList({ target, about }: TicketsAboutProps) {
  const { t } = useTranslation('tickets');
  const query = useQuery(ticketsAboutQuery(target));
  return (
    <>
      <QueryView query={query} text={t('failed')} compact>
        {query.data && query.data.length === 0 && <p className={styles.none}>{t('links.none')}</p>}
        {query.data && query.data.length > 0 && (
          <ul className={styles.list}>
            {query.data.map(({ id, title, status }) => (
              <li key={id}>
                <InternalLink href={`/ticket/${id}`}>
                  #{id} {title}
                </InternalLink>{' '}
                <span className={styles.none}>{t(`statuses.${status}`)}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {about && (
        <div>
          <Button
            component={InternalLink}
            href={newTicketHref({ ...about, link: `${target.kind}:${target.ref}` })}
            variant="default"
            leftSection={<IconLifebuoy size={16} stroke={1.5} />}
          >
            {t('links.open')}
          </Button>
        </div>
      )}
    </>
  );
}
