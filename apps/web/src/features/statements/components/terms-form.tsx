import { type SettlementTerms, type StoredTerms, settlementTerms, shareBases } from '@ludus/contract';
import { Button, Select, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../components/form/optional-label.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useIsHeld } from '../../../domain/approval/use-is-held.ts';
import { NumberField } from '../../../domain/game/form/number-field.tsx';
import { useDeleteTerms, useSaveTerms } from '../../../domain/statement/statements.ts';
import { addMonths } from '../../../lib/days.ts';
import { toast } from '../../../lib/toast.tsx';
import { useToday } from '../../../lib/use-today.ts';
import { monthName } from '../statement-texts.tsx';
import { draftOf, rulesOf, type TermsDraft, termsOf } from '../terms-draft.ts';
import { textOf } from './answer-modal.tsx';
import forms from './forms.module.css';
import { Conflict, isConflict, isHeld, PageGuard } from './parts.tsx';
import styles from './statements.module.css';
import { TiersEditor } from './tiers-editor.tsx';
import { WorkedExample } from './worked-example.tsx';

interface TermsFormProps {
  integrationId: number;
  /** Null to add some. */
  terms: StoredTerms | null;
  /** What new ones begin as. */
  latest: StoredTerms | undefined;
  onClose: () => void;
}

const monthsAround = { before: 24, after: 12 };

/** Months that terms may begin with, the latest first. */
function monthsTo(today: string, own: string): string[] {
  const first = `${today.slice(0, 7)}-01`;
  const months = Array.from({ length: monthsAround.before + monthsAround.after + 1 }, (_unused, index) =>
    addMonths(first, monthsAround.after - index).slice(0, 7),
  );
  return months.includes(own) ? months : [...months, own].sort().reverse();
}

/** Terms from a month on, with what they would make of the last closed month. */
export function TermsForm({ integrationId, terms, latest, onClose }: TermsFormProps) {
  const { t, i18n } = useTranslation('statements');
  const today = useToday();
  const form = useSchemaForm<TermsDraft, SettlementTerms>({
    initialValues: draftOf(terms ?? latest, terms?.fromMonth ?? today.slice(0, 7)),
    toBody: termsOf,
    schema: settlementTerms,
    rules: (values) => rulesOf(values, t),
  });
  const { values, errors } = form;
  const fields = useRef<HTMLFieldSetElement>(null);
  // What has opened the form may be gone; a row keeps the keyboard.
  useEffect(() => {
    if (terms === null) fields.current?.focus();
  }, [terms]);
  const save = useSaveTerms(integrationId);
  const isLocked = terms?.isLocked ?? false;
  const { t: approval } = useTranslation('approval');
  const waits = useIsHeld('terms') && !isLocked;
  const title =
    terms === null ? t('addTerms') : t('termsFrom', { month: monthName(terms.fromMonth, i18n.language) });
  const leave = () => {
    form.resetDirty();
    onClose();
  };
  const submit = form.bind((body) =>
    save.mutate(body, {
      onSuccess: () => {
        toast('success', t('termsSaved', { month: monthName(body.fromMonth, i18n.language) }));
        leave();
      },
      onError: (error) => {
        if (isHeld(error)) leave();
        else if (!form.refuse(error) && !isConflict(error)) toast('error', error.message, { error });
      },
    }),
  );
  const number = (field: 'minimum' | 'vatRate' | 'paymentDays', unit: string, isWhole = false) => (
    <NumberField
      label={t(field)}
      unit={unit}
      whole={isWhole}
      value={values[field]}
      error={textOf(errors[field])}
      onChange={(text) => form.setFieldValue(field, text)}
    />
  );
  return (
    <form {...submit}>
      <PageGuard mustAsk={() => !isLocked && form.isDirty()} />
      <Panel title={title}>
        <div className={forms.withExample}>
          {/* One that is locked is shown as it is: nothing in it can be changed. */}
          <fieldset ref={fields} className={forms.form} disabled={isLocked} tabIndex={-1} aria-label={title}>
            {isLocked && (
              <p className={styles.conflict} role="note">
                {t('lockedWhy')}
              </p>
            )}
            <div className={forms.several}>
              <Select
                label={t('fromMonth')}
                allowDeselect={false}
                searchable
                disabled={terms !== null}
                data={monthsTo(today, values.fromMonth).map((month) => ({
                  value: month,
                  label: monthName(month, i18n.language),
                }))}
                {...form.getInputProps('fromMonth')}
              />
              <div>
                <div className="hub-label" style={{ marginBottom: 6 }}>
                  {t('base')}
                </div>
                <SegmentedSwitch
                  label={t('base')}
                  value={values.base}
                  disabled={isLocked}
                  onChange={(base) => form.setFieldValue('base', base)}
                  options={shareBases.map((value) => ({ value, label: t(`bases.${value}`) }))}
                  fullWidth
                />
              </div>
              {number('minimum', '€')}
              {number('vatRate', '%')}
              {number('paymentDays', t('dayUnit'), true)}
            </div>
            <div className={forms.tiersAndNote}>
              <TiersEditor
                tiers={values.tiers}
                error={textOf(errors.tiers)}
                disabled={isLocked}
                onChange={(tiers) => form.setFieldValue('tiers', tiers)}
              />
              <Textarea
                label={<OptionalLabel label={t('note')} />}
                aria-label={t('note')}
                rows={4}
                maxLength={500}
                {...form.getInputProps('note')}
              />
            </div>
          </fieldset>
          <WorkedExample integrationId={integrationId} draft={values} />
        </div>
        {waits && (
          <p className={styles.conflict} role="note">
            {approval('termsWait')}
          </p>
        )}
        <Conflict error={save.error} onRefresh={onClose} />
        <div className={forms.foot} data-apart>
          {terms !== null && !isLocked && (
            <DeleteTerms integrationId={integrationId} terms={terms} onDeleted={onClose} />
          )}
          <Button variant="default" onClick={onClose}>
            {t(isLocked ? 'hide' : 'cancel')}
          </Button>
          {!isLocked && (
            <Button type="submit" loading={save.isPending}>
              {waits ? approval('requestApproval') : t('saveTerms')}
            </Button>
          )}
        </div>
      </Panel>
    </form>
  );
}

interface DeleteTermsProps {
  integrationId: number;
  terms: StoredTerms;
  onDeleted: () => void;
}

function DeleteTerms({ integrationId, terms, onDeleted }: DeleteTermsProps) {
  const { t, i18n } = useTranslation('statements');
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteTerms(integrationId);
  const month = monthName(terms.fromMonth, i18n.language);
  return (
    <>
      <Button className={forms.remove} variant="default" data-danger onClick={() => setAsking(true)}>
        {t('deleteTerms')}
      </Button>
      <ConfirmModal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('deleteTermsTitle', { month })}
        confirmLabel={t('deleteTerms')}
        danger
        loading={remove.isPending}
        onConfirm={() =>
          remove.mutate(terms.fromMonth, {
            onSuccess: () => {
              toast('success', t('termsDeleted', { month }));
              onDeleted();
            },
            onError: (error) => {
              setAsking(false);
              if (isHeld(error)) onDeleted();
              toast('error', error.message, { error });
            },
          })
        }
      >
        {t('deleteTermsText')}
      </ConfirmModal>
    </>
  );
}
