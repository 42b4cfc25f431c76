import {
  assetKinds,
  documentLanguages,
  jurisdictionName,
  neededJurisdictions,
  ticketTypes,
} from '@ludus/contract';
import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/form/day-input.tsx';
import { TimeInput } from '../../../components/form/time-input.tsx';
import { languageName, readerLanguage } from '../../../lib/language-names.ts';
import type { CaseValues } from '../case-values.ts';
import styles from './new-ticket.module.css';

interface CaseFieldsProps {
  values: CaseValues;
  errors: Partial<Record<string, ReactNode>>;
  disabled: boolean;
  onChange: (part: Partial<CaseValues>) => void;
}

type TextFact = 'playerSees' | 'question' | 'expected' | 'found' | 'screen' | 'address' | 'format';

/** What a ticket is about. */
export function TypeField({ values, disabled, onChange }: CaseFieldsProps) {
  const { t } = useTranslation('tickets');
  return (
    <Select
      label={t('type')}
      description={values.type === 'general' ? undefined : t(`typeHints.${values.type}`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={ticketTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
      value={values.type}
      allowDeselect={false}
      rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
      disabled={disabled}
      onChange={(type) => type && onChange({ type })}
    />
  );
}

const ofSessions = ['stuckSession', 'bigWin', 'reportBug'] as const;

/** The types that most tickets about a session are of, for whoever comes from one and has chosen none. */
export function SuggestedTypes({ disabled, onChange }: Pick<CaseFieldsProps, 'disabled' | 'onChange'>) {
  const { t } = useTranslation('tickets');
  return (
    <fieldset className={styles.suggested} disabled={disabled}>
      <legend className={styles.hint}>{t('suggestedTypes')}</legend>
      {ofSessions.map((type) => (
        <Button
          key={type}
          variant="default"
          size="xs"
          title={t(`typeHints.${type}`)}
          onClick={() => onChange({ type })}
        >
          {t(`types.${type}`)}
        </Button>
      ))}
    </fieldset>
  );
}

/** What support needs for the type of a ticket; nothing for a general one. */
export function CaseFields(props: CaseFieldsProps) {
  const { values, errors, disabled, onChange } = props;
  const { t, i18n } = useTranslation('tickets');
  const reader = readerLanguage(i18n.language);
  const field = (name: TextFact) => ({
    label: t(`facts.${name}`),
    value: values[name],
    error: errors[name],
    disabled,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const paragraph = (name: TextFact) => (
    <Textarea rows={3} resize="vertical" maxLength={2_000} {...field(name)} />
  );
  switch (values.type) {
    case 'general':
      return null;
    case 'stuckSession':
      return (
        <>
          <div className={styles.pair}>
            <DayInput
              label={t('facts.sinceDay')}
              value={values.sinceDay}
              error={typeof errors.sinceDay === 'string' ? errors.sinceDay : undefined}
              disabled={disabled}
              onChange={(sinceDay) => onChange({ sinceDay })}
            />
            <TimeInput
              label={t('facts.sinceTime')}
              value={values.sinceTime}
              disabled={disabled}
              onChange={(sinceTime) => onChange({ sinceTime })}
            />
          </div>
          {paragraph('playerSees')}
        </>
      );
    case 'bigWin':
      return (
        <>
          <NumberInput
            className={styles.short}
            label={t('facts.amount')}
            decimalScale={2}
            allowedDecimalSeparators={[',', '.']}
            allowNegative={false}
            max={1_000_000_000}
            hideControls
            value={values.amount}
            error={errors.amount}
            disabled={disabled}
            onChange={(amount) => onChange({ amount: amount === '' ? '' : Number(amount) })}
          />
          {paragraph('question')}
        </>
      );
    case 'reportBug':
      return (
        <>
          <div className={styles.pair}>
            <TextInput maxLength={200} {...field('screen')} />
            <TextInput maxLength={1_000} placeholder={t('addressExample')} {...field('address')} />
          </div>
          <div className={styles.pair}>
            {paragraph('expected')}
            {paragraph('found')}
          </div>
        </>
      );
    case 'asset':
      return (
        <div className={styles.pair}>
          <Select
            rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
            label={t('facts.asset')}
            placeholder={t('choose')}
            data={assetKinds.map((value) => ({ value, label: t(`assetKinds.${value}`) }))}
            allowDeselect={false}
            value={values.asset}
            error={errors.asset}
            disabled={disabled}
            onChange={(asset) => onChange({ asset })}
          />
          <TextInput maxLength={200} placeholder={t('formatExample')} {...field('format')} />
        </div>
      );
    case 'certificate':
      return (
        <div className={styles.pair}>
          <Select
            rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
            label={t('facts.jurisdiction')}
            placeholder={t('choose')}
            data={neededJurisdictions.map((value) => ({ value, label: jurisdictionName(value, reader) }))}
            allowDeselect={false}
            searchable
            value={values.jurisdiction}
            error={errors.jurisdiction}
            disabled={disabled}
            onChange={(jurisdiction) => onChange({ jurisdiction })}
          />
          <Select
            rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden="true" />}
            label={t('facts.language')}
            placeholder={t('choose')}
            data={documentLanguages.map((value) => ({ value, label: languageName(value, reader) }))}
            allowDeselect={false}
            searchable
            value={values.language}
            error={errors.language}
            disabled={disabled}
            onChange={(language) => onChange({ language })}
          />
        </div>
      );
  }
}
