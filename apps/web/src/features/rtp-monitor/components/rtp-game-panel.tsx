import type { RtpGameDetail, RtpIntegration } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart, ChartKey } from '../../../components/chart/chart.tsx';
import { GameName } from '../../../components/display/entity-label.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { Percent } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { DetailPanel, Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { rtpCasesQuery, useOpenRtpCase } from '../../../domain/statistics/rtp-cases.ts';
import { rtpOfGameQuery } from '../../../domain/statistics/rtp-monitor.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatDay, formatInstant, formatNumber, formatPercent } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { funnelOf } from '../rtp-rows.ts';
import { type RtpWindow, rtpWindows } from '../search.ts';
import { CaseStateBadge } from './case-labels.tsx';
import { EvidenceLinks } from './evidence-links.tsx';
import { figuresIn, type MeasuredRow, useRtpColumns } from './rtp-columns.tsx';
import { RtpIntegrationsTable } from './rtp-integrations-table.tsx';
import styles from './rtp-monitor.module.css';
import { ReasonForm } from './rtp-reason-form.tsx';
import { errorsText, VerdictBadge } from './verdict-badge.tsx';

interface RtpGamePanelProps {
  gameId: number;
  /** Whose days are charted; all together without one. */
  integrationId: number | undefined;
  cover: string | undefined;
  onIntegration: (integrationId: number | undefined) => void;
  onCase: (id: number) => void;
  /** Looks for alerts now. */
  check: { run: () => void; isRunning: boolean };
  onClose: () => void;
}

/** A game: what it promises, the funnel of its limits, and how it pays at each integration and in each window. */
export function RtpGamePanel(props: RtpGamePanelProps) {
  const { gameId, integrationId, cover, check, onIntegration, onCase, onClose } = props;
  const { t } = useTranslation('rtpMonitor');
  const query = useQuery(rtpOfGameQuery(gameId, integrationId));
  // The game before it, while another one is loading, would stand under the wrong name.
  const detail = query.data?.game.gameId === gameId ? query.data : undefined;
  const game = detail?.game;
  const label = game?.name ?? t('title');
  return (
    <DetailPanel
      label={label}
      title={game && <GameName name={game.name} subName={game.sub_name} src={cover} />}
      state={game && <VerdictBadge verdict={game.verdict} />}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {detail ? (
          <PanelContent
            detail={detail}
            integrationId={integrationId}
            stale={query.isPlaceholderData}
            onIntegration={onIntegration}
            onCase={onCase}
            check={check}
          />
        ) : (
          <SkeletonChart height={260} />
        )}
      </QueryView>
    </DetailPanel>
  );
}

interface PanelContentProps {
  detail: RtpGameDetail;
  integrationId: number | undefined;
  stale: boolean;
  onIntegration: (integrationId: number | undefined) => void;
  onCase: (id: number) => void;
  check: RtpGamePanelProps['check'];
}

function PanelContent({ detail, integrationId, stale, onIntegration, onCase, check }: PanelContentProps) {
  const { t } = useTranslation('rtpMonitor');
  const { game, integrations, days } = detail;
  const charted = integrations.find((one) => one.integrationId === integrationId);
  const name = charted?.integrationName ?? t('allIntegrations');
  return (
    <>
      <Expectation detail={detail} />
      {detail.files && (
        <p className={styles.evidence}>
          <EvidenceLinks files={detail.files} of={name} />
        </p>
      )}
      <CasesOfGame
        key={integrationId}
        game={game}
        at={charted ? { integrationId: charted.integrationId, name } : { integrationId: null, name }}
        awaited={detail.awaitedCase}
        onCase={onCase}
        check={check}
      />
      <RtpIntegrationsTable
        title={t('byIntegration')}
        integrations={integrations}
        expected={game.rtp}
        selected={integrationId}
        onSelect={onIntegration}
      />
      <PanelPart
        title={t('funnelOf', { name })}
        isRegion
        aside={
          charted && (
            <Button variant="subtle" size="xs" onClick={() => onIntegration(undefined)}>
              {t('allIntegrations')}
            </Button>
          )
        }
      >
        <p className={styles.help}>{t('funnelHelp')}</p>
        <Funnel name={t('funnelOf', { name })} days={days} expected={game.rtp} stale={stale} />
      </PanelPart>
      <WindowsTable rows={charted ?? game} name={name} expected={game.rtp} />
    </>
  );
}

interface CasesOfGameProps extends Pick<PanelContentProps, 'onCase' | 'check'> {
  game: RtpGameDetail['game'];
  awaited: RtpGameDetail['awaitedCase'];
  /** Where a case is opened by hand. */
  at: { integrationId: number | null; name: string };
}

/** The cases of the game, open ones first, why an alert has none yet, and the way to open one; nothing where there can be none. */
function CasesOfGame({ game, at, awaited, onCase, check }: CasesOfGameProps) {
  const { t } = useTranslation('rtpMonitor');
  const query = useQuery(rtpCasesQuery({ gameId: game.gameId, limit: 20 }));
  const cases = query.data?.rows ?? [];
  const isJudged = game.rtp !== null && game.deviation !== null;
  const isOpen = cases.some((row) => row.state === 'open' && row.integrationId === at.integrationId);
  const mayOpen = isJudged && query.data !== undefined && !isOpen;
  if (cases.length === 0 && awaited === null && !mayOpen) return null;
  return (
    <PanelPart title={t('cases')} isRegion>
      {awaited && <AwaitedCase awaited={awaited} isPinned={game.verdict === 'pinned'} check={check} />}
      <div className={styles.cases}>
        {cases.map((row) => (
          <Button
            key={row.id}
            variant="default"
            onClick={() => onCase(row.id)}
            rightSection={<CaseStateBadge state={row.state} />}
          >
            {`${t('caseTitle', { id: row.id })}, ${row.integrationName ?? t('wholeGame')}`}
          </Button>
        ))}
      </div>
      {mayOpen && <OpenCase gameId={game.gameId} at={at} onCase={onCase} />}
    </PanelPart>
  );
}

/** Of a suspicion that the monitor does not share. */
function OpenCase({ gameId, at, onCase }: Pick<CasesOfGameProps, 'at' | 'onCase'> & { gameId: number }) {
  const { t } = useTranslation('rtpMonitor');
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useOpenRtpCase();
  const label = t('openByHand', { name: at.name });
  if (!asking)
    return (
      <div>
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {label}
        </Button>
      </div>
    );
  return (
    <ReasonForm
      help={t('openByHandHelp')}
      label={label}
      failed={t('openFailed')}
      isPending={isPending}
      send={(reason, onError) =>
        mutate(
          { gameId, integrationId: at.integrationId, reason },
          {
            onSuccess: ({ id }) => {
              toast('success', t('caseOpened'));
              onCase(id);
            },
            onError,
          },
        )
      }
      onCancel={() => setAsking(false)}
    />
  );
}

interface AwaitedCaseProps extends Pick<PanelContentProps, 'check'> {
  awaited: NonNullable<RtpGameDetail['awaitedCase']>;
  /** Another alert of the game has its case. */
  isPinned: boolean;
}

function AwaitedCase({ awaited: { concludedIn, nextCheckAt }, isPinned, check }: AwaitedCaseProps) {
  const { t } = useTranslation('rtpMonitor');
  if (concludedIn !== null) return <p className={styles.help}>{t('noNewCase', { id: concludedIn })}</p>;
  const time = formatInstant(nextCheckAt, 'time');
  return (
    <div className={styles.waiting}>
      <p className={styles.help}>{t(isPinned ? 'oneMoreCase' : 'noCaseYet', { time })}</p>
      <Button variant="default" size="xs" loading={check.isRunning} onClick={check.run}>
        {t('checkNow')}
      </Button>
    </div>
  );
}

function Expectation({ detail: { game } }: { detail: RtpGameDetail }) {
  const { t } = useTranslation('rtpMonitor');
  const mayEdit = useCan('games:edit');
  const { deviation, deviationOrigin, since, rtp } = game;
  return (
    <>
      <Facts>
        <Fact label={t('expected')}>
          <Percent value={rtp} decimals={2} />
        </Fact>
        <Fact label={t('stdDev')}>
          {deviation === null ? (
            t('unknown')
          ) : (
            <>
              {t('stdDevUnit', { value: formatNumber(deviation, 2, 2) })}
              {deviationOrigin === 'estimated' && <span className={styles.note}> ({t('estimated')})</span>}
            </>
          )}
        </Fact>
        <Fact label={t('since')}>{since === null ? t('unknown') : formatDay(since)}</Fact>
      </Facts>
      {(rtp === null || deviationOrigin !== 'sheet') && mayEdit && (
        <p className={styles.help}>
          {t('missingMaths')} <InternalLink href={`/editGame/${game.gameId}`}>{t('editGame')}</InternalLink>
        </p>
      )}
    </>
  );
}

interface FunnelProps {
  name: string;
  days: RtpGameDetail['days'];
  expected: number | null;
  stale: boolean;
}

function Funnel({ name, days, expected, stale }: FunnelProps) {
  const { t } = useTranslation('rtpMonitor');
  const { points, series } = useMemo(
    () =>
      funnelOf(days, expected, {
        line: (line) => t(`line.${line}`),
        day: (day, plays) => t('dayTitle', { day, plays }),
      }),
    [days, expected, t],
  );
  if (points.length < 2) return <EmptyState compact title={t('noFunnel')} />;
  const named = series
    .filter(({ id }) => !id.endsWith('High'))
    .map((one) => ({
      ...one,
      name: one.id === 'watchLow' ? t('line.watch') : one.id === 'alertLow' ? t('line.alert') : one.name,
    }));
  return (
    <>
      <Chart name={name} points={points} series={series} unit="ratio" height={260} closeUp stale={stale} />
      <ChartKey series={named} />
    </>
  );
}

type WindowRow = MeasuredRow & { window: RtpWindow };

/** The three windows of the game, or of the integration that is charted. */
function WindowsTable({
  rows,
  name,
  expected,
}: {
  rows: Pick<RtpIntegration, RtpWindow>;
  /** Of the integration, or of all of them. */
  name: string;
  expected: number | null;
}) {
  const { t } = useTranslation('rtpMonitor');
  const columnsOf = useRtpColumns();
  const isNarrow = useMedia(breakpoints.laptop);
  const columns = useMemo<DataColumn<WindowRow>[]>(
    () => [
      { id: 'window', header: t('windowLabel'), cell: ({ window }) => t(`window.${window}`) },
      ...columnsOf<WindowRow>(figuresIn(isNarrow)).map(({ sortable: _sortable, ...column }) => column),
    ],
    [t, columnsOf, isNarrow],
  );
  return (
    <PanelPart title={t('byWindowOf', { name })}>
      <DataTable
        label={t('byWindow')}
        columns={columns}
        rows={rtpWindows.map((window) => ({
          window,
          check: rows[window],
          verdict: rows[window].verdict,
          expected,
        }))}
        rowId={({ window }) => window}
        rowHeight={48}
        phoneRow={({ window, check, verdict }) => ({
          title: t(`window.${window}`),
          sub: formatPercent(check.observed, 2),
          value: <VerdictBadge verdict={verdict} />,
          note: errorsText(check),
        })}
      />
    </PanelPart>
  );
}
