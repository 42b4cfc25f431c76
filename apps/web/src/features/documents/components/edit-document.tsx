import { type Certificate, documentChange } from '@ludus/contract';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Modal } from '../../../components/modal.tsx';
import { useEditDocument } from '../../../domain/integration/edit-document.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import styles from './documents.module.css';
import { type DocumentFacts, ValidityFields } from './validity-fields.tsx';

/** What is said of a document; the file itself stays. */
export function EditDocument({ document, onClose }: { document: Certificate; onClose: () => void }) {
  const { t } = useTranslation('documents');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const { name, type, jurisdiction, language, version, validFrom, validUntil } = document;
  const initialValues: DocumentFacts & { name: string } = {
    name,
    type,
    jurisdiction,
    language,
    version: version ?? '',
    validFrom,
    validUntil,
  };
  const form = useSchemaForm({
    initialValues,
    toBody: (values) => ({ ...values, version: values.version.trim() || null }),
    schema: documentChange,
  });
  const { mutate, isPending, isError } = useEditDocument(document.id, onClose);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('edit', { name })}
      fullScreen={isNarrow}
      size={520}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <form
        className={styles.form}
        {...form.bind((body) => mutate(body, { onError: (error) => void form.refuse(error) }))}
      >
        <TextInput label={t('name')} maxLength={200} data-autofocus {...form.getInputProps('name')} />
        <ValidityFields
          facts={form.values}
          onChange={(part) => form.setValues(part)}
          errors={form.errors as Partial<Record<keyof DocumentFacts, string>>}
        />
        <div className={styles.formFoot}>
          {isError && (
            <span className={styles.failed} role="alert">
              {t('notSaved')}
            </span>
          )}
          <Button variant="default" className={styles.first} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
