import type { listStatableMonths, ResponseOf, StatementContent } from '@ludus/contract';
import { Button, Checkbox, Select } from '@mantine/core';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { DetailPanel } from '../../../components/overlay/detail-panel.tsx';
import {
  type IssueResult,
  keyOfMonth,
  previewQuery,
  statableMonthsQuery,
  useIssueStatements,
} from '../../../domain/statement/statements.ts';
import { formatAmount } from '../../../lib/format.ts';
import { monthName, sumOf } from '../statement-texts.tsx';
import styles from './issue-months.module.css';
import { Difference } from './terms-computation.tsx';

type Month = ResponseOf<typeof listStatableMonths>['rows'][number];

interface IssueMonthsPanelProps {
  /** Of the list's filter. */
  integration: number | undefined;
  onStatement: (id: number) => void;
  /** To where the issuer's name is written. */
  onIssuer: () => void;
  onClose: () => void;
}

/** Closed months of several integrations: chosen, looked at by their totals, and stated at once. */
export function IssueMonthsPanel({ integration, ...props }: IssueMonthsPanelProps) {
  const { t } = useTranslation('statements');
  const query = useQuery(statableMonthsQuery());
  const rows = query.data?.rows.filter(
    (row) => integration === undefined || row.integration.id === integration,
  );
  return (
    <DetailPanel
      label={t('issueSeveralTitle')}
      title={t('issueSeveralTitle')}
      width={760}
      onClose={props.onClose}
    >
      <QueryView query={query} compact>
        {rows === undefined ? <SkeletonLine width="60%" /> : <Months rows={rows} {...props} />}
      </QueryView>
    </DetailPanel>
  );
}

const statedOf = ({ integration: { id }, month }: Month) => ({ integrationId: id, month });
const keyOf = (row: Month) => keyOfMonth(statedOf(row));

interface MonthsProps extends Omit<IssueMonthsPanelProps, 'integration' | 'onClose'> {
  rows: readonly Month[];
}

function Months({ rows: given, onStatement, onIssuer }: MonthsProps) {
  const { t, i18n } = useTranslation('statements');
  // Those that are issued leave the server's list, and stay in this one with their result.
  const [rows] = useState(given);
  const [month, setMonth] = useState('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set());
  const [isConfirming, setConfirming] = useState(false);
  const issuing = useIssueStatements();
  const issuedOf = (row: Month) => {
    const result = issuing.results.get(keyOf(row));
    return result !== undefined && 'statement' in result ? result.statement : undefined;
  };
  const shown = rows.filter((row) => month === 'all' || row.month === month);
  const picked = shown.filter((row) => chosen.has(keyOf(row)) && issuedOf(row) === undefined);
  const previews = useQueries({
    queries: shown.map((row) => ({
      ...previewQuery(statedOf(row)),
      enabled: picked.includes(row) && !issuing.isPending,
    })),
  });
  const contentOf = (row: Month) => previews[shown.indexOf(row)]?.data;
  const ready = picked.flatMap((row) => {
    const content = contentOf(row);
    return content === undefined ? [] : [{ ...statedOf(row), expectedTotal: content.total.total }];
  });
  const total = sumOf(...ready.map(({ expectedTotal }) => expectedTotal));
  const isNameless = picked.some((row) => contentOf(row)?.issuer.name.trim() === '');
  const open = shown.filter((row) => issuedOf(row) === undefined);
  const isAll = open.length > 0 && picked.length === open.length;
  const choose = (of: readonly Month[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const row of of)
        if (isChosen) next.add(keyOf(row));
        else next.delete(keyOf(row));
      return next;
    });
  return (
    <>
      <div className={styles.tools}>
        <Select
          label={t('month')}
          w={200}
          allowDeselect={false}
          value={month}
          onChange={(value) => setMonth(value ?? 'all')}
          disabled={issuing.isPending}
          data={[
            { value: 'all', label: t('allMonths') },
            ...[...new Set(rows.map((row) => row.month))].map((value) => ({
              value,
              label: monthName(value, i18n.language),
            })),
          ]}
        />
        <Checkbox
          label={t('chooseAll')}
          checked={isAll}
          indeterminate={picked.length > 0 && !isAll}
          disabled={open.length === 0 || issuing.isPending}
          onChange={(event) => choose(open, event.currentTarget.checked)}
        />
      </div>
      <ul className={styles.months} aria-label={t('toIssue')}>
        {shown.map((row, index) => (
          <MonthRow
            key={keyOf(row)}
            row={row}
            isChosen={chosen.has(keyOf(row))}
            isLocked={issuing.isPending}
            preview={picked.includes(row) ? previews[index] : undefined}
            result={issuing.results.get(keyOf(row))}
            onChoose={(isChosen) => choose([row], isChosen)}
            onStatement={onStatement}
          />
        ))}
      </ul>
      {isNameless && (
        <p className={styles.problem} role="alert">
          {t('issuerMissing')}{' '}
          <Button variant="default" size="xs" onClick={onIssuer}>
            {t('openIssuer')}
          </Button>
        </p>
      )}
      <div className={styles.foot}>
        <span aria-live="polite">
          {picked.length > 0 && (
            <>
              {t('chosen', { count: picked.length })} <Amount value={total} tone="neutral" strong />
            </>
          )}
        </span>
        <Button
          disabled={picked.length === 0 || ready.length < picked.length || isNameless}
          loading={issuing.isPending}
          onClick={() => setConfirming(true)}
        >
          {t('issueCount', { count: picked.length })}
        </Button>
      </div>
      <ConfirmModal
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('issueCountTitle', { count: ready.length })}
        confirmLabel={t('issueCount', { count: ready.length })}
        onConfirm={() => {
          setConfirming(false);
          issuing.issue(ready);
        }}
      >
        {t('issueCountText', { amount: formatAmount(total) })}
      </ConfirmModal>
    </>
  );
}

interface MonthRowProps {
  row: Month;
  isChosen: boolean;
  isLocked: boolean;
  /** What it would say; undefined until it is chosen. */
  preview: UseQueryResult<StatementContent> | undefined;
  result: IssueResult | undefined;
  onChoose: (isChosen: boolean) => void;
  onStatement: (id: number) => void;
}

function MonthRow({ row, isChosen, isLocked, preview, result, onChoose, onStatement }: MonthRowProps) {
  const { t, i18n } = useTranslation('statements');
  const { integration } = row;
  const month = monthName(row.month, i18n.language);
  const statement = result !== undefined && 'statement' in result ? result.statement : undefined;
  return (
    <li className={styles.month}>
      <Checkbox
        aria-label={t('chooseMonth', { month, integration: integration.name })}
        checked={isChosen}
        disabled={isLocked || statement !== undefined}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <span className={styles.name}>
        <IntegrationName name={integration.name} number={integration.id} />
        <span className={styles.quiet}>{month}</span>
      </span>
      <span className={styles.figure}>
        {statement ? (
          <Button variant="subtle" size="xs" onClick={() => onStatement(statement.id)}>
            {t('issuedAs', { number: statement.number })}
          </Button>
        ) : preview === undefined ? (
          <span className={styles.quiet}>
            {t('platformDue')} <Amount value={row.due} tone="neutral" />
          </span>
        ) : (
          <QueryView query={preview} compact>
            {preview.data ? <Preview content={preview.data} /> : <SkeletonLine width={120} />}
          </QueryView>
        )}
      </span>
      {result !== undefined && 'error' in result && (
        <p className={styles.problem} role="alert">
          {result.error.message}
        </p>
      )}
    </li>
  );
}

/** The total that is issued, and how the due differs from the terms. */
function Preview({ content: { total, terms } }: { content: StatementContent }) {
  const { t } = useTranslation('statements');
  return (
    <>
      <span>
        {t('total')} <Amount value={total.total} tone="neutral" strong />
      </span>
      {terms !== null && (
        <span className={styles.quiet}>
          {t('termsDifference')} <Difference value={terms.difference} />
        </span>
      )}
    </>
  );
}
