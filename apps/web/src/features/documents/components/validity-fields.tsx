import { type DocumentType, documentTypes } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconCalendar, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { type Day, isDay } from '../../../lib/days.ts';
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
  const { t: common } = useTranslation('common');
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
      <DateInput
        label={t('validUntil')}
        placeholder={t('noEnd')}
        valueFormat="DD/MM/YYYY"
        dateParser={dayOf}
        disabled={disabled}
        value={validUntil}
        onChange={onValidUntil}
        leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden="true" />}
        leftSectionPointerEvents="none"
        rightSection={
          validUntil === null ? undefined : (
            <ActionIcon
              size="sm"
              disabled={disabled}
              aria-label={common('remove', { what: t('validUntil') })}
              onClick={() => onValidUntil(null)}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          )
        }
        popoverProps={{ withinPortal: true }}
      />
    </div>
  );
}

/** A typed day once it is whole: the framework would take its first digit for a month. */
function dayOf(text: string): Day | null {
  const [day = '', month = '', year = ''] = text.trim().split(/[/.-]/);
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : null;
}
