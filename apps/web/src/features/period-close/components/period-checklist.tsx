import type { BodyInput, closePeriod, PeriodCheck, PeriodCheckId, PeriodDetail } from '@ludus/contract';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useCan } from '../../../lib/auth/index.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { evidenceOf, openSessionsOf } from '../evidence.ts';
import { ResultMark } from './check-finding.tsx';
import { CompareNow } from './compare-now.tsx';
import { EvaluateNow } from './evaluate-now.tsx';
import { monthName } from './month-matrix.tsx';
import styles from './period-panel.module.css';

/** What was decided about a check before the month is closed. */
interface Decision {
  isSeen: boolean;
  /** Null where it is not overridden. */
  reason: string | null;
}
const undecided: Decision = { isSeen: false, reason: null };

const isDecided = (check: PeriodCheck, { isSeen, reason }: Decision) =>
  check.result === 'passed' ||
  (check.result === 'attention' ? isSeen : reason !== null && reason.trim().length >= 3);

interface PeriodChecklistProps {
  detail: PeriodDetail;
  /** In review, by someone who may close. */
  mayDecide: boolean;
  pending: boolean;
  onClosePeriod: (body: BodyInput<typeof closePeriod>) => void;
}

/** What guards the close: each check with what it has found, and the decision about those that have not passed. */
export function PeriodChecklist({ detail, mayDecide, pending, onClosePeriod }: PeriodChecklistProps) {
  const { t, i18n } = useTranslation('periodClose');
  const [decisions, setDecisions] = useState<Partial<Record<PeriodCheckId, Decision>>>({});
  const [asks, setAsks] = useState(false);
  const { checks } = detail;
  const decisionOf = ({ id }: PeriodCheck) => decisions[id] ?? undecided;
  const open = checks.filter((check) => !isDecided(check, decisionOf(check)));
  const isReady = open.length === 0;
  const lacksReasonsOnly = open.every((check) => decisionOf(check).reason !== null);
  const title = t(detail.closing ? 'checklistClosed' : 'checklist');
  const close = () => {
    onClosePeriod({
      acknowledged: checks.filter(({ result }) => result === 'attention').map(({ id }) => id),
      overrides: checks
        .filter(({ result }) => result === 'failed')
        .map((check) => ({ check: check.id, reason: decisionOf(check).reason?.trim() ?? '' })),
    });
  };
  return (
    <>
      <h3 className={styles.partTitle}>{title}</h3>
      <ul className={styles.checks} aria-label={title}>
        {checks.map((check) => {
          return (
            <li key={check.id} className={styles.check}>
              <ResultMark result={check.result} />
              <div>
                <div className={styles.checkName}>{t(`checks.${check.id}`)}</div>
                <p className={styles.help}>{renderMessage(check.detail, check.text)}</p>
                {check.items.length > 0 && (
                  <p className={styles.help}>{check.items.map(({ name }) => name).join(', ')}</p>
                )}
              </div>
              <div className={styles.links}>
                {check.id in linkTexts && (
                  <InternalLink href={evidenceOf(check, detail.integration.id, detail.month)}>
                    {t(linkTexts[check.id as keyof typeof linkTexts])}
                  </InternalLink>
                )}
                {detail.isEnded && detail.closing === null && <Remedy check={check} detail={detail} />}
              </div>
              {check.result !== 'passed' && (
                <div className={styles.decision}>
                  {mayDecide ? (
                    <DecisionControl
                      check={check}
                      decision={decisionOf(check)}
                      onChange={(decision) => setDecisions((before) => ({ ...before, [check.id]: decision }))}
                    />
                  ) : (
                    <DecisionText check={check} closedBy={detail.closing?.username} />
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {mayDecide && (
        <div className={styles.closeRow}>
          <p className={styles.help}>
            {isReady
              ? detail.fourEyes && t('fourEyesHint')
              : lacksReasonsOnly
                ? t('overrideUnexplained')
                : t('undecided', { count: open.length })}
          </p>
          <Button disabled={!isReady} loading={pending} onClick={() => setAsks(true)}>
            {t('close')}
          </Button>
        </div>
      )}
      <ConfirmModal
        opened={asks}
        onClose={() => setAsks(false)}
        onConfirm={close}
        title={t('closeTitle', {
          month: monthName(detail.month, i18n.language),
          integration: detail.integration.name,
        })}
        confirmLabel={t('close')}
        loading={pending}
      >
        {t('closeText')}
      </ConfirmModal>
    </>
  );
}

/** What can be done about a check at once. */
function Remedy({ check, detail }: { check: PeriodCheck; detail: PeriodDetail }) {
  if (check.id === 'reconciled' && check.result === 'failed')
    return <CompareNow month={detail.month} integrationIds={[detail.integration.id]} />;
  if (check.id === 'openSessions' && check.result !== 'passed') return <OpenSessionsLink detail={detail} />;
  return check.detail.code === 'periods.alertsNotEvaluated' ? <EvaluateNow /> : null;
}

/** The list has exactly those of the month, and does nothing to them. */
function OpenSessionsLink({ detail: { integration, month } }: { detail: PeriodDetail }) {
  const { t } = useTranslation('periodClose');
  const mayOpen = useCan('sessions:refresh');
  if (!mayOpen) return null;
  return (
    <InternalLink href={openSessionsOf(integration.id, month, new Date())}>{t('refreshOpen')}</InternalLink>
  );
}

const linkTexts = {
  reconciled: 'links.reconciled',
  quarantine: 'links.quarantine',
  openSessions: 'links.openSessions',
  incidents: 'links.incidents',
  alerts: 'links.alerts',
} as const;

interface DecisionControlProps {
  check: PeriodCheck;
  decision: Decision;
  onChange: (decision: Decision) => void;
}

function DecisionControl({ check, decision, onChange }: DecisionControlProps) {
  const { t } = useTranslation('periodClose');
  const named = { check: t(`checks.${check.id}`) };
  if (check.result === 'attention')
    return (
      <Checkbox
        label={t('seen')}
        aria-label={t('seenOf', named)}
        checked={decision.isSeen}
        onChange={(event) => onChange({ ...decision, isSeen: event.currentTarget.checked })}
      />
    );
  return (
    <>
      <Checkbox
        label={t('override')}
        aria-label={t('overrideOf', named)}
        checked={decision.reason !== null}
        onChange={(event) => onChange({ ...decision, reason: event.currentTarget.checked ? '' : null })}
      />
      {decision.reason !== null && (
        <Textarea
          mt={8}
          label={t('overrideReason')}
          value={decision.reason}
          onChange={(event) => onChange({ ...decision, reason: event.currentTarget.value })}
          rows={2}
          maxLength={1000}
        />
      )}
    </>
  );
}

interface DecisionTextProps {
  check: PeriodCheck;
  closedBy: string | undefined;
}

function DecisionText({ check: { decision }, closedBy }: DecisionTextProps) {
  const { t } = useTranslation('periodClose');
  if (decision === null) return null;
  return (
    <Badge tone={decision.kind === 'overridden' ? 'warning' : 'neutral'} quiet>
      {decision.reason === null
        ? closedBy === undefined
          ? t('acknowledgedAtClose')
          : t('acknowledgedBy', { name: closedBy })
        : t('overriddenAtClose', { reason: decision.reason })}
    </Badge>
  );
}
