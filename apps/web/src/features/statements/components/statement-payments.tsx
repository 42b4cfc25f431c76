import type { StatementDetail, StatementPayment } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDay } from '../../../lib/format.ts';
import { ReverseModal } from './payment-modal.tsx';
import styles from './statements.module.css';

/** What has been paid, and what of it was taken back. */
export function StatementPayments({ statement }: { statement: StatementDetail }) {
  const { t } = useTranslation('statements');
  const mayManage = useCan('statements:manage') && statement.state !== 'void';
  const [reversed, setReversed] = useState<StatementPayment | null>(null);
  const columns = useMemo<DataColumn<StatementPayment>[]>(
    () => [
      {
        id: 'day',
        header: t('receivedOn'),
        fit: true,
        cell: ({ receivedOn }) => formatDay(receivedOn),
        footer: t('paidInAll'),
      },
      {
        id: 'reference',
        header: t('reference'),
        cell: ({ reference, reversal }) => (
          <TwoLines second={reversal && t('reversedBecause', { name: reversal.by, reason: reversal.reason })}>
            {reference || '–'}
          </TwoLines>
        ),
      },
      {
        id: 'recorded',
        header: t('recorded'),
        fit: true,
        cell: ({ recordedAt, recordedBy }) => (
          <TwoLines second={<DateTime value={recordedAt} format="minutes" />}>{recordedBy}</TwoLines>
        ),
      },
      {
        id: 'amount',
        header: t('amount'),
        align: 'right',
        cell: (payment) => <PaidAmount payment={payment} />,
        footer: <Amount value={statement.paid} strong />,
      },
      ...(mayManage
        ? [
            {
              id: 'action',
              header: '',
              label: t('reverse'),
              width: 130,
              fit: true,
              align: 'right' as const,
              cell: (payment: StatementPayment) =>
                payment.reversal ? (
                  <Badge ring>{t('reversed')}</Badge>
                ) : (
                  <Button variant="default" size="xs" onClick={() => setReversed(payment)}>
                    {t('reverse')}
                  </Button>
                ),
            },
          ]
        : []),
    ],
    [t, mayManage, statement.paid],
  );
  return (
    <section className={styles.part} aria-label={t('payments')}>
      <h3 className={styles.partTitle}>{t('payments')}</h3>
      {statement.payments.length === 0 ? (
        <p className={styles.help}>{t('noPayments')}</p>
      ) : (
        <DataTable
          label={t('payments')}
          columns={columns}
          rows={statement.payments}
          rowId={({ id }) => String(id)}
          rowHeight={48}
          phoneRow={(payment) => ({
            title: payment.reference || formatDay(payment.receivedOn),
            sub: payment.reversal
              ? t('reversedBecause', { name: payment.reversal.by, reason: payment.reversal.reason })
              : formatDay(payment.receivedOn),
            value: <PaidAmount payment={payment} />,
            note:
              mayManage && !payment.reversal ? (
                <Button variant="default" size="xs" onClick={() => setReversed(payment)}>
                  {t('reverse')}
                </Button>
              ) : undefined,
          })}
        />
      )}
      {reversed !== null && (
        <ReverseModal statementId={statement.id} payment={reversed} onClose={() => setReversed(null)} />
      )}
    </section>
  );
}

function PaidAmount({ payment: { amount, reversal } }: { payment: StatementPayment }) {
  return (
    <span className={reversal ? styles.struck : undefined}>
      <Amount value={amount} />
    </span>
  );
}
