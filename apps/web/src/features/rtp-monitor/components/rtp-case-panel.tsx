import {
  type BodyInput,
  closeRtpCase,
  type RtpCase,
  type RtpEvidence,
  rtpCaseConclusions,
} from '@ludus/contract';
import { Button, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '../../../components/display/date-time.tsx';
import { GameName } from '../../../components/display/entity-label.tsx';
import { Fact } from '../../../components/display/fact.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { DetailPanel, Facts, PanelPart } from '../../../components/overlay/detail-panel.tsx';
import { type DataColumn, DataTable } from '../../../components/table/data-table.tsx';
import { rtpCaseQuery, useCloseRtpCase, useReopenRtpCase } from '../../../domain/statistics/rtp-cases.ts';
import { formatDay, formatNumber, formatPercent } from '../../../lib/format.ts';
import { networkErrorDetail } from '../../../lib/network-error.ts';
import { toast } from '../../../lib/toast.tsx';
import { breakpoints, useMedia } from '../../../lib/use-screen.ts';
import { type RtpWindow, rtpWindows } from '../search.ts';
import { CaseFinding, CaseStateBadge } from './case-labels.tsx';
import { EvidenceLinks } from './evidence-links.tsx';
import styles from './rtp-case.module.css';
import { CaseContext } from './rtp-case-context.tsx';
import { CaseHistory } from './rtp-case-history.tsx';
import { type MeasuredRow, useRtpColumns } from './rtp-columns.tsx';
import panel from './rtp-monitor.module.css';
import { ReasonForm } from './rtp-reason-form.tsx';
import { deviationText, errorsText, VerdictBadge } from './verdict-badge.tsx';

interface RtpCasePanelProps {
  id: number;
  coverOf: (gameId: number) => string | undefined;
  onGame: (gameId: number, integrationId: number | undefined) => void;
  onClose: () => void;
}

/** A case: what was found, by which inputs, what people did about it, and its conclusion. */
export function RtpCasePanel({ id, coverOf, onGame, onClose }: RtpCasePanelProps) {
  const { t } = useTranslation('rtpMonitor');
  const query = useQuery(rtpCaseQuery(id));
  const found = query.data;
  const label = found ? `${t('caseTitle', { id })}, ${found.name}` : t('caseTitle', { id });
  return (
    <DetailPanel
      label={label}
      title={found && <GameName name={found.name} subName={found.sub_name} src={coverOf(found.gameId)} />}
      state={found && <CaseStateBadge state={found.state} />}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {found ? <CaseContent found={found} onGame={onGame} /> : <SkeletonChart height={260} />}
      </QueryView>
    </DetailPanel>
  );
}

function CaseContent({ found, onGame }: { found: RtpCase; onGame: RtpCasePanelProps['onGame'] }) {
  const { t } = useTranslation('rtpMonitor');
  // Of the state in which it was asked for: the other one's form never shows while the answer arrives.
  const [asked, setAsked] = useState<RtpCase['state'] | null>(null);
  const changing = asked === found.state;
  const isOpen = found.state === 'open';
  const reopen = useReopenRtpCase(found.id);
  const done = () => setAsked(null);
  return (
    <>
      <Facts>
        <Fact label={t('caseTitle', { id: found.id })}>{found.integrationName ?? t('wholeGame')}</Fact>
        <Fact label={t('finding')}>
          <CaseFinding row={found} />
        </Fact>
        <Fact label={t('opened')}>
          <DateTime value={found.openedAt} format="minutes" />
        </Fact>
        {found.conclusion && <Fact label={t('conclusionLabel')}>{t(`conclusion.${found.conclusion}`)}</Fact>}
      </Facts>
      {found.reason && (
        <p className={styles.reason}>
          {found.reason}
          <span className={panel.note}>
            {' '}
            {t('closedBy', { name: found.closedBy })}, <DateTime value={found.closedAt} format="minutes" />
          </span>
        </p>
      )}
      <div className={styles.actions}>
        {!changing && (
          <Button variant="default" onClick={() => setAsked(found.state)}>
            {t(isOpen ? 'closeCase' : 'reopenCase')}
          </Button>
        )}
        <Button variant="default" onClick={() => onGame(found.gameId, found.integrationId ?? undefined)}>
          {t('showGame')}
        </Button>
        <EvidenceLinks files={found.files} />
      </div>
      {changing &&
        (isOpen ? (
          <CloseForm found={found} onDone={done} />
        ) : (
          <ReasonForm
            help={t('reopenHelp')}
            label={t('reopenCase')}
            failed={t('reopenFailed')}
            isPending={reopen.isPending}
            send={(reason, onError) =>
              reopen.mutate(
                { reason },
                {
                  onSuccess: () => {
                    toast('success', t('caseReopened'));
                    done();
                  },
                  onError,
                },
              )
            }
            onCancel={done}
          />
        ))}
      <Inputs evidence={found.latest} />
      {isSameMeasurement(found.latest, found.opened) ? (
        <Measured evidence={found.latest} title={t('asOpenedAndLatest')} />
      ) : (
        <>
          <Measured evidence={found.latest} title={t('asLatest')} />
          <Measured evidence={found.opened} title={t('asOpened')} />
        </>
      )}
      <CaseContext found={found} onIntegration={(integrationId) => onGame(found.gameId, integrationId)} />
      <CaseHistory found={found} />
    </>
  );
}

/** Whether a later measurement has found nothing else: then it stands once. */
function isSameMeasurement(one: RtpEvidence, other: RtpEvidence): boolean {
  const { measuredAt: _one, ...ours } = one;
  const { measuredAt: _other, ...theirs } = other;
  return JSON.stringify(ours) === JSON.stringify(theirs);
}

/** From this many standard errors on, chance is asked about. */
const unlikelyAt = 3;

function CloseForm({ found, onDone }: { found: RtpCase; onDone: () => void }) {
  const { t } = useTranslation('rtpMonitor');
  const { t: common } = useTranslation('common');
  const { mutate, isPending } = useCloseRtpCase(found.id);
  const [asked, setAsked] = useState<BodyInput<typeof closeRtpCase> | null>(null);
  const form = useSchemaForm({
    initialValues: { conclusion: null as (typeof rtpCaseConclusions)[number] | null, reason: '' },
    schema: closeRtpCase.body,
    rules: ({ conclusion, reason }) => ({
      ...(conclusion === null ? { conclusion: t('conclusionMissing') } : {}),
      ...(reason.trim() === '' ? { reason: t('reasonMissing') } : {}),
    }),
  });
  const isConcluded = form.values.conclusion !== null && form.values.reason.trim() !== '';
  const close = (body: BodyInput<typeof closeRtpCase>) =>
    mutate(body, {
      onSuccess: () => {
        toast('success', t('caseClosed'));
        onDone();
      },
      onError: (error) => {
        setAsked(null);
        if (!form.refuse(error)) toast('error', t('closeFailed'), networkErrorDetail(error));
      },
    });
  const send = form.bind(({ conclusion, reason }) => {
    if (conclusion === null) return;
    const body = { conclusion, reason };
    if (conclusion === 'chance' && Math.abs(found.latestZ) >= unlikelyAt) setAsked(body);
    else close(body);
  });
  return (
    <form {...send} className={styles.form}>
      <p className={panel.help}>{t('closeHelp')}</p>
      <Select
        label={t('conclusionLabel')}
        data={rtpCaseConclusions.map((value) => ({ value, label: t(`conclusion.${value}`) }))}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps('conclusion')}
      />
      <Textarea label={t('reason')} rows={3} resize="vertical" {...form.getInputProps('reason')} />
      <div className={styles.actions}>
        <Button type="submit" variant={isConcluded ? 'filled' : 'default'} loading={isPending}>
          {t('closeCase')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {common('cancel')}
        </Button>
      </div>
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && close(asked)}
        title={t('chanceTitle')}
        confirmLabel={t('closeCase')}
        loading={isPending}
      >
        {t('chanceText', { deviation: deviationText(found.latestZ) })}
      </ConfirmModal>
    </form>
  );
}

function Inputs({ evidence }: { evidence: RtpEvidence }) {
  const { t } = useTranslation('rtpMonitor');
  const { rtp, deviation, deviationOrigin, since, ruleVersion, asOf } = evidence;
  return (
    <PanelPart title={t('measuredBy')} isRegion>
      <Facts>
        <Fact label={t('expected')}>{formatPercent(rtp, 2)}</Fact>
        <Fact label={t('stdDev')}>
          {t('stdDevUnit', { value: formatNumber(deviation, 2, 2) })}
          {deviationOrigin === 'estimated' && <span className={panel.note}> ({t('estimated')})</span>}
        </Fact>
        <Fact label={t('since')}>{since === null ? t('unknown') : formatDay(since)}</Fact>
        <Fact label={t('fetchedUpTo')}>
          <DateTime value={asOf} format="minutes" />
        </Fact>
        <Fact label={t('rules')}>{ruleVersion}</Fact>
      </Facts>
    </PanelPart>
  );
}

type WindowRow = MeasuredRow & { window: RtpWindow };

function Measured({ evidence, title }: { evidence: RtpEvidence; title: string }) {
  const { t } = useTranslation('rtpMonitor');
  const columnsOf = useRtpColumns();
  const isNarrow = useMedia(breakpoints.laptop);
  const columns = useMemo<DataColumn<WindowRow>[]>(
    () => [
      { id: 'window', header: t('windowLabel'), cell: ({ window }) => t(`window.${window}`) },
      ...columnsOf<WindowRow>(
        isNarrow
          ? ['observed', 'deviation', 'plays']
          : ['observed', 'band', 'deviation', 'plays', 'sessions', 'bet'],
      ).map(({ sortable: _sortable, ...column }) => column),
    ],
    [t, columnsOf, isNarrow],
  );
  const heading = `${title}, ${t('measuredUpTo', { until: formatDay(evidence.until) })}`;
  return (
    <PanelPart title={heading}>
      <DataTable
        label={heading}
        columns={columns}
        rows={rtpWindows.map((window) => ({
          window,
          check: evidence[window],
          verdict: evidence[window].verdict,
          expected: evidence.rtp,
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
