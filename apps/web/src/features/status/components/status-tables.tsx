import { type IntegrationStatus, type Outage, services, statusDays } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { type MouseEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../components/display/badge.tsx';
import { DateTime } from '../../../components/display/date-time.tsx';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { hint } from '../../../components/hint.ts';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { TwoLines } from '../../../components/table/two-lines.tsx';
import { formatDuration, PLACEHOLDER } from '../../../lib/format.ts';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { useNow } from '../../../lib/use-today.ts';
import { byGravity, checkedDays, formatUptime, lengthOf } from '../outages.ts';
import { OutageState } from './outage-panel.tsx';
import { LowDayBars, ServiceState, stateTones } from './service-days.tsx';
import styles from './status.module.css';

interface StatusTableProps {
  rows: readonly IntegrationStatus[] | undefined;
  onChoose: (integrationId: number) => void;
  /** For those who may write about outages. */
  onWrite: ((outage: OutageOfRow) => void) | undefined;
}

/** The outage that goes on at an integration. */
export interface OutageOfRow {
  id: number;
  /** Of the integration. */
  name: string;
}

/** Days of a bar: as many as leave it a width that is seen. */
export const useDaysPerBar = () => (useMedia(breakpoints.laptop) ? 3 : 1);

const uptimeText = (uptime: number | null) => (uptime === null ? PLACEHOLDER : formatUptime(uptime));

/** The worst of its services, for a row that has room for one. */
const worstOf = ({ services: all }: IntegrationStatus) =>
  byGravity.find((state) => all.some((one) => one.state === state)) ?? 'unknown';

const byName = { id: 'integration', desc: false };

/** All integrations: how each service is now, and how much of 90 days it was up. */
export function StatusTable({ rows, onChoose, onWrite }: StatusTableProps) {
  const { t } = useTranslation('status');
  const perBar = useDaysPerBar();
  // With the services there is no room for 90 bars there.
  const isNarrow = perBar > 1;
  const hasOutage = rows?.some(({ outageId }) => outageId !== null) ?? false;
  const columns = useMemo<DataColumn<IntegrationStatus>[]>(
    () => [
      {
        id: 'integration',
        header: t('integration'),
        sortable: true,
        value: ({ integration }) => integration.name,
        cell: ({ integration }) => <IntegrationName name={integration.name} number={integration.id} />,
      },
      ...services.map(
        (service): DataColumn<IntegrationStatus> => ({
          id: service,
          header: t(`service.${service}`),
          // One width for all of them, whatever their names are.
          width: isNarrow ? undefined : '8.5%',
          sortable: true,
          value: (row) =>
            byGravity.indexOf(row.services.find((one) => one.service === service)?.state ?? 'unknown'),
          cell: (row) => {
            const state = row.services.find((one) => one.service === service)?.state ?? 'unknown';
            // Only what is not as it should be takes a word.
            return state === 'up' ? (
              <StatusDot tone="positive" label={t('states.up')} />
            ) : (
              <ServiceState state={state} />
            );
          },
        }),
      ),
      {
        id: 'days',
        header: t('days', { count: statusDays }),
        // Whole pixels for each of its bars, and none left over at the usual widths of a window.
        width: isNarrow ? '41%' : '41.5%',
        cell: ({ days }) => <LowDayBars days={days} perBar={perBar} />,
      },
      {
        id: 'uptime',
        header: t('uptime'),
        align: 'right',
        width: isNarrow ? 92 : 130,
        sortable: true,
        value: ({ uptime }) => uptime,
        cell: ({ uptime, days }) => <Uptime uptime={uptime} days={checkedDays(days)} />,
      },
      ...(hasOutage && onWrite
        ? [
            {
              id: 'update',
              header: '',
              label: t('write'),
              width: isNarrow ? 52 : 150,
              cell: (row: IntegrationStatus) => <WriteButton row={row} onWrite={onWrite} isIcon={isNarrow} />,
            },
          ]
        : []),
    ],
    [t, isNarrow, perBar, hasOutage, onWrite],
  );
  return (
    <DataTable
      label={t('table')}
      sort={byName}
      columns={columns}
      rows={rows ?? []}
      rowId={({ integration }) => String(integration.id)}
      rowHeight={48}
      onRowClick={({ integration }) => onChoose(integration.id)}
      rowLabel={({ integration }) => t('show', { name: integration.name })}
      loading={rows === undefined}
      phoneRow={(row) => ({
        art: <IntegrationChip name={row.integration.name} number={row.integration.id} size={24} />,
        title: (
          <span className={styles.phoneHead}>
            {row.integration.name}
            <PhoneUptime row={row} />
          </span>
        ),
        sub: (
          <span className={styles.phoneDays}>
            {/* Only what is not as it should be takes words. */}
            {worstOf(row) === 'up' ? (
              <span className="hub-visually-hidden">{t('states.up')}</span>
            ) : (
              <>
                <ServiceState state={worstOf(row)} />
                <PhoneServices row={row} />
              </>
            )}
            {checkedDays(row.days) > 1 && <LowDayBars days={row.days} perBar={perBar} />}
          </span>
        ),
        isTall: true,
        control: onWrite && <WriteButton row={row} onWrite={onWrite} isIcon />,
      })}
      empty={<EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
    />
  );
}

interface WriteButtonProps {
  row: IntegrationStatus;
  onWrite: (outage: OutageOfRow) => void;
  /** Where there is no room for its words. */
  isIcon: boolean;
}

/** Writes about the outage that goes on at an integration; nothing where there is none. */
function WriteButton({ row: { integration, outageId }, onWrite, isIcon }: WriteButtonProps) {
  const { t } = useTranslation('status');
  const isPhone = useIsPhone();
  if (outageId === null) return null;
  const press = {
    'aria-label': t('writeTo', { name: integration.name }),
    onClick(event: MouseEvent) {
      // The row behind it opens the status of the integration.
      event.stopPropagation();
      onWrite({ id: outageId, name: integration.name });
    },
  };
  if (!isIcon) {
    return (
      <Button size="xs" {...press}>
        {t('write')}
      </Button>
    );
  }
  return (
    <ActionIcon variant="filled" size={isPhone ? 40 : 32} {...press} {...hint(t('write'))}>
      <IconSend size={16} stroke={1.5} />
    </ActionIcon>
  );
}

/** A part of the time, with the number of days that it is of. */
function Uptime({ uptime, days }: { uptime: number | null; days: number }) {
  const { t } = useTranslation('status');
  if (uptime === null || days === statusDays) return uptimeText(uptime);
  return <TwoLines second={t('overDays', { count: days })}>{uptimeText(uptime)}</TwoLines>;
}

function PhoneUptime({ row: { uptime, days } }: { row: IntegrationStatus }) {
  const { t } = useTranslation('status');
  return (
    <span className={styles.phoneUptime}>
      {uptime === null
        ? t('noUptime')
        : checkedDays(days) === statusDays
          ? t('uptimeOf', { uptime: uptimeText(uptime) })
          : t('uptimeOver', { uptime: uptimeText(uptime), count: checkedDays(days) })}
    </span>
  );
}

function PhoneServices({ row }: { row: IntegrationStatus }) {
  const { t } = useTranslation('status');
  return (
    <span className={styles.phoneServices}>
      {row.services.map(({ service, state }) => (
        <span key={service} className={styles.phoneService}>
          <StatusDot tone={stateTones[state]} ring={state === 'unknown'} label={t(`states.${state}`)} />
          {t(`service.${service}`)}
        </span>
      ))}
    </span>
  );
}

interface OutagesTableProps {
  outages: readonly Outage[];
  chosen: number | undefined;
  onChoose: (id: number) => void;
}

export function OutagesTable({ outages, chosen, onChoose }: OutagesTableProps) {
  const { t, i18n } = useTranslation('status');
  const now = useNow();
  const columns = useMemo<DataColumn<Outage>[]>(
    () => [
      {
        id: 'since',
        header: t('since'),
        width: 170,
        cell: ({ openedAt }) => <DateTime value={openedAt} format="minutes" />,
      },
      {
        id: 'services',
        header: t('services'),
        cell: (row) => row.services.map((service) => t(`service.${service}`)).join(', '),
      },
      {
        id: 'state',
        header: t('state'),
        width: 130,
        fit: true,
        cell: ({ closedAt }) => <OutageState closedAt={closedAt} />,
      },
      {
        id: 'length',
        header: t('length'),
        align: 'right',
        width: 140,
        cell: (row) => formatDuration(lengthOf(row, now), i18n.language),
      },
    ],
    [now, t, i18n.language],
  );
  return (
    <DataTable
      bare
      label={t('outages')}
      columns={columns}
      rows={outages}
      rowId={({ id }) => String(id)}
      onRowClick={({ id }) => onChoose(id)}
      rowLabel={({ id }) => t('showOutage', { name: t('outage', { id }) })}
      selectedId={chosen === undefined ? null : String(chosen)}
      phoneRow={(row) => ({
        title: row.services.map((service) => t(`service.${service}`)).join(', '),
        sub: <DateTime value={row.openedAt} format="minutes" />,
        value: <OutageState closedAt={row.closedAt} />,
        note: formatDuration(lengthOf(row, now), i18n.language),
      })}
      empty={
        <EmptyState title={t('noOutages')} compact>
          {t('noOutagesHint')}
        </EmptyState>
      }
    />
  );
}
