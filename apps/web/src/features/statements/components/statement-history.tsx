import type { StatementDetail } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { reasonText } from '../../../lib/messages.ts';
import { partlyOf } from '../statement-texts.tsx';
import styles from './statements.module.css';

type Delivery = NonNullable<StatementDetail['deliveries']>[number];

/** What both sides did, newest first, and how the mails went. */
export function StatementHistory({ statement }: { statement: StatementDetail }) {
  const { t } = useTranslation('statements');
  const { history, deliveries } = statement;
  return (
    <>
      <section className={styles.part}>
        <h3 className={styles.partTitle}>{t('history')}</h3>
        <ol className={styles.timeline} aria-label={t('history')}>
          {history.map((event) => {
            const { action, side, username, at, note, amount } = event;
            return (
              <li key={`${at} ${action}`} data-side={side}>
                <span className={styles.eventTime}>
                  <DateTime value={at} format="minutes" />
                </span>
                <div className={styles.eventText}>
                  <strong>
                    {partlyOf(history, event) === null ? t(`actions.${action}`) : t('acceptedPartly')}
                  </strong>{' '}
                  <span className={styles.quiet}>
                    {t('eventBy', {
                      name: username,
                      side: side === 'provider' ? t('provider') : statement.integration.name,
                    })}
                  </span>
                  {amount !== null && (
                    <span className={styles.eventAmount}>
                      <Amount value={amount} />
                    </span>
                  )}
                  {note !== null && <p className={styles.eventNote}>{note}</p>}
                </div>
              </li>
            );
          })}
        </ol>
      </section>
      {deliveries !== undefined && <Deliveries rows={deliveries} />}
    </>
  );
}

const tones: Record<Delivery['outcome'], BadgeTone> = {
  waiting: 'warning',
  sent: 'positive',
  failed: 'negative',
  refused: 'negative',
};

function Deliveries({ rows }: { rows: readonly Delivery[] }) {
  const { t } = useTranslation('statements');
  const columns = useMemo<DataColumn<Delivery>[]>(
    () => [
      {
        id: 'recipient',
        header: t('mailTo'),
        cell: (row) => <TwoLines second={reasonText(row)}>{row.recipient}</TwoLines>,
      },
      {
        id: 'outcome',
        header: t('state'),
        width: 140,
        fit: true,
        cell: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
      },
    ],
    [t],
  );
  return (
    <section className={styles.part} aria-label={t('deliveries')}>
      <h3 className={styles.partTitle}>{t('deliveries')}</h3>
      {rows.length === 0 ? (
        <p className={styles.help}>{t('noDeliveries')}</p>
      ) : (
        <DataTable
          label={t('deliveries')}
          columns={columns}
          rows={rows}
          rowId={({ recipient }) => recipient}
          rowHeight={48}
          phoneRow={(row) => ({
            title: row.recipient,
            sub: reasonText(row) ?? undefined,
            value: <OutcomeBadge outcome={row.outcome} />,
          })}
        />
      )}
    </section>
  );
}

function OutcomeBadge({ outcome }: Pick<Delivery, 'outcome'>) {
  const { t } = useTranslation('statements');
  return <Badge tone={tones[outcome]}>{t(`outcomesOfMail.${outcome}`)}</Badge>;
}
