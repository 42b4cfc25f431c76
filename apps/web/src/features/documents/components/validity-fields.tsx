import { type DocumentType, documentTypes } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/form/day-input.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import type { Day } from '../../../lib/days.ts';
import styles from './documents.module.css';

interface ValidityFieldsProps {
  type: DocumentType | null;
  onType: (type: DocumentType | null) => void;
  validUntil: Day | null;
  onValidUntil: (day: Day | null) => void;
  disabled?: boolean;
}

/** What a document is, and until when it holds. */
export function ValidityFields({ type, onType, validUntil, onValidUntil, disabled }: ValidityFieldsProps) {
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
      />
    </div>
  );
}
