import { maxStatementNote, type StatementDetail, type StatementPayment } from '@ludus/contract';
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/form/day-input.tsx';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { NumberField } from '../../../domain/game/form/number-field.tsx';
import { type StatementAction, useStatementAction } from '../../../domain/statement/statements.ts';
import { isInvalidDay, type TypedDay } from '../../../lib/days.ts';
import { formatAmount, formatDay, formatNumber, parseNumber } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { isAmount, sumOf } from '../statement-texts.tsx';
import { textOf } from './answer-modal.tsx';
import forms from './forms.module.css';
import { Conflict, GuardedModal, isConflict } from './parts.tsx';
import styles from './statements.module.css';

interface Draft {
  amount: string;
  receivedOn: TypedDay;
  reference: string;
  /** Whether more than is open is meant. */
  mayExceed: boolean;
}

/** Only what is in the integration's favour is paid out, with an amount below 0. */
const isPayable = (typed: number | null, open: number) =>
  isAmount(typed) || (isAmount(typed && -typed) && open < 0);

/** By how much a payment is more than is open, of the side that it is for; 0 where it is not. */
function excessOf(typed: number | null, open: number): number {
  if (typed === null || !isPayable(typed, open)) return 0;
  const left = typed < 0 ? sumOf(typed, -open) : sumOf(open, -typed);
  return Math.min(Math.abs(typed), Math.max(0, -left));
}

interface PaymentModalProps {
  statement: StatementDetail;
  onClose: () => void;
}

/** Records money that has arrived, or was paid out: first all that is open, today. */
export function PaymentModal({ statement, onClose }: PaymentModalProps) {
  const { t } = useTranslation('statements');
  const today = useToday();
  const { number, open, integration } = statement;
  const action = useStatementAction(statement.id);
  const form = useSchemaForm<Draft, StatementAction>({
    initialValues: {
      amount: open === 0 ? '' : formatNumber(open, 2, 2),
      receivedOn: today,
      reference: '',
      mayExceed: false,
    },
    toBody: ({ amount, receivedOn, reference }) => ({
      kind: 'pay',
      body: {
        amount: parseNumber(amount) ?? 0,
        receivedOn: receivedOn ?? '',
        reference: reference.trim(),
      },
    }),
    rules: ({ amount, receivedOn, mayExceed }) => ({
      ...(!isPayable(parseNumber(amount), open)
        ? { amount: t('noAmount') }
        : excessOf(parseNumber(amount), open) > 0 && !mayExceed
          ? { mayExceed: t('moreUnconfirmed') }
          : {}),
      ...(receivedOn === null || isInvalidDay(receivedOn)
        ? { receivedOn: t('noDay') }
        : receivedOn > today
          ? { receivedOn: t('futureDay') }
          : {}),
    }),
  });
  const typed = parseNumber(form.values.amount);
  const left = typed === null || !isPayable(typed, open) ? open : sumOf(open, -typed);
  const excess = excessOf(typed, open);
  const submit = form.bind((body) =>
    action.mutate(body, {
      onSuccess: () => {
        toast('success', t('paymentRecorded', { number }));
        onClose();
      },
      onError: (error) => {
        if (!form.refuse(error) && !isConflict(error)) toast('error', error.message, { error });
      },
    }),
  );
  return (
    <GuardedModal title={t('paymentTitle', { number })} mustAsk={form.isDirty} onClose={onClose}>
      {(close) => (
        <form {...submit} className={forms.form}>
          <NumberField
            label={t('amount')}
            description={t('leftOpen', { amount: formatAmount(left) })}
            unit="€"
            value={form.values.amount}
            error={textOf(form.errors.amount)}
            onChange={(amount) => {
              form.setFieldValue('amount', amount);
              form.setFieldValue('mayExceed', false);
            }}
          />
          {excess > 0 && (
            <Checkbox
              label={t('recordTooMuch', { excess: formatAmount(excess) })}
              description={t('tooMuchText', { integration: integration.name })}
              {...form.getInputProps('mayExceed', { type: 'checkbox' })}
            />
          )}
          <DayInput
            label={t('receivedOn')}
            value={form.values.receivedOn}
            error={textOf(form.errors.receivedOn)}
            onChange={(receivedOn) => form.setFieldValue('receivedOn', receivedOn)}
          />
          <TextInput
            label={<OptionalLabel label={t('reference')} />}
            aria-label={t('reference')}
            maxLength={140}
            autoComplete="off"
            {...form.getInputProps('reference')}
          />
          <Conflict error={action.error} onRefresh={onClose} />
          <div className={forms.foot}>
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={action.isPending}>
              {t('recordPayment')}
            </Button>
          </div>
        </form>
      )}
    </GuardedModal>
  );
}

interface ReverseModalProps {
  statementId: number;
  payment: StatementPayment;
  onClose: () => void;
}

/** Takes a payment back that was recorded by mistake; it stays in the list with its reason. */
export function ReverseModal({ statementId, payment, onClose }: ReverseModalProps) {
  const { t } = useTranslation('statements');
  const action = useStatementAction(statementId);
  const form = useSchemaForm<{ reason: string }, StatementAction>({
    initialValues: { reason: '' },
    toBody: ({ reason }) => ({ kind: 'reverse', paymentId: payment.id, body: { reason: reason.trim() } }),
    rules: ({ reason }) => (reason.trim().length < 3 ? { reason: t('reasonMissing') } : {}),
  });
  const submit = form.bind((body) =>
    action.mutate(body, {
      onSuccess: () => {
        toast('success', t('paymentReversed'));
        onClose();
      },
      onError: (error) => {
        if (!form.refuse(error) && !isConflict(error)) toast('error', error.message, { error });
      },
    }),
  );
  const values = { amount: formatAmount(payment.amount), day: formatDay(payment.receivedOn) };
  return (
    <GuardedModal title={t('reverseTitle', values)} mustAsk={form.isDirty} onClose={onClose}>
      {(close) => (
        <form {...submit} className={forms.form}>
          <p className={styles.help}>{t('reverseText')}</p>
          <Textarea
            label={t('reason')}
            rows={3}
            maxLength={maxStatementNote}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Conflict error={action.error} onRefresh={onClose} />
          <div className={forms.foot}>
            <Button variant="default" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={action.isPending} data-danger>
              {t('reverse')}
            </Button>
          </div>
        </form>
      )}
    </GuardedModal>
  );
}
