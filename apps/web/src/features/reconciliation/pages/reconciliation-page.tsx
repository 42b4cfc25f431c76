import {
  type getReconciliation,
  mostComparedDays,
  type ReconciledDay,
  type ResponseOf,
} from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount, Count } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { PeriodPicker } from '../../../components/form/period-picker.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { HiddenMoneyLine } from '../../../domain/statement/hidden-money-line.tsx';
import { type DayPlace, reconciliationQuery } from '../../../domain/statistics/reconciliation.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { addDays, daysOf, type Period, presetPeriod } from '../../../lib/days.ts';
import { formatDay, formatInstant } from '../../../lib/format.ts';
import { isSettled, useOnce } from '../../../lib/use-once.ts';
import { useToday } from '../../../lib/use-today.ts';
import { CompareButton } from '../components/compare-button.tsx';
import { ComparedFiles } from '../components/compared-files.tsx';
import { DayMatrix } from '../components/day-matrix.tsx';
import { DayPanel } from '../components/day-panel.tsx';
import { NamedFigure } from '../components/day-tables.tsx';
import { DaysFileButton } from '../components/days-file-button.tsx';
import { FilePanel } from '../components/file-panel.tsx';
import { ProofLinks } from '../components/proof-links.tsx';
import styles from '../components/reconciliation.module.css';
import { type ShownState, StateBadge, StateSign, shownStates } from '../components/state-sign.tsx';
import { TermsTable } from '../components/terms-table.tsx';
import { figureOrder, isAmount, type ReconciliationText } from '../evidence.ts';
import { daysOfSearch, monthOf, type ReconciliationSearch } from '../search.ts';

interface ReconciliationPageProps {
  search: ReconciliationSearch;
  onSearch: (search: ReconciliationSearch) => void;
  onStarted: (jobId: string) => void;
  onTicket: () => void;
}

/** How many of the days have been compared: equal is only what was. */
type Reach = 'none' | 'part' | 'whole';

/** How many days of integrations are compared, of all that are shown. */
function comparedOf({ from, to, integrations }: ResponseOf<typeof getReconciliation>) {
  const compared = integrations.reduce(
    (sum, { days }) => sum + days.filter(({ state }) => state !== 'failed').length,
    0,
  );
  return { compared, all: integrations.length * daysOf({ from, to }) };
}

function reachOf({ compared, all }: ReturnType<typeof comparedOf>): Reach {
  if (compared === 0 && all > 0) return 'none';
  return compared < all ? 'part' : 'whole';
}

/** When one of the days shown was compared last; what is compared while none was. */
function contextOf(t: ReconciliationText, matrix: ResponseOf<typeof getReconciliation> | undefined): string {
  const last = (matrix?.integrations ?? [])
    .flatMap(({ days }) => days.map(({ comparedAt }) => comparedAt))
    .filter((instant) => instant !== null)
    .sort()
    .at(-1);
  return last === undefined ? t('context') : t('lastCompared', { time: formatInstant(last, 'minutes') });
}

/** What the days shown say together; of days without any state, also how they get one. */
function summaryOf(
  t: ReconciliationText,
  { from, latest, ...matrix }: ResponseOf<typeof getReconciliation>,
  differing: number,
  { mayRun, isFirstLook }: { mayRun: boolean; isFirstLook: boolean },
): string {
  if (isFirstLook) return `${t('summaryNone')}. ${t('firstNight')}`;
  if (differing > 0) return t('summary', { count: differing });
  const counts = comparedOf({ from, latest, ...matrix });
  const reach = reachOf(counts);
  if (reach === 'whole') return t('summaryEqual');
  if (reach === 'part') return t('summaryPart', counts);
  const isEarlier = from < addDays(latest, 1 - mostComparedDays);
  return [`${t('summaryNone')}.`, t('nightly'), ...(isEarlier && mayRun ? [t('byHand')] : [])].join(' ');
}

const periodPresets = ['lastMonth', 'thisMonth', 'last30', 'yesterday'] as const;

/** As much of a period as there is to show: days that are over, 31 at most. */
function shownPart({ from, to }: Period, latest: string): Period {
  const last = to > latest ? latest : to;
  const earliest = addDays(last, 1 - mostComparedDays);
  return { from: from < earliest ? earliest : from > last ? last : from, to: last };
}

type Row = ReconciledDay & { integration: { id: number; name: string } };

/** The session store against the platforms, day by day. The days shown and the open day live in the URL. */
export function ReconciliationPage({ search, onSearch, onStarted, onTicket }: ReconciliationPageProps) {
  const { t } = useTranslation('reconciliation');
  const mayRun = useCan('reconciliation:run');
  const mayCompareFiles = useCan('reconciliation:files');
  const today = useToday();
  const shown = daysOfSearch(search, today);
  // Before days are chosen, a document is wanted of the last month that is over.
  const isChosen = search.to !== undefined || search.day !== undefined;
  const query = useQuery(reconciliationQuery(shown));
  const matrix = query.data;
  const isRead = useOnce(isSettled(query));
  // What is asked for, until the hub says which days it shows and which was over last.
  const asked = shown.from !== undefined && shown.to !== undefined && { from: shown.from, to: shown.to };
  const period = matrix ? { from: matrix.from, to: matrix.to } : asked;
  const latest = matrix?.latest ?? addDays(today, -1);
  const { integration, day } = search;
  const [dropped, setDropped] = useState<File | null>(null);
  const selected: DayPlace | null =
    integration === undefined || day === undefined ? null : { integrationId: integration, day };
  const integrations = (matrix?.integrations ?? []).map((one) => one.integration);
  const rows = useMemo<Row[]>(
    () =>
      (matrix?.integrations ?? [])
        .flatMap((one) => one.days.map((known) => ({ ...known, integration: one.integration })))
        .filter(({ state }) => state !== 'equal')
        .sort((a, b) => b.day.localeCompare(a.day)),
    [matrix],
  );
  const nameOf = useCallback(
    (id: number) =>
      matrix?.integrations.find((one) => one.integration.id === id)?.integration.name ?? String(id),
    [matrix],
  );
  const address = { from: search.from, to: search.to };
  const open = (place: DayPlace) =>
    onSearch({ ...address, integration: place.integrationId, day: place.day });
  const show = (period: Period) => onSearch(matrix ? shownPart(period, matrix.latest) : period);
  const differing = rows.filter(({ state }) => state === 'differs').length;
  const counts = matrix && comparedOf(matrix);
  const reach = counts === undefined ? 'whole' : reachOf(counts);
  // Before any comparison, of the days that every night compares.
  const isFirstLook =
    search.from === undefined &&
    search.to === undefined &&
    matrix !== undefined &&
    matrix.integrations.length > 0 &&
    matrix.integrations.every(({ days }) => days.length === 0);
  return (
    <>
      <PageHeader
        title={t('title')}
        context={contextOf(t, matrix)}
        actions={matrix && reach !== 'none' && <DaysFileButton days={matrix} />}
        primary={
          mayRun &&
          matrix && (
            <CompareButton
              days={matrix}
              latest={matrix.latest}
              integrations={integrations}
              onStarted={(jobId, days) => {
                onStarted(jobId);
                if (days.from < matrix.from || days.to > matrix.to) show(days);
              }}
            />
          )
        }
      />
      <PageBody>
        <div className={styles.parts}>
          <QueryView query={query}>
            <Panel
              flush
              title={t('matrix')}
              hasLongCoverage
              coverage={
                matrix === undefined ? (
                  <SkeletonLine width={140} my={1} />
                ) : (
                  summaryOf(t, matrix, differing, { mayRun, isFirstLook })
                )
              }
              actions={
                period && (
                  <div className={styles.tools}>
                    <ActionIcon
                      variant="default"
                      aria-label={t('earlier')}
                      title={t('earlier')}
                      onClick={() => show(monthOf(addDays(period.from, -1)))}
                    >
                      <IconChevronLeft size={16} stroke={1.5} />
                    </ActionIcon>
                    <PeriodPicker value={period} max={latest} presets={periodPresets} onChange={show} />
                    <ActionIcon
                      variant="default"
                      aria-label={t('later')}
                      title={t('later')}
                      disabled={period.to >= latest}
                      onClick={() => show(monthOf(addDays(period.to, 1)))}
                    >
                      <IconChevronRight size={16} stroke={1.5} />
                    </ActionIcon>
                  </div>
                )
              }
            >
              {matrix?.integrations.length === 0 ? (
                <EmptyState compact title={t('noIntegrations')} />
              ) : (
                <>
                  <DayMatrix
                    matrix={matrix}
                    stale={query.isPlaceholderData}
                    selected={selected}
                    onSelect={open}
                  />
                  <Legend matrix={matrix} />
                  {matrix && <ProofLinks day={isChosen ? matrix.to : presetPeriod('lastMonth', today).to} />}
                </>
              )}
            </Panel>
            {rows.length > 0 && (
              <DaysTable rows={rows} stale={query.isPlaceholderData} selected={selected} onSelect={open} />
            )}
            {matrix?.terms !== undefined && matrix.terms.length > 0 && (
              <TermsTable rows={matrix.terms} nameOf={nameOf} stale={query.isPlaceholderData} />
            )}
          </QueryView>
          {isRead && mayCompareFiles && (
            <ComparedFiles
              openId={search.file ?? null}
              canCompare={matrix !== undefined}
              onCompare={(file) => {
                setDropped(file);
                onSearch({ ...address, file: 'new' });
              }}
              onOpen={(file) => onSearch({ ...address, file })}
              onTicket={onTicket}
              onClose={() => onSearch(address)}
            />
          )}
        </div>
        <HiddenMoneyLine />
      </PageBody>
      {search.file === 'new' && matrix && (
        <FilePanel
          integrations={integrations}
          dropped={dropped}
          onCompared={(file) => onSearch({ ...address, file })}
          onClose={() => onSearch(address)}
        />
      )}
      {selected !== null && (
        <DayPanel
          key={`${selected.integrationId} ${selected.day}`}
          place={selected}
          listed={{ class: search.class, page: search.page ?? 1 }}
          onList={(listed) => onSearch({ ...address, integration, day, ...listed })}
          onStarted={onStarted}
          onTicket={onTicket}
          onClose={() => onSearch(address)}
        />
      )}
    </>
  );
}

/** What the signs in the table mean; assistive technology has it with each of them. */
function Legend({ matrix }: { matrix: ResponseOf<typeof getReconciliation> | undefined }) {
  const { t } = useTranslation('reconciliation');
  if (!matrix) return null;
  const length = daysOf(matrix);
  const occurs = (state: ShownState) =>
    matrix.integrations.some(({ days }) =>
      state === 'none' ? days.length < length : days.some((day) => day.state === state),
    );
  const states = shownStates.filter(occurs);
  // Of one, the head of the panel says what it is.
  if (states.length < 2) return null;
  return (
    <ul className={styles.legend} aria-label={t('legend')}>
      {states.map((state) => (
        <li key={state}>
          <StateSign state={state} /> {t(`states.${state}`)}
        </li>
      ))}
    </ul>
  );
}

interface DaysTableProps {
  rows: readonly Row[];
  stale: boolean;
  selected: DayPlace | null;
  onSelect: (place: DayPlace) => void;
}

const idOf = (integrationId: number, day: string) => `${integrationId} ${day}`;

/** The days that are not equal, the latest first, with what they differ by. */
function DaysTable({ rows, stale, selected, onSelect }: DaysTableProps) {
  const { t } = useTranslation('reconciliation');
  const columns = useMemo<DataColumn<Row>[]>(() => {
    const figures = figureOrder.filter(
      (figure) => figure !== 'rounds' && rows.some(({ difference }) => difference[figure] !== undefined),
    );
    return [
      { id: 'day', header: t('day'), width: 110, fit: true, cell: (row) => formatDay(row.day) },
      {
        id: 'integration',
        header: t('integration'),
        cell: (row) => <IntegrationName name={row.integration.name} number={row.integration.id} />,
      },
      { id: 'state', header: t('state'), fit: true, cell: (row) => <StateBadge state={row.state} /> },
      ...figures.map((figure) => ({
        id: figure,
        header: t(`figures.${figure}`),
        align: 'right' as const,
        cell: ({ difference }: Row) =>
          isAmount(figure) ? <Amount value={difference[figure]} /> : <Count value={difference[figure]} />,
      })),
    ];
  }, [rows, t]);
  return (
    <Panel flush title={t('list')} coverage={t('listHint')}>
      <DataTable
        bare
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={(row) => idOf(row.integration.id, row.day)}
        rowLabel={(row) => t('open', { integration: row.integration.name, day: formatDay(row.day) })}
        onRowClick={(row) => onSelect({ integrationId: row.integration.id, day: row.day })}
        selectedId={selected === null ? null : idOf(selected.integrationId, selected.day)}
        stale={stale}
        maxHeight={420}
        phoneRow={(row) => ({
          title: formatDay(row.day),
          sub: row.integration.name,
          value: <StateBadge state={row.state} />,
          note: <NamedFigure name="bet" value={row.difference.bet} />,
        })}
      />
    </Panel>
  );
}
