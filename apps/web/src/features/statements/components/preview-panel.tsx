import type { StatementContent, StatementDetail } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { previewQuery, type StatedMonth, useIssueStatement } from '../../../domain/statement/statements.ts';
import { addDays } from '../../../lib/days.ts';
import { formatAmount, formatDay, formatInstant } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { monthName } from '../statement-texts.tsx';
import { Conflict, isConflict } from './parts.tsx';
import { StatementAmounts, StatementFigures } from './statement-content.tsx';
import { PanelSkeleton } from './statement-panel.tsx';
import styles from './statements.module.css';
import { Difference } from './terms-computation.tsx';

interface PreviewPanelProps {
  stated: StatedMonth;
  onIssued: (statement: StatementDetail) => void;
  /** To where the issuer's name is written. */
  onIssuer: () => void;
  onClose: () => void;
}

/** What a statement would say before it is issued. */
export function PreviewPanel({ stated, onIssued, onIssuer, onClose }: PreviewPanelProps) {
  const { t, i18n } = useTranslation('statements');
  const { t: common } = useTranslation('common');
  const issue = useIssueStatement({
    onIssued: (statement) => {
      toast('success', t('issued', { number: statement.number }));
      onIssued(statement);
    },
    onFailed: (error) => {
      if (!isConflict(error)) toast('error', error.message, { error });
    },
  });
  // Once it is issued there is nothing to preview any more.
  const query = useQuery({ ...previewQuery(stated), enabled: !issue.isPending && !issue.isSuccess });
  const content = query.data;
  const month = monthName(stated.month, i18n.language);
  const today = useToday();
  return (
    <SidePanel
      label={t('previewName', { month, integration: content?.integration.name ?? '' })}
      width={1100}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>
          {content && <IntegrationName name={content.integration.name} number={content.integration.id} />}
          <span className={styles.quiet}>{month}</span>
        </h2>
        <ActionIcon aria-label={common('close')} onClick={onClose}>
          <IconX size={18} stroke={1.5} />
        </ActionIcon>
      </div>
      <div className={styles.body}>
        <QueryView query={query} compact {...(isConflict(query.error) ? { text: query.error.message } : {})}>
          <StatTiles
            raised
            loading={!content}
            tiles={[
              {
                key: 'total',
                label: t('total'),
                value: <Amount value={content?.total.total ?? 0} size="tile" strong />,
              },
              {
                key: 'due',
                label: t('platformDue'),
                value: <Amount value={content?.total.due ?? 0} size="tile" />,
              },
              {
                key: 'terms',
                label: t('termsDue'),
                value: <Amount value={content ? (content.terms?.amount ?? null) : 0} size="tile" />,
              },
              {
                key: 'difference',
                label: t('difference'),
                value: content?.terms ? (
                  <Difference value={content.terms.difference} size="tile" />
                ) : (
                  <Amount value={content ? null : 0} size="tile" />
                ),
              },
              {
                key: 'dueOn',
                label: t('dueOn'),
                value: (
                  <span className={styles.day}>
                    {formatDay(content && addDays(today, content.paymentDays))}
                  </span>
                ),
                note: t('ifIssuedToday'),
              },
            ]}
          />
          {content ? (
            <>
              <Issue
                content={content}
                pending={issue.isPending}
                error={issue.error}
                onIssue={() => issue.mutate({ ...stated, expectedTotal: content.total.total })}
                onIssuer={onIssuer}
                onRefresh={() => {
                  issue.reset();
                  void query.refetch();
                }}
              />
              <StatementAmounts content={content} />
              <StatementFigures content={content} />
            </>
          ) : (
            <PanelSkeleton />
          )}
        </QueryView>
      </div>
    </SidePanel>
  );
}

interface IssueProps extends Pick<PreviewPanelProps, 'onIssuer'> {
  content: StatementContent;
  pending: boolean;
  error: Error | null;
  onIssue: () => void;
  onRefresh: () => void;
}

function Issue({ content, pending, error, onIssue, onIssuer, onRefresh }: IssueProps) {
  const { t, i18n } = useTranslation('statements');
  const [isConfirming, setConfirming] = useState(false);
  const hasIssuer = content.issuer.name.trim() !== '';
  const names = { integration: content.integration.name, month: monthName(content.month, i18n.language) };
  return (
    <>
      <div className={styles.actions}>
        <Button disabled={!hasIssuer || pending} onClick={() => setConfirming(true)}>
          {t('issue')}
        </Button>
        <p className={styles.help}>
          {hasIssuer
            ? t('closedBy', { at: formatInstant(content.closedAt, 'minutes'), name: content.closedBy })
            : t('issuerMissing')}
        </p>
        {!hasIssuer && (
          <Button variant="default" onClick={onIssuer}>
            {t('openIssuer')}
          </Button>
        )}
      </div>
      <Conflict error={error} onRefresh={onRefresh} />
      <ConfirmModal
        opened={isConfirming && error === null}
        onClose={() => setConfirming(false)}
        title={t('issueTitle', names)}
        confirmLabel={t('issue')}
        loading={pending}
        onConfirm={onIssue}
      >
        {t('issueText', { amount: formatAmount(content.total.total), ...names })}
      </ConfirmModal>
    </>
  );
}
