import { maxStatementNote, type StatementDetail } from '@ludus/contract';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { NumberField } from '../../../domain/game/form/number-field.tsx';
import { type StatementAction, useStatementAction } from '../../../domain/statement/statements.ts';
import { formatAmount, parseNumber } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { askedBy, isAmount } from '../statement-texts.tsx';
import forms from './forms.module.css';
import { Conflict, GuardedModal, isConflict } from './parts.tsx';
import styles from './statements.module.css';

type AnswerKind = 'acknowledge' | 'dispute' | 'void';

interface Draft {
  note: string;
  reason: string;
  amount: string;
}

interface AnswerModalProps {
  statement: StatementDetail;
  kind: AnswerKind;
  onClose: () => void;
}

const done = { acknowledge: 'acknowledged', dispute: 'disputed', void: 'voided' } as const;

function actionOf(kind: AnswerKind, { note, reason, amount }: Draft): StatementAction {
  if (kind === 'acknowledge') return { kind, body: note.trim() === '' ? {} : { note: note.trim() } };
  if (kind === 'void') return { kind, body: { reason: reason.trim() } };
  const disputed = parseNumber(amount);
  return { kind, body: { reason: reason.trim(), ...(disputed === null ? {} : { amount: disputed }) } };
}

/** The words that go with an answer: a note of who accepts, the reason of who disputes or withdraws. */
export function AnswerModal({ statement, kind, onClose }: AnswerModalProps) {
  const { t } = useTranslation('statements');
  const { number } = statement;
  const asked = askedBy(statement);
  const action = useStatementAction(statement.id);
  const [isConfirming, setConfirming] = useState(false);
  const form = useSchemaForm<Draft, StatementAction>({
    initialValues: { note: '', reason: '', amount: '' },
    toBody: (values) => actionOf(kind, values),
    rules: ({ note, reason, amount }) => ({
      ...(kind === 'acknowledge' && note.trim() !== '' && note.trim().length < 3
        ? { note: t('tooShort') }
        : {}),
      ...(kind !== 'acknowledge' && reason.trim().length < 3 ? { reason: t('reasonMissing') } : {}),
      // Nothing typed is an amount that is not known.
      ...(amount.trim() !== '' && !isAmount(parseNumber(amount))
        ? { amount: t('noAmount') }
        : asked > 0 && (parseNumber(amount) ?? 0) > asked
          ? { amount: t('disputedTooMuch', { total: formatAmount(asked) }) }
          : {}),
    }),
  });
  const send = (body: StatementAction) =>
    action.mutate(body, {
      onSuccess: () => {
        toast('success', t(done[kind], { number }));
        onClose();
      },
      onError: (error) => {
        setConfirming(false);
        if (!form.refuse(error) && !isConflict(error)) toast('error', error.message, { error });
      },
    });
  const submit = form.bind((body) => (kind === 'acknowledge' ? send(body) : setConfirming(true)));
  const disputed = parseNumber(form.values.amount);
  return (
    <GuardedModal title={t(`${kind}Title`, { number })} mustAsk={form.isDirty} onClose={onClose}>
      {(close) => (
        <form {...submit} className={forms.form}>
          <p className={styles.help}>
            {kind === 'acknowledge' ? <Confirmed statement={statement} /> : t(`${kind}Text`)}
          </p>
          {kind === 'acknowledge' ? (
            <Textarea
              label={<OptionalLabel label={t('note')} />}
              aria-label={t('note')}
              rows={3}
              maxLength={maxStatementNote}
              data-autofocus
              {...form.getInputProps('note')}
            />
          ) : (
            <Textarea
              label={t('reason')}
              rows={4}
              maxLength={maxStatementNote}
              data-autofocus
              {...form.getInputProps('reason')}
            />
          )}
          {kind === 'dispute' && (
            <NumberField
              label={t('disputedAmount')}
              description={t('disputedAmountHelp', { total: formatAmount(asked) })}
              unit="€"
              value={form.values.amount}
              error={textOf(form.errors.amount)}
              onChange={(amount) => form.setFieldValue('amount', amount)}
            />
          )}
          <Conflict error={action.error} onRefresh={onClose} />
          <div className={forms.foot}>
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={action.isPending} data-danger={kind === 'void' || undefined}>
              {t(kind)}
            </Button>
          </div>
          <ConfirmModal
            opened={isConfirming}
            onClose={() => setConfirming(false)}
            onConfirm={() => send(form.getTransformedValues())}
            title={
              kind === 'void'
                ? t('voidConfirm', { number, amount: formatAmount(asked) })
                : disputed === null
                  ? t('disputeConfirm', { number })
                  : t('disputeConfirmAmount', { number, amount: formatAmount(disputed) })
            }
            confirmLabel={t(kind)}
            danger={kind === 'void'}
            loading={action.isPending}
          >
            {t(kind === 'void' ? 'voidConsequence' : 'disputeConsequence')}
          </ConfirmModal>
        </form>
      )}
    </GuardedModal>
  );
}

/** The amount that an acknowledgement confirms, and how a dispute has changed it. */
function Confirmed({ statement }: { statement: StatementDetail }) {
  const { t } = useTranslation('statements');
  const { total, adjusted } = statement;
  const asked = askedBy(statement);
  const amount = formatAmount(Math.abs(asked));
  return (
    <>
      {t(asked < 0 ? 'confirmsCredit' : 'confirms', { amount })}
      {adjusted !== 0 &&
        ` ${t('confirmsAdjusted', { total: formatAmount(total), adjusted: formatAmount(adjusted) })}`}{' '}
      {t('acknowledgeText')}
    </>
  );
}

/** Errors of a form are nodes; a field of ours takes their text. */
export const textOf = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined);
