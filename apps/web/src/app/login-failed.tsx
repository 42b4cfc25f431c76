import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { PipField } from '../components/pips.tsx';
import styles from './alone.module.css';

/** AUTH-08, AUTH-09: all that an invalid user sees. */
export function LoginFailed({ onLogout }: { onLogout: () => void }) {
  const { t } = useTranslation('shell');
  const title = t('failed.pageTitle');
  useEffect(() => {
    document.title = `${title} · Ludus Hub`;
  }, [title]);
  return (
    <main className={styles.alone}>
      <div className={styles.card}>
        <PipField kind="error" />
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
