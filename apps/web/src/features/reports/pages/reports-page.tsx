import { encodeStatisticsRequest, sessionTypes } from '@ludus/contract';
import { IconArrowsDiff, IconMailForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../components/export-button.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { useFreshness } from '../../../components/feedback/use-freshness.ts';
import { EmailListDialog } from '../../../components/form/email-list-dialog.tsx';
import { PeriodPicker } from '../../../components/form/period-picker.tsx';
import { SearchField } from '../../../components/form/search-field.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { HeaderButton } from '../../../components/layout/header-button.tsx';
import { PageBody, PageHeader } from '../../../components/layout/page-header.tsx';
import { HiddenMoneyLine } from '../../../domain/statement/hidden-money-line.tsx';
import { TrustStrip } from '../../../domain/statistics/coverage/trust-strip.tsx';
import { requestReportFile } from '../../../domain/statistics/exports.ts';
import { reportQuery, useMailReport } from '../../../domain/statistics/statistics.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { useCan, useUser } from '../../../lib/auth/index.ts';
import { daysOf } from '../../../lib/days.ts';
import { formatPeriod } from '../../../lib/format.ts';
import { periodFor, rememberPeriod } from '../../../lib/shared-filters.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useIsPhone, useMedia } from '../../../lib/use-screen.ts';
import { useToday } from '../../../lib/use-today.ts';
import { ChosenFilters } from '../components/chosen-filters.tsx';
import { ReportSkeleton } from '../components/report-skeleton.tsx';
import { ReportView } from '../components/report-view.tsx';
import { type ChartsPart, type ReportsSearch, requestOf } from '../search.ts';
import styles from './reports-page.module.css';

interface ReportsPageProps {
  search: ReportsSearch;
  onSearch: (search: ReportsSearch) => void;
  onReplace: (search: ReportsSearch) => void;
  /** Opens Charts with the same period and filters; null where the person has no Charts. */
  onCharts: ((chosen: ChartsPart, type?: 'Change') => void) | null;
  socketId: () => string | undefined;
  onMailStarted: (jobId: string) => void;
}

/** The figures of real sessions as a tree (area REP), for the period and filters chosen on Charts. */
export function ReportsPage({ search, onSearch, onReplace, ...props }: ReportsPageProps) {
  const { t } = useTranslation('reports');
  const freshness = useFreshness();
  const seesDue = useCan('money:net-and-due');
  const user = useUser();
  // Beside buttons with words the context would take four lines.
  const hasIcons = useMedia(breakpoints.laptop);
  const isPhone = useIsPhone();
  // Between the two, the controls fill their row.
  const hasToolsPlace = !useMedia(breakpoints.desktop) || isPhone;
  const [mails, setMails] = useState(false);
  // On a phone the tools of the report stand among the controls: rows of their own would leave no room for it.
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const [sortPlace, setSortPlace] = useState<HTMLElement | null>(null);
  const day = useToday();
  const { from, to } = periodFor(search, day);
  useEffect(() => rememberPeriod({ from, to }, day), [from, to, day]);
  // A link must not be another period tomorrow.
  const isComplete = search.from === from && search.to === to;
  useEffect(() => {
    if (!isComplete) onReplace({ ...search, from, to });
  }, [isComplete, onReplace, search, from, to]);

  const { games, integrations, operators } = search;
  const request = useMemo(
    () => requestOf({ games, integrations, operators }, { from, to }),
    [games, integrations, operators, from, to],
  );
  const query = useQuery(reportQuery(encodeStatisticsRequest(request)));
  const mail = useMailReport({
    onStarted: (jobId) => {
      toast('mail', t('emailSent'));
      props.onMailStarted(jobId);
      setMails(false);
    },
    onFailed: (error) => void toast('error', error.message, { error }),
  });
  const report = query.data;
  const isEmpty = !report || report.response.length === 0;
  const period = formatPeriod({ from, to });
  const refusal = refusalOf(query.error);
  const hasDays = daysOf({ from, to }) > 1;
  const showsDays = hasDays && search.view === 'days';
  // The period stands below it: said twice, it would take the room of what is missing in the figures.
  const context = isPhone ? t('contextShort') : t('context');
  return (
    <>
      <PageHeader
        title={t('title')}
        context={
          <TrustStrip filter={{ from, to, sessionTypeId: sessionTypes.real, games, integrations, operators }}>
            {report
              ? `${context}. ${freshness({ asOf: report.coverage.asOf }, isPhone ? to : undefined)}`
              : context}
          </TrustStrip>
        }
        actions={
          <>
            {props.onCharts && (
              <HeaderButton
                iconOn="laptop"
                label={t('whyChanged')}
                icon={<IconArrowsDiff size={16} stroke={1.5} />}
                onClick={() => props.onCharts?.({ from, to, games, integrations, operators }, 'Change')}
              />
            )}
            <ExportButton
              compact={hasIcons}
              disabled={isEmpty}
              onExport={(format) => requestReportFile({ request, format })}
            />
            <HeaderButton
              iconOn="laptop"
              label={t('emailReport')}
              disabled={isEmpty}
              icon={<IconMailForward size={16} stroke={1.5} />}
              onClick={() => setMails(true)}
            />
          </>
        }
      />
      <PageBody className={showsDays ? undefined : styles.filling}>
        <div className={styles.controls} data-days={hasDays || undefined}>
          <PeriodPicker value={{ from, to }} onChange={(chosen) => onSearch({ ...search, ...chosen })} />
          {hasDays && (
            <SegmentedSwitch
              label={t('view')}
              value={search.view ?? 'tree'}
              onChange={(view) => onSearch({ ...search, view: view === 'days' ? 'days' : undefined })}
              options={[
                { value: 'tree', label: t('byTree') },
                { value: 'days', label: t('byDay') },
              ]}
            />
          )}
          {isPhone && <div className={styles.tools} ref={setToolsPlace} />}
          {!showsDays && (
            <div className={styles.find}>
              <SearchField
                compact
                className={styles.search}
                label={t('search')}
                placeholder={t(isPhone ? 'searchHintShort' : 'searchHint')}
                value={search.search}
                onSearch={(text) => onReplace({ ...search, search: text })}
              />
              {isPhone && <div className={styles.sort} ref={setSortPlace} />}
            </div>
          )}
          <ChosenFilters
            search={search}
            onClear={() =>
              onSearch({ ...search, games: undefined, integrations: undefined, operators: undefined })
            }
            onCharts={
              props.onCharts && (() => props.onCharts?.({ from, to, games, integrations, operators }))
            }
          />
          {hasToolsPlace && !isPhone && <div className={styles.tools} ref={setToolsPlace} />}
        </div>
        <QueryView
          query={query}
          filtersKept
          failure={refusal && <EmptyState title={t('tooMuch')}>{refusal}</EmptyState>}
        >
          {report ? (
            <ReportView
              report={report}
              search={search}
              period={{ from, to }}
              onSearch={onSearch}
              seesDue={seesDue}
              stale={query.isPlaceholderData || query.isRefetching}
              places={hasToolsPlace ? { tools: toolsPlace, sort: sortPlace } : null}
            />
          ) : (
            <ReportSkeleton />
          )}
        </QueryView>
        <HiddenMoneyLine />
      </PageBody>
      <EmailListDialog
        opened={mails}
        onClose={() => setMails(false)}
        title={t('emailTitle')}
        ownEmail={user.email}
        onSend={(emails) =>
          mail.mutate({
            from,
            to,
            gameIds: games,
            integrations,
            operators,
            emails,
            socketId: props.socketId(),
          })
        }
        sending={mail.isPending}
      >
        <p className={styles.mailText}>{t('emailText', { period })}</p>
      </EmailListDialog>
    </>
  );
}

/** Why the question itself was refused, in the server's words; null for every other failure. */
function refusalOf(error: Error | null): string | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  return Object.values(error.fields)[0] ?? error.message;
}
