import {
  type DocumentLanguage,
  type DocumentType,
  documentLanguages,
  documentTypes,
  type Jurisdiction,
  jurisdictionName,
  jurisdictions,
} from '@ludus/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/form/day-input.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { isInvalidDay, type TypedDay } from '../../../lib/days.ts';
import { languageName, readerLanguage } from '../../../lib/language-names.ts';
import styles from './documents.module.css';

/** What a document is, where and until when it holds. */
export interface DocumentFacts {
  type: DocumentType | null;
  jurisdiction: Jurisdiction | null;
  language: DocumentLanguage | null;
  version: string;
  validFrom: TypedDay;
  validUntil: TypedDay;
}

export const noFacts: DocumentFacts = {
  type: null,
  jurisdiction: null,
  language: null,
  version: '',
  validFrom: null,
  validUntil: null,
};

/** Whether a day is none, which its field says, or the end lies before the beginning. */
export const hasWrongDays = ({ validFrom, validUntil }: Pick<DocumentFacts, 'validFrom' | 'validUntil'>) =>
  isInvalidDay(validFrom) || isInvalidDay(validUntil) || endsTooEarly({ validFrom, validUntil });

const endsTooEarly = ({ validFrom, validUntil }: Pick<DocumentFacts, 'validFrom' | 'validUntil'>) =>
  validFrom !== null && validUntil !== null && validFrom > validUntil;

interface ValidityFieldsProps {
  facts: DocumentFacts;
  onChange: (part: Partial<DocumentFacts>) => void;
  /** What the hub finds wrong. */
  errors?: Partial<Record<keyof DocumentFacts, string | undefined>>;
  disabled?: boolean;
  /** Where an empty last day does not mean that there is none: whether that was said. */
  noEnd?: { isSaid: boolean; onSay: (isSaid: boolean) => void } | undefined;
}

export function ValidityFields({ facts, onChange, errors = {}, disabled, noEnd }: ValidityFieldsProps) {
  const { t, i18n } = useTranslation('documents');
  const reader = readerLanguage(i18n.language);
  return (
    <>
      <div className={styles.pair}>
        <MultiPicker
          single
          label={t('type')}
          placeholder={t('noType')}
          disabled={disabled}
          options={documentTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
          value={facts.type === null ? [] : [facts.type]}
          onChange={([value]) => onChange({ type: documentTypes.find((one) => one === value) ?? null })}
        />
        <MultiPicker
          single
          label={t('jurisdiction')}
          placeholder={t('noJurisdiction')}
          disabled={disabled}
          options={jurisdictions.map((value) => ({ value, label: jurisdictionName(value, reader) }))}
          value={facts.jurisdiction === null ? [] : [facts.jurisdiction]}
          onChange={([value]) =>
            onChange({ jurisdiction: jurisdictions.find((one) => one === value) ?? null })
          }
        />
      </div>
      <DaysFields
        facts={facts}
        onChange={onChange}
        errors={errors}
        disabled={disabled}
        mustHaveEnd={noEnd?.isSaid === false}
      />
      {noEnd && (
        <Checkbox
          label={t('hasNoEnd')}
          disabled={disabled ?? false}
          checked={noEnd.isSaid}
          onChange={({ currentTarget }) => noEnd.onSay(currentTarget.checked)}
        />
      )}
      <div className={styles.pair}>
        <MultiPicker
          single
          label={t('language')}
          placeholder={t('noLanguage')}
          disabled={disabled}
          options={documentLanguages.map((value) => ({ value, label: languageName(value, reader) }))}
          value={facts.language === null ? [] : [facts.language]}
          onChange={([value]) =>
            onChange({ language: documentLanguages.find((one) => one === value) ?? null })
          }
        />
        <VersionField facts={facts} onChange={onChange} errors={errors} disabled={disabled} />
      </div>
    </>
  );
}

type PartProps = Omit<ValidityFieldsProps, 'facts' | 'noEnd'>;

/** The first and the last day, beside each other. */
export function DaysFields({
  facts,
  onChange,
  errors = {},
  disabled,
  mustHaveEnd = false,
}: PartProps & {
  facts: Pick<DocumentFacts, 'validFrom' | 'validUntil'>;
  /** An empty last day does not mean that there is none. */
  mustHaveEnd?: boolean;
}) {
  const { t } = useTranslation('documents');
  return (
    <div className={styles.pair}>
      <DayInput
        label={t('validFrom')}
        placeholder={t('noStart')}
        disabled={disabled}
        value={facts.validFrom}
        onChange={(validFrom) => onChange({ validFrom })}
        error={errors.validFrom}
      />
      <DayInput
        label={t('validUntil')}
        {...(mustHaveEnd ? {} : { placeholder: t('noEnd') })}
        disabled={disabled}
        value={facts.validUntil}
        onChange={(validUntil) => onChange({ validUntil })}
        error={errors.validUntil ?? (endsTooEarly(facts) ? t('endsTooEarly') : undefined)}
      />
    </div>
  );
}

export function VersionField({
  facts,
  onChange,
  errors = {},
  disabled,
}: PartProps & { facts: Pick<DocumentFacts, 'version'> }) {
  const { t } = useTranslation('documents');
  return (
    <TextInput
      label={t('version')}
      placeholder={t('noVersion')}
      maxLength={40}
      disabled={disabled ?? false}
      value={facts.version}
      onChange={(event) => onChange({ version: event.currentTarget.value })}
      error={errors.version}
    />
  );
}
