import type { listPeriods, PeriodDetail, ResponseOf } from '@ludus/contract';
import { Button, Checkbox } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { DetailPanel } from '../../../components/overlay/detail-panel.tsx';
import { periodQuery, useCloseMonths } from '../../../domain/period/periods.ts';
import { useUser } from '../../../lib/auth/index.ts';
import { renderMessage } from '../../../lib/messages.ts';
import { CompareNow } from './compare-now.tsx';
import { monthName, StateBadge } from './month-matrix.tsx';

import styles from './period-panel.module.css';

/** What can be done with a month of an integration here; `failed` and `waits` need someone elsewhere. */
type Step = 'close' | 'review' | 'waits' | 'failed' | 'done';

function stepOf({ state, checks, fourEyes, review }: PeriodDetail, userId: string): Step {
  if (state === 'closed' || state === 'restated') return 'done';
  if (checks.some(({ result }) => result === 'failed')) return 'failed';
  if (!fourEyes) return 'close';
  if (state === 'open') return 'review';
  return review?.userId === userId ? 'waits' : 'close';
}

const isUnreconciled = ({ checks }: PeriodDetail) =>
  checks.some(({ id, result }) => id === 'reconciled' && result === 'failed');

interface CloseMonthsPanelProps {
  month: string;
  data: ResponseOf<typeof listPeriods>;
  /** Opens the month of one integration. */
  onOpen: (integrationId: number) => void;
  onClose: () => void;
}

/** One month of all integrations: those whose checks have not failed are closed at once, the others named with why. */
export function CloseMonthsPanel({ month, data, onOpen, onClose }: CloseMonthsPanelProps) {
  const { t, i18n } = useTranslation('periodClose');
  const { userId } = useUser();
  const [isSeen, setSeen] = useState(false);
  const ids = new Set(
    data.cells.filter((cell) => cell.month === month && cell.isEnded).map((cell) => cell.integrationId),
  );
  const integrations = data.integrations.filter(({ id }) => ids.has(id));
  const queries = useQueries({
    queries: integrations.map(({ id }) => periodQuery({ integrationId: id, month }, 'operator')),
  });
  const rows = integrations.map((integration, index) => {
    const detail = queries[index]?.data;
    return { integration, query: queries[index], detail, step: detail && stepOf(detail, userId) };
  });
  const closing = useCloseMonths();
  const ready = rows.flatMap(({ detail, step }) =>
    detail && (step === 'close' || step === 'review') ? [{ detail, step }] : [],
  );
  const mustSee = ready.some(({ detail }) => detail.checks.some(({ result }) => result === 'attention'));
  const isLoading = rows.some(({ query }) => query?.isPending);
  const title = t('closeAllTitle', { month: monthName(month, i18n.language) });
  const unreconciled = rows.flatMap(({ detail, step }) =>
    detail && step === 'failed' && isUnreconciled(detail) ? [detail] : [],
  );
  const isReviewOnly = ready.length > 0 && ready.every(({ step }) => step === 'review');
  return (
    <DetailPanel label={title} title={title} width={680} onClose={onClose}>
      <p className={styles.help}>{t('closeAllText')}</p>
      {unreconciled.length > 0 && (
        <div className={styles.closeRow}>
          <p className={styles.help}>{t('unreconciled', { count: unreconciled.length })}</p>
          <CompareNow month={month} integrationIds={unreconciled.map(({ integration }) => integration.id)} />
        </div>
      )}
      <ul className={styles.checks} aria-label={t('integrations')}>
        {rows.map(({ integration, query, detail, step }) => (
          <li key={integration.id} className={styles.month}>
            <div className={styles.monthHead}>
              <IntegrationName name={integration.name} number={integration.id} />
              {detail && <StateBadge state={detail.state} />}
            </div>
            {query && (
              <QueryView query={query} compact>
                {detail && step ? (
                  <Findings detail={detail} step={step} failure={closing.failures.get(integration.id)} />
                ) : (
                  <SkeletonLine width="70%" />
                )}
              </QueryView>
            )}
            {step !== undefined && step !== 'done' && (
              <Button variant="subtle" size="xs" onClick={() => onOpen(integration.id)}>
                {t('openMonth')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.closeRow}>
        {mustSee ? (
          <Checkbox
            label={t('seenAll')}
            checked={isSeen}
            onChange={(event) => setSeen(event.currentTarget.checked)}
          />
        ) : (
          <p className={styles.help}>{!isLoading && ready.length === 0 && t('nothingToClose')}</p>
        )}
        <Button
          disabled={isLoading || ready.length === 0 || (mustSee && !isSeen)}
          loading={closing.isPending}
          onClick={() =>
            closing.close(ready.map(({ detail, step }) => ({ detail, isReviewOnly: step === 'review' })))
          }
        >
          {ready.length === 0
            ? t('closeNone')
            : t(isReviewOnly ? 'reviewMonths' : 'closeMonths', { count: ready.length })}
        </Button>
      </div>
    </DetailPanel>
  );
}

interface FindingsProps {
  detail: PeriodDetail;
  step: Step;
  /** Why the server did not close it. */
  failure: Error | undefined;
}

/** What keeps a month from being closed here, what has to be seen before, or that all is well. */
function Findings({ detail, step, failure }: FindingsProps): ReactNode {
  const { t } = useTranslation('periodClose');
  if (failure)
    return (
      <p className={styles.failure} role="alert">
        {failure.message}
      </p>
    );
  if (step === 'done') return null;
  const found = detail.checks.filter(({ result }) => result === (step === 'failed' ? 'failed' : 'attention'));
  const texts = found.map((check) => renderMessage(check.detail, check.text));
  if (step === 'waits') texts.push(t('fourEyesHint'));
  if (step === 'review') texts.push(t('reviewFirst'));
  return (
    <p className={styles.help} data-failed={step === 'failed' || undefined}>
      {texts.length === 0 ? t('allPassed') : texts.join(' ')}
    </p>
  );
}
