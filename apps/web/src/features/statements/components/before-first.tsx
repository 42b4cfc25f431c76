import type { UnstatedAmount } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { useIsPhone } from '../../../lib/use-screen.ts';
import { type OwedRow, owedByIntegration } from '../owed.ts';
import { monthName, sumOf } from '../statement-texts.tsx';

interface BeforeFirstProps {
  amounts: readonly UnstatedAmount[];
}

/** In place of statements where there is none: what each integration owes without one, and its first month to close. */
export function BeforeFirst({ amounts }: BeforeFirstProps) {
  const { t, i18n } = useTranslation('statements');
  const { language } = i18n;
  const isPhone = useIsPhone();
  const router = useRouter();
  const rows = useMemo(() => owedByIntegration([], amounts), [amounts]);
  const columns = useMemo<DataColumn<OwedRow>[]>(
    () => [
      {
        id: 'integration',
        header: t('integration'),
        width: '30%',
        cell: ({ integration }) => <IntegrationName name={integration.name} number={integration.id} />,
        footer: t('total'),
      },
      {
        id: 'months',
        header: t('validity'),
        width: '40%',
        cell: ({ months }) => monthsText(months, language),
      },
      {
        id: 'due',
        header: t('platformDue'),
        align: 'right',
        width: 160,
        cell: ({ total }) => <Amount value={total} tone="neutral" strong />,
        footer: <Amount value={sumOf(...rows.map(({ total }) => total))} tone="neutral" strong />,
      },
      {
        id: 'next',
        header: '',
        label: t('nextStep'),
        align: 'right',
        width: 172,
        fit: true,
        cell: (row) => <CloseFirst row={row} />,
      },
    ],
    [t, language, rows],
  );
  return (
    <Panel flush title={t('unstatedMonths')} hasLongCoverage coverage={t('emptyText')}>
      <DataTable
        bare
        label={t('unstatedMonths')}
        columns={columns}
        rows={rows}
        rowId={({ integration }) => String(integration.id)}
        rowHeight={48}
        {...(isPhone
          ? { onRowClick: (row: OwedRow) => void router.navigate({ href: closePath(row, firstEnded(row)) }) }
          : {})}
        phoneRow={(row) => ({
          art: <IntegrationChip name={row.integration.name} number={row.integration.id} size={24} />,
          title: row.integration.name,
          sub: monthsText(row.months, language),
          value: <Amount value={row.total} tone="neutral" />,
          note: <ClosesFirst row={row} />,
          icon: <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />,
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

/** The first month that has ended; a closed one is offered above the list. */
function firstEnded({ months }: OwedRow): string | undefined {
  return months
    .filter(({ reason }) => reason === 'ended')
    .map(({ month }) => month)
    .toSorted()[0];
}

const closePath = ({ integration }: OwedRow, month: string | undefined) =>
  `/period-close?integration=${integration.id}${month === undefined ? '' : `&month=${month}`}`;

/** What a press on the row of a phone leads to. */
function ClosesFirst({ row }: { row: OwedRow }) {
  const { t, i18n } = useTranslation('statements');
  const first = firstEnded(row);
  return first === undefined ? null : t('closeFirst', { month: monthName(first, i18n.language, 'short') });
}

function CloseFirst({ row }: { row: OwedRow }) {
  const { t, i18n } = useTranslation('statements');
  const first = firstEnded(row);
  if (first === undefined) return null;
  const month = monthName(first, i18n.language, 'short');
  return (
    <Button
      variant="default"
      size="xs"
      // As wide as those below it, whatever their months are.
      miw={132}
      component={InternalLink}
      href={closePath(row, first)}
      aria-label={t('closeOf', { month, integration: row.integration.name })}
    >
      {t('closeFirst', { month })}
    </Button>
  );
}
