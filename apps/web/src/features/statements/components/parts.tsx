import type { Party } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconReload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../components/display/figure.tsx';
import { Modal } from '../../../components/modal.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { ApiError } from '../../../lib/api/error.ts';
import styles from './statements.module.css';

interface SideProps {
  label: string;
  party: Party;
  /** Where the party has no name yet. */
  fallback?: string;
  children?: ReactNode;
}

/** One side of a statement, as it is printed. */
export function Side({ label, party, fallback, children }: SideProps) {
  const { t } = useTranslation('statements');
  return (
    <section className={styles.side} aria-label={label}>
      <h3 className={styles.sideLabel}>{label}</h3>
      <strong>{party.name || fallback || t('noName')}</strong>
      {party.address !== '' && <span className={styles.lines}>{party.address}</span>}
      {party.vatId !== '' && <span>{t('vatIdIs', { id: party.vatId })}</span>}
      {party.email !== '' && <span>{party.email}</span>}
      {children}
    </section>
  );
}

interface SumProps {
  label: ReactNode;
  value: number;
  plus?: boolean;
  /** Under a double rule. */
  isTotal?: boolean;
  isQuiet?: boolean;
}

/** A line of a sum: what it is, and how much. */
export function Sum({ label, value, plus, isTotal, isQuiet }: SumProps) {
  return (
    <div data-total={isTotal || undefined} data-quiet={isQuiet || undefined}>
      <dt>{label}</dt>
      <dd>
        <Amount value={value} tone="neutral" {...(plus ? { plus } : {})} strong={isTotal ?? false} />
      </dd>
    </div>
  );
}

export const isConflict = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status === 409;

/** Whether a change waits for approval: it is on its way, and the hub says so. */
export const isHeld = (error: Error): boolean => error instanceof ApiError && error.held !== undefined;

interface ConflictProps {
  error: Error | null;
  /** Shows what there is by now. */
  onRefresh: () => void;
}

/** A call that was refused because something has changed since: says why, in the place where it was sent. */
export function Conflict({ error, onRefresh }: ConflictProps) {
  const { t } = useTranslation('statements');
  if (!isConflict(error)) return null;
  return (
    <div className={styles.conflict} role="alert">
      <span>{error.message}</span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconReload size={14} stroke={1.75} />}
        onClick={onRefresh}
      >
        {t('refresh')}
      </Button>
    </div>
  );
}

interface GuardedModalProps {
  title: string;
  /** Whether something typed would be lost. */
  mustAsk: () => boolean;
  onClose: () => void;
  children: (close: () => void) => ReactNode;
}

/** A dialog with a form, which asks before it is closed with something typed. */
export function GuardedModal({ title, mustAsk, onClose, children }: GuardedModalProps) {
  const { t } = useTranslation('statements');
  const { t: common } = useTranslation('common');
  const [isAsking, setAsking] = useState(false);
  const close = () => (mustAsk() ? setAsking(true) : onClose());
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={title}
        size={480}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        {children(close)}
      </Modal>
      <LeaveGuard
        mustAsk={mustAsk}
        closing={{ isConfirmOpen: isAsking, onStay: () => setAsking(false), onLeave: onClose }}
        title={t('leaveTitle')}
        stayLabel={t('stay')}
        leaveLabel={t('leave')}
      >
        {t('leaveText')}
      </LeaveGuard>
    </>
  );
}

interface PageGuardProps {
  mustAsk: () => boolean;
}

/** Asks before a form of a tab is left: for another page, another tab, integration or statement. */
export function PageGuard({ mustAsk }: PageGuardProps) {
  const { t } = useTranslation('statements');
  return (
    <LeaveGuard
      mustAsk={mustAsk}
      leaves={(from, to) => {
        const [before, after] = [from.search, to.search] as Record<string, unknown>[];
        return (
          from.pathname !== to.pathname ||
          before?.tab !== after?.tab ||
          before?.id !== after?.id ||
          before?.integration !== after?.integration
        );
      }}
      title={t('leaveTitle')}
      stayLabel={t('stay')}
      leaveLabel={t('leave')}
    >
      {t('leaveText')}
    </LeaveGuard>
  );
}
