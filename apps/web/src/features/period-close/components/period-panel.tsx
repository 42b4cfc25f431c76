import type { PeriodDetail } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonChart } from '../../../components/feedback/skeletons.tsx';
import { DocumentLinks } from '../../../components/files/document-links.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { DetailPanel } from '../../../components/overlay/detail-panel.tsx';
import {
  type NamedPeriod,
  periodQuery,
  periodsQuery,
  useChangePeriod,
} from '../../../domain/period/periods.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatInstant } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import type { PeriodSearch } from '../search.ts';
import { isClosable, monthName, StateBadge } from './month-matrix.tsx';
import { PeriodChecklist } from './period-checklist.tsx';
import { PeriodFigures } from './period-figures.tsx';
import styles from './period-panel.module.css';
import { PeriodHistory, PeriodRestatements } from './period-restatements.tsx';
import { PeriodStatement } from './period-statement.tsx';

interface PeriodPanelProps {
  period: NamedPeriod;
  search: PeriodSearch;
  onSearch: (search: PeriodSearch) => void;
  onClose: () => void;
}

/** A month: what is to be done, its checklist, its figures as closed and as known today, and what has changed between. */
export function PeriodPanel({ period, search, onSearch, onClose }: PeriodPanelProps) {
  const { i18n } = useTranslation('periodClose');
  const query = useQuery(periodQuery(period, search.by ?? 'operator'));
  const detail = query.data;
  const name = monthName(period.month, i18n.language);
  return (
    <DetailPanel
      label={`${detail?.integration.name ?? ''} ${name}`.trim()}
      title={
        <>
          {detail && <IntegrationName name={detail.integration.name} number={detail.integration.id} />}
          <span>{name}</span>
        </>
      }
      state={detail && <StateBadge state={detail.state} />}
      width={920}
      onClose={onClose}
    >
      <QueryView query={query} compact>
        {detail ? (
          <>
            {!detail.closing && <EarlierMonths period={period} />}
            <PeriodActions detail={detail} period={period} />
            <PeriodFigures
              detail={detail}
              stale={query.isPlaceholderData}
              by={search.by ?? 'operator'}
              view={search.view}
              onChange={(part) => onSearch({ ...search, ...part })}
            />
            {detail.closing && (
              <PeriodRestatements
                period={period}
                detail={detail}
                page={search.page ?? 1}
                onPage={(page) => onSearch({ ...search, page: page === 1 ? undefined : page })}
              />
            )}
            <PeriodHistory events={detail.history} />
          </>
        ) : (
          <SkeletonChart height={320} />
        )}
      </QueryView>
    </DetailPanel>
  );
}

/** Months that ended before this one and are not closed: they may be closed in any order, but someone should know. */
function EarlierMonths({ period }: { period: NamedPeriod }) {
  const { t, i18n } = useTranslation('periodClose');
  const { data } = useQuery(periodsQuery());
  const open = (data?.cells ?? [])
    .filter(({ integrationId, month }) => integrationId === period.integrationId && month < period.month)
    .filter(isClosable)
    .map(({ month }) => month)
    .toSorted();
  const [first] = open;
  if (first === undefined) return null;
  return (
    <p className={`${styles.help} ${styles.earlier}`} role="note">
      {t('earlierOpen', { count: open.length, first: monthName(first, i18n.language) })}
    </p>
  );
}

interface PeriodActionsProps {
  detail: PeriodDetail;
  period: NamedPeriod;
}

/** Where the month stands, what can be done with it now, and what guards the next step. */
function PeriodActions({ detail, period }: PeriodActionsProps) {
  const { t } = useTranslation('periodClose');
  const mayClose = useCan('periods:close');
  const [asksToReopen, setAsksToReopen] = useState(false);
  const change = useChangePeriod(period, {
    onChanged: (state) => {
      setAsksToReopen(false);
      void toast('success', t(`changedTo.${state}`));
    },
    onFailed: (error) => void toast('error', error.message, { error }),
  });
  const { state, isEnded, closing, review } = detail;
  return (
    <section>
      <div className={styles.standing}>
        <p className={styles.help}>
          {closing
            ? `${t('closedOn', { at: formatInstant(closing.at, 'minutes'), name: closing.username })}${
                closing.asOf ? `, ${t('asOf', { at: formatInstant(closing.asOf, 'minutes') })}` : ''
              }`
            : review
              ? t('inReviewBy', { at: formatInstant(review.at, 'minutes'), name: review.username })
              : !isEnded && t('notEnded')}
        </p>
        {mayClose && (
          <div className={styles.buttons}>
            {state === 'open' && isEnded && (
              <Button loading={change.isPending} onClick={() => change.mutate({ action: 'review' })}>
                {t('review')}
              </Button>
            )}
            {state === 'review' && (
              <Button
                variant="default"
                disabled={change.isPending}
                onClick={() => change.mutate({ action: 'reopen', reason: undefined })}
              >
                {t('withdraw')}
              </Button>
            )}
            {closing && (
              <Button variant="subtle" onClick={() => setAsksToReopen(true)}>
                {t('reopen')}
              </Button>
            )}
          </div>
        )}
      </div>
      <p className={styles.document}>
        <DocumentLinks files={detail.files} label={t('document')} />
      </p>
      {closing && <PeriodStatement period={period} />}
      <PeriodChecklist
        // Decisions are about what was found, and end with the step that they were for: anything else starts anew.
        key={[state, ...detail.checks.map(({ id, result }) => `${id} ${result}`)].join()}
        detail={detail}
        mayDecide={mayClose && state === 'review'}
        pending={change.isPending}
        onClosePeriod={(body) => change.mutate({ action: 'close', body })}
      />
      {asksToReopen && (
        <ReopenModal
          detail={detail}
          pending={change.isPending}
          onClose={() => setAsksToReopen(false)}
          onReopen={(reason) => change.mutate({ action: 'reopen', reason })}
        />
      )}
    </section>
  );
}

interface ReopenModalProps {
  detail: PeriodDetail;
  pending: boolean;
  onClose: () => void;
  onReopen: (reason: string) => void;
}

function ReopenModal({ detail, pending, onClose, onReopen }: ReopenModalProps) {
  const { t, i18n } = useTranslation('periodClose');
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isTooShort = reason.trim().length < 3;
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      onConfirm={() => {
        setIsChecked(true);
        if (!isTooShort) onReopen(reason.trim());
      }}
      title={t('reopenTitle', {
        month: monthName(detail.month, i18n.language),
        integration: detail.integration.name,
      })}
      confirmLabel={t('reopen')}
      danger
      loading={pending}
    >
      <p className={styles.help}>{t('reopenText')}</p>
      <Textarea
        label={t('reason')}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        rows={2}
        maxLength={1000}
        error={isChecked && isTooShort && t('reasonMissing')}
      />
    </ConfirmModal>
  );
}
