import { useTranslation } from 'react-i18next';
import styles from './optional-label.module.css';

/** The label of a field that may stay empty; `isMany` where it names several things. Everything else in a form is required, and says nothing. */
export function OptionalLabel({ label, isMany = false }: { label: string; isMany?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <>
      {label} <i className={styles.optional}>{t(isMany ? 'optionalMany' : 'optional')}</i>
    </>
  );
}
