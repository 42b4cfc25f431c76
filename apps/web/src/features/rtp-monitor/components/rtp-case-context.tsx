import type { RtpCase, RtpPlayedDay } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount, Count, Percent } from '../../../components/display/figure.tsx';
import { PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { formatAmount, formatCount, formatDay } from '../../../lib/format.ts';
import { RtpIntegrationsTable } from './rtp-integrations-table.tsx';
import panel from './rtp-monitor.module.css';

interface CaseContextProps {
  found: RtpCase;
  onIntegration: (integrationId: number) => void;
}

/** What stands beside the figures of a case: the same game at the other integrations, and the days of its verdict. */
export function CaseContext({ found, onIntegration }: CaseContextProps) {
  const { t } = useTranslation('rtpMonitor');
  const { context, latest, integrationId } = found;
  if (context === null) return <p className={panel.help}>{t('noContext')}</p>;
  return (
    <>
      {context.integrations.length > 0 && (
        <RtpIntegrationsTable
          title={t(integrationId === null ? 'byIntegration' : 'otherIntegrations')}
          integrations={context.integrations}
          expected={latest.rtp}
          onSelect={onIntegration}
        />
      )}
      {context.days.length > 0 && <CaseDays {...context} />}
    </>
  );
}

/** As many as a person looks at before asking for all. */
const firstDays = 10;

/** The newest first: what has just happened is asked about. */
function CaseDays({ days, dayCount }: NonNullable<RtpCase['context']>) {
  const { t } = useTranslation('rtpMonitor');
  const [showsAll, setShowsAll] = useState(false);
  const newest = days.toReversed();
  const shown = showsAll ? newest : newest.slice(0, firstDays);
  const columns = useMemo<DataColumn<RtpPlayedDay>[]>(
    () => [
      { id: 'day', header: t('day'), cell: ({ day }) => formatDay(day) },
      {
        id: 'plays',
        header: t('plays'),
        align: 'right',
        cell: ({ plays }) => <Count value={Math.round(plays)} />,
      },
      { id: 'bet', header: t('bet'), align: 'right', cell: ({ bet }) => <Amount value={bet} /> },
      { id: 'win', header: t('win'), align: 'right', cell: ({ win }) => <Amount value={win} /> },
      {
        id: 'observed',
        header: t('observed'),
        align: 'right',
        cell: ({ observed }) => <Percent value={observed} decimals={2} />,
      },
    ],
    [t],
  );
  return (
    <PanelPart title={t('byDay')} isRegion>
      <p className={panel.help}>
        {days.length < dayCount
          ? t('lastDays', { shown: formatCount(days.length), days: formatCount(dayCount) })
          : t('everyDay')}
      </p>
      <DataTable
        label={t('byDay')}
        columns={columns}
        rows={shown}
        rowId={({ day }) => day}
        phoneRow={({ day, plays, bet, win, observed }) => ({
          title: formatDay(day),
          sub: t('dayPlays', { plays: formatCount(Math.round(plays)) }),
          value: <Percent value={observed} decimals={2} />,
          note: t('dayAmounts', { bet: formatAmount(bet), win: formatAmount(win) }),
        })}
      />
      {newest.length > firstDays && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('fewerDays') : t('allDays', { count: newest.length })}
        </Button>
      )}
    </PanelPart>
  );
}
