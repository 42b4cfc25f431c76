import type { UnstatedAmount } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { type OwedRow, owedByIntegration } from '../owed.ts';
import { monthName } from '../statement-texts.tsx';

interface BeforeFirstProps {
  amounts: readonly UnstatedAmount[];
}

/** In place of statements where there is none: what each integration owes without one, and its first month to close. */
export function BeforeFirst({ amounts }: BeforeFirstProps) {
  const { t, i18n } = useTranslation('statements');
  const { language } = i18n;
  const rows = useMemo(() => owedByIntegration([], amounts), [amounts]);
  const columns = useMemo<DataColumn<OwedRow>[]>(
    () => [
      {
        id: 'integration',
        header: t('integration'),
        cell: ({ integration }) => <IntegrationName name={integration.name} number={integration.id} />,
      },
      {
        id: 'months',
        header: t('unstatedMonths'),
        cell: ({ months }) => monthsText(months, language),
      },
      {
        id: 'due',
        header: t('platformDue'),
        align: 'right',
        cell: ({ total }) => <Amount value={total} tone="neutral" strong />,
      },
      {
        id: 'next',
        header: '',
        label: t('nextStep'),
        width: 190,
        align: 'right',
        fit: true,
        cell: (row) => <CloseFirst row={row} />,
      },
    ],
    [t, language],
  );
  return (
    <Panel flush title={t('empty')} hasLongCoverage coverage={t('emptyText')}>
      <DataTable
        bare
        label={t('unstatedMonths')}
        columns={columns}
        rows={rows}
        rowId={({ integration }) => String(integration.id)}
        rowHeight={48}
        phoneRow={(row) => ({
          art: <IntegrationChip name={row.integration.name} number={row.integration.id} size={24} />,
          title: row.integration.name,
          sub: monthsText(row.months, language),
          value: <Amount value={row.total} tone="neutral" />,
          note: <CloseFirst row={row} />,
        })}
      />
    </Panel>
  );
}

/** The first month and the last: `Jul 2026 – Nov 2026`. */
function monthsText(months: readonly UnstatedAmount[], language: string): string {
  const names = months.map(({ month }) => month).toSorted();
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (first === last) return monthName(first, language, 'short');
  return `${monthName(first, language, 'short')} – ${monthName(last, language, 'short')}`;
}

/** Leads to the close of the first month that has ended; a closed one is offered above the list. */
function CloseFirst({ row: { integration, months } }: { row: OwedRow }) {
  const { t, i18n } = useTranslation('statements');
  const ended = months.filter(({ reason }) => reason === 'ended').map(({ month }) => month);
  const first = ended.toSorted()[0];
  if (first === undefined) return null;
  return (
    <Button
      variant="default"
      size="xs"
      component={InternalLink}
      href={`/period-close?integration=${integration.id}&month=${first}`}
      aria-label={t('closeOf', {
        month: monthName(first, i18n.language, 'short'),
        integration: integration.name,
      })}
    >
      {t('closeFirst', { month: monthName(first, i18n.language, 'short') })}
    </Button>
  );
}
