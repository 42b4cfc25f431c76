import type { Log, RouteId } from '@ludus/contract';
import { ActionIcon, CloseButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { PersonName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { logQuery } from '../../../domain/log/logs.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { type Command, useCommands } from '../../../lib/keyboard/commands.ts';
import { hasOneSide } from '../changes.ts';
import { type MayOpen, objectLinks } from '../object-links.ts';
import { LogChanges } from './log-changes.tsx';
import { LogDescription } from './log-description.tsx';
import styles from './log-detail.module.css';
import { LogTypeName } from './log-type-name.tsx';

interface LogDetailProps {
  /** Undefined while it is closed. */
  id: number | undefined;
  onClose: () => void;
  /** To the entry before or after this one in the list; undefined at its ends. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  mayOpen: MayOpen;
}

/** One entry beside the list: the page behind does not scroll, left and right go through the list. */
export function LogDetail({ id, onClose, onPrevious, onNext, mayOpen }: LogDetailProps) {
  const { t } = useTranslation('logs');
  if (id === undefined) return null;
  return (
    <SidePanel label={t('detail')} width={720} onClose={onClose}>
      <Entry
        id={id}
        mayOpen={mayOpen}
        tools={
          <>
            <StepKeys onPrevious={onPrevious} onNext={onNext} />
            <ActionIcon
              aria-label={t('previous')}
              title={t('previous')}
              disabled={onPrevious === undefined}
              onClick={onPrevious}
            >
              <IconChevronLeft size={18} stroke={1.5} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('next')}
              title={t('next')}
              disabled={onNext === undefined}
              onClick={onNext}
            >
              <IconChevronRight size={18} stroke={1.5} />
            </ActionIcon>
            <CopyButton
              value={new URL(`/logs?log=${id}`, window.location.origin).href}
              label={t('link')}
              success={t('linkCopied')}
              failure={t('linkFailed')}
              icon={<IconLink size={18} stroke={1.5} />}
            />
            <CloseButton onClick={onClose} data-autofocus aria-label={t('close')} />
          </>
        }
      />
    </SidePanel>
  );
}

/** Inside the dialog, whose keys they are. */
function StepKeys({ onPrevious, onNext }: Pick<LogDetailProps, 'onPrevious' | 'onNext'>) {
  const { t } = useTranslation('logs');
  const keysOf = (id: 'previous' | 'next', key: string, run: (() => void) | undefined): Command[] =>
    run ? [{ id: `log.${id}`, label: t(id), group: 'screen', keys: [key], run }] : [];
  useCommands([...keysOf('previous', 'ArrowLeft', onPrevious), ...keysOf('next', 'ArrowRight', onNext)]);
  return null;
}

function Entry({ id, tools, mayOpen }: { id: number; tools: ReactNode; mayOpen: MayOpen }) {
  const { t } = useTranslation('logs');
  const entry = useQuery(logQuery(id));
  const log = entry.data;
  const isMissing = entry.error instanceof ApiError && entry.error.status === 404;
  return (
    <article aria-busy={entry.isLoading}>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h2 className={styles.title}>
            {log ? <LogDescription row={log} links={linksOfTitle(log, mayOpen)} /> : t('detail')}
          </h2>
          {log && <Facts log={log} />}
        </div>
        <div className={styles.tools}>{tools}</div>
      </header>
      <div className={styles.body}>
        <QueryView
          query={entry}
          text={t('detailFailed')}
          compact
          failure={isMissing ? <EmptyState title={t('missing')} compact /> : undefined}
        >
          {log ? (
            <>
              <ObjectLinks log={log} mayOpen={mayOpen} />
              <h3 className={styles.section}>{t(hasOneSide(log) ? 'fields' : 'updates')}</h3>
              <LogChanges log={log} />
            </>
          ) : (
            ['70%', '90%', '50%', '80%'].map((width) => <SkeletonLine key={width} width={width} my={12} />)
          )}
        </QueryView>
      </div>
    </article>
  );
}

function Facts({ log }: { log: Log }) {
  const { t } = useTranslation('common');
  return (
    <p className={styles.facts}>
      <LogTypeName type={log.logType.name} />
      {log.user ? <PersonName name={log.user.username} /> : <span>{t('notAvailable')}</span>}
      <DateTime value={log.createdAt} withZone />
    </p>
  );
}

const linkedBelow = new Set<RouteId>(['game', 'integration', 'ticket', 'users']);

/** What `ObjectLinks` does not lead to. */
const linksOfTitle = (log: Log, mayOpen: MayOpen) =>
  objectLinks(log, mayOpen).filter(({ route }) => !linkedBelow.has(route));

/** To the game, the integration, the ticket or the user, as long as the object is there. */
function ObjectLinks({ log, mayOpen }: { log: Log; mayOpen: MayOpen }) {
  const { t } = useTranslation('logs');
  const { logType, relatedId, relatedObject } = log;
  const { exists, name, integration, integrationId, integrationExists } = relatedObject;
  const links: ReactNode[] = [];
  const ofGame = logType.name === 'games' || logType.name === 'bets';
  if (ofGame && exists && mayOpen('game') && relatedId !== null) {
    links.push(
      <Link key="game" to="/game/{-$id}" params={{ id: relatedId }}>
        {t('openGame', { name: textOf(name) })}
      </Link>,
    );
  }
  const place =
    logType.name === 'integrations'
      ? { id: relatedId, name, exists }
      : { id: integrationId, name: integration, exists: logType.name === 'bets' && integrationExists };
  if (place.exists && mayOpen('integration') && place.id) {
    links.push(
      <Link key="integration" to="/integration/{-$id}" params={{ id: String(place.id) }}>
        {t('openIntegration', { name: textOf(place.name) })}
      </Link>,
    );
  }
  if (logType.name === 'tickets' && exists && mayOpen('ticket') && relatedId !== null) {
    links.push(
      <Link key="ticket" to="/ticket/{-$id}" params={{ id: relatedId }}>
        {t('openTicket', { name: textOf(name) })}
      </Link>,
    );
  }
  if (logType.name === 'users' && exists && mayOpen('users')) {
    links.push(
      <Link key="users" to="/users" search={{ user: relatedId ?? undefined }}>
        {t('openUser', { name: textOf(name) })}
      </Link>,
    );
  }
  const hasPage = ofGame || ['integrations', 'tickets', 'users'].includes(logType.name);
  const isGone = !exists && name !== undefined && hasPage;
  if (links.length === 0 && !isGone) return null;
  return (
    <p className={styles.links}>
      {links}
      {isGone && <span>{t('gone', { name: textOf(name) })}</span>}
    </p>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
