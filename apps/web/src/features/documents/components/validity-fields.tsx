import { type DocumentType, documentTypes } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/form/day-input.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import type { TypedDay } from '../../../lib/days.ts';
import styles from './documents.module.css';

interface ValidityFieldsProps {
  type: DocumentType | null;
  onType: (type: DocumentType | null) => void;
  validUntil: TypedDay;
  onValidUntil: (day: TypedDay) => void;
  /** What is wrong with the end. */
  error?: string | undefined;
  disabled?: boolean;
}

/** What a document is, and until when it holds. */
export function ValidityFields(props: ValidityFieldsProps) {
  const { type, onType, validUntil, onValidUntil, error, disabled } = props;
  const { t } = useTranslation('documents');
  return (
    <div className={styles.pair}>
      <MultiPicker
        single
        label={t('type')}
        placeholder={t('noType')}
        disabled={disabled}
        options={documentTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        value={type === null ? [] : [type]}
        onChange={([value]) => onType(documentTypes.find((one) => one === value) ?? null)}
      />
      <DayInput
        label={t('validUntil')}
        placeholder={t('noEnd')}
        disabled={disabled}
        value={validUntil}
        onChange={onValidUntil}
        error={error}
      />
    </div>
  );
}
