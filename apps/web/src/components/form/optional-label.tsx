import { useTranslation } from 'react-i18next';
import styles from './optional-label.module.css';

/** The label of a field that may stay empty. Everything else in a form is required, and says nothing. */
export function OptionalLabel({ label }: { label: string }) {
  const { t } = useTranslation('common');
  return (
    <>
      {label} <i className={styles.optional}>{t('optional')}</i>
    </>
  );
}
