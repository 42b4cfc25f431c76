import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DotField } from '../components/display/brand-mark.tsx';
import styles from './centered-page.module.css';

/** All that an invalid user sees. */
export function LoginFailed({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation('shell');
  const title = t('failed.pageTitle');
  useEffect(() => {
    document.title = `${title} · Ludus Hub`;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <DotField kind="error" />
        <h1 className="hub-visually-hidden">{title}</h1>
        <p className={styles.cardText}>{t('failed.text')}</p>
        <div className={styles.cardActions}>
          <Button onClick={() => location.reload()}>{t('failed.tryAgain')}</Button>
          <Button variant="default" onClick={onLogout}>
            {t('failed.logout')}
          </Button>
        </div>
      </div>
    </main>
  );
}
