import type { ReconciledTerms } from '@ludus/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { formatDayWith } from '../../../lib/format.ts';

interface TermsTableProps {
  rows: readonly ReconciledTerms[];
  nameOf: (integrationId: number) => string;
  stale: boolean;
}

/** Closed months: the due that the platform reports beside what the terms of settlement make of them. */
export function TermsTable({ rows, nameOf, stale }: TermsTableProps) {
  const { t, i18n } = useTranslation('reconciliation');
  const columns = useMemo<DataColumn<ReconciledTerms>[]>(() => {
    const monthOf = ({ month }: ReconciledTerms) =>
      formatDayWith(`${month}-01`, i18n.language, { month: 'long', year: 'numeric' });
    return [
      { id: 'month', header: t('month'), width: 180, fit: true, cell: monthOf },
      {
        id: 'integration',
        header: t('integration'),
        cell: ({ integrationId }) => <IntegrationName name={nameOf(integrationId)} number={integrationId} />,
      },
      {
        id: 'platform',
        header: t('platformDue'),
        align: 'right',
        cell: ({ platformDue }) => <Amount value={platformDue} />,
      },
      {
        id: 'terms',
        header: t('termsDue'),
        align: 'right',
        cell: ({ termsDue }) => <Amount value={termsDue} />,
      },
      {
        id: 'difference',
        header: t('difference'),
        align: 'right',
        cell: ({ difference }) => <Amount value={difference} plus />,
      },
    ];
  }, [t, i18n.language, nameOf]);
  return (
    <Panel flush title={t('terms')} coverage={t('termsHint')}>
      <DataTable
        bare
        label={t('terms')}
        columns={columns}
        rows={rows}
        rowId={({ integrationId, month }) => `${integrationId} ${month}`}
        stale={stale}
        maxHeight={420}
        phoneRow={(row) => ({
          title: columns[0]?.cell(row),
          sub: nameOf(row.integrationId),
          value: <Amount value={row.difference} plus />,
          note: t('difference'),
        })}
      />
    </Panel>
  );
}
