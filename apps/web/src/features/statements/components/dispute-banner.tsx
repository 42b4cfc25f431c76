import { disputeOutcomes, maxStatementNote, type StatementDetail } from '@ludus/contract';
import { Button, Checkbox, Textarea } from '@mantine/core';
import { IconMessageCheck, IconMessageReport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { NumberField } from '../../../domain/game/form/number-field.tsx';
import { type StatementAction, useStatementAction } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatAmount, formatInstant, formatNumber, parseNumber } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { askedBy, isAmount, partlyOf, sumOf } from '../statement-texts.tsx';
import { textOf } from './answer-modal.tsx';
import forms from './forms.module.css';
import { Conflict, isConflict, PageGuard } from './parts.tsx';
import styles from './statements.module.css';

interface BannerProps {
  statement: StatementDetail;
  dispute: NonNullable<StatementDetail['dispute']>;
}

/** What the integration disputes, and the provider's answer to it. */
export function DisputeBanner({ statement, dispute }: BannerProps) {
  const { t } = useTranslation('statements');
  const mayManage = useCan('statements:manage');
  const mayAnswer = useCan('statements:answer');
  return (
    <section className={styles.banner} aria-label={t('disputeLabel')}>
      <p className={styles.bannerTitle}>
        <IconMessageReport size={18} stroke={1.5} aria-hidden="true" />
        {t('disputedBy', { name: dispute.username, at: formatInstant(dispute.at, 'minutes') })}
        {dispute.amount !== null && <span>{t('disputedFor', { amount: formatAmount(dispute.amount) })}</span>}
      </p>
      <p className={styles.bannerText}>{dispute.reason}</p>
      {mayManage ? (
        <ResolveForm statement={statement} dispute={dispute} />
      ) : (
        <>
          <p className={styles.help}>{t('disputeWaits')}</p>
          {mayAnswer && <WithdrawButton statement={statement} />}
        </>
      )}
    </section>
  );
}

/** Takes the dispute back while the provider has not answered. */
function WithdrawButton({ statement }: Pick<BannerProps, 'statement'>) {
  const { t } = useTranslation('statements');
  const [isAsking, setAsking] = useState(false);
  const action = useStatementAction(statement.id);
  const { number } = statement;
  const withdraw = () =>
    action.mutate(
      { kind: 'withdraw' },
      {
        onSuccess: () => toast('success', t('withdrawn', { number })),
        onError: (error) => toast('error', error.message, { error }),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <div>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('withdraw')}
      </Button>
      <ConfirmModal
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={withdraw}
        title={t('withdrawTitle', { number })}
        confirmLabel={t('withdraw')}
        loading={action.isPending}
      >
        {t('withdrawText')}
      </ConfirmModal>
    </div>
  );
}

/** How the last dispute ended, with the provider's note, until the integration answers the statement again. */
export function DisputeOutcome({ statement }: Pick<BannerProps, 'statement'>) {
  const { t } = useTranslation('statements');
  const { disputeOutcome: outcome, history } = statement;
  const answer = history.find(({ action }) => action === 'accept' || action === 'reject');
  if (outcome === null || answer === undefined) return null;
  const { amount } = answer;
  const asked = askedBy(statement);
  // What is paid asks for nothing.
  const isPaid = statement.payment === 'settled';
  const disputed = partlyOf(history, answer);
  return (
    <section className={styles.banner} data-outcome={outcome} aria-label={t('outcome')}>
      <p className={styles.bannerTitle}>
        <IconMessageCheck size={18} stroke={1.5} aria-hidden="true" />
        {disputed === null
          ? t(`answered.${outcome}`)
          : t('answeredPartly', { amount: formatAmount(-(amount ?? 0)), disputed: formatAmount(disputed) })}
        <span className={styles.quiet}>
          {t('answeredBy', { name: answer.username, at: formatInstant(answer.at, 'minutes') })}
        </span>
      </p>
      {answer.note !== null && <p className={styles.bannerText}>{answer.note}</p>}
      <p className={styles.help}>
        {amount !== null &&
          `${t(amount < 0 ? 'changedDown' : 'changedUp', { amount: formatAmount(Math.abs(amount)) })} `}
        {isPaid
          ? t('comesTo', { total: formatAmount(asked) })
          : t(amount === null ? 'asksStill' : 'asksNow', { total: formatAmount(asked) })}
      </p>
    </section>
  );
}

interface Draft {
  outcome: (typeof disputeOutcomes)[number];
  /** What is taken off, as it was typed. */
  adjustment: string;
  note: string;
  /** Whether more than is disputed or open is meant. */
  mayExceed: boolean;
}

const takenOff = (text: string): number => parseNumber(text) ?? Number.NaN;

function ResolveForm({ statement, dispute }: BannerProps) {
  const { t } = useTranslation('statements');
  const action = useStatementAction(statement.id);
  const [asksFor, setAsksFor] = useState<StatementAction | null>(null);
  const proposed = Math.min(dispute.amount ?? 0, statement.open);
  const beyondOf = (amount: number) => (dispute.amount === null ? 0 : sumOf(amount, -dispute.amount));
  const exceeds = (amount: number) => amount > 0 && (beyondOf(amount) > 0 || amount > statement.open);
  const form = useSchemaForm<Draft, StatementAction>({
    initialValues: {
      outcome: 'accepted',
      // What is taken off beyond what is open would be the integration's: only by who means it.
      adjustment: proposed > 0 ? formatNumber(proposed, 2, 2) : '',
      note: '',
      mayExceed: false,
    },
    toBody: ({ outcome, adjustment, note }) => ({
      kind: 'resolve',
      body: {
        outcome,
        note: note.trim(),
        ...(outcome === 'accepted' ? { adjustment: -takenOff(adjustment) } : {}),
      },
    }),
    rules: ({ outcome, adjustment, note, mayExceed }) => ({
      ...(outcome === 'accepted' && !isAmount(takenOff(adjustment))
        ? { adjustment: t('noAmount') }
        : outcome === 'accepted' && !mayExceed && exceeds(takenOff(adjustment))
          ? { mayExceed: t('moreUnconfirmed') }
          : {}),
      ...(note.trim().length < 3 ? { note: t('reasonMissing') } : {}),
    }),
  });
  const { outcome, adjustment } = form.values;
  const amount = takenOff(adjustment);
  const left = sumOf(statement.open, -amount);
  const excess = Math.min(amount, -left);
  const names = { number: statement.number, integration: statement.integration.name };
  const send = (body: StatementAction) =>
    action.mutate(body, {
      onSuccess: () => {
        setAsksFor(null);
        form.resetDirty();
        const isPart = outcome === 'accepted' && dispute.amount !== null && amount < dispute.amount;
        toast('success', t(isPart ? 'resolvedPartly' : `resolved.${outcome}`, { number: statement.number }));
      },
      onError: (error) => {
        setAsksFor(null);
        if (!form.refuse(error) && !isConflict(error)) toast('error', error.message, { error });
      },
    });
  return (
    <form {...form.bind(setAsksFor)} className={forms.form}>
      <PageGuard mustAsk={form.isDirty} />
      <div>
        <SegmentedSwitch
          label={t('outcome')}
          value={outcome}
          onChange={(next) => form.setFieldValue('outcome', next)}
          options={disputeOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        />
      </div>
      {outcome === 'accepted' && (
        <NumberField
          label={t('adjustment')}
          description={
            Number.isNaN(amount) ? t('adjustmentHelp') : t('openThen', { amount: formatAmount(left) })
          }
          unit="€"
          value={adjustment}
          error={textOf(form.errors.adjustment)}
          onChange={(text) => {
            form.setFieldValue('adjustment', text);
            form.setFieldValue('mayExceed', false);
          }}
        />
      )}
      {outcome === 'accepted' && exceeds(amount) && (
        <Checkbox
          label={
            beyondOf(amount) > 0
              ? t('takeOffBeyond', { excess: formatAmount(beyondOf(amount)) })
              : t('takeOffMore', { excess: formatAmount(excess) })
          }
          description={excess > 0 && t('takenOffTooMuch', { excess: formatAmount(excess), ...names })}
          {...form.getInputProps('mayExceed', { type: 'checkbox' })}
        />
      )}
      <Textarea label={t('note')} rows={2} maxLength={maxStatementNote} {...form.getInputProps('note')} />
      <Conflict error={action.error} onRefresh={() => action.reset()} />
      <div className={forms.foot}>
        <Button type="submit" loading={action.isPending}>
          {t(outcome === 'accepted' ? 'accept' : 'reject')}
        </Button>
      </div>
      <ConfirmModal
        opened={asksFor !== null}
        onClose={() => setAsksFor(null)}
        onConfirm={() => asksFor && send(asksFor)}
        title={t(`resolveTitles.${outcome}`, names)}
        confirmLabel={t(outcome === 'accepted' ? 'accept' : 'reject')}
        loading={action.isPending}
      >
        {t(`resolveTexts.${outcome}`, {
          ...names,
          amount: formatAmount(amount),
          total: formatAmount(sumOf(askedBy(statement), outcome === 'accepted' ? -amount : 0)),
        })}
      </ConfirmModal>
    </form>
  );
}
