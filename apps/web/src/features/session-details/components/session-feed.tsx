import { Button, Loader, useComputedColorScheme } from '@mantine/core';
import { IconExternalLink, IconReload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { feedLinkQuery } from '../../../domain/session/sessions.ts';
import styles from './session-details.module.css';

/** The feed page with the theme of the hub, where it knows one. */
export function themedFeedUrl(url: string, scheme: 'dark' | 'light'): string {
  const themed = new URL(url);
  themed.searchParams.set('theme', scheme);
  return themed.toString();
}

/** The platform's own page of the session's transactions, in a frame. */
export function SessionFeed({ sessionId, source }: { sessionId: string; source: string }) {
  const { t } = useTranslation('sessionDetails');
  const scheme = useComputedColorScheme('dark');
  const [loaded, setLoaded] = useState<string | null>(null);
  const feed = useQuery({
    ...feedLinkQuery(sessionId),
    retry: false,
  });
  const url = feed.data ? themedFeedUrl(feed.data.url, scheme) : null;
  return (
    <section className={styles.feed} aria-label={t('transactions')}>
      <div className={styles.feedHead}>
        <h3 className={styles.feedTitle}>{t('transactions')}</h3>
        <span className="hub-caption">{t('feedOf', { name: source })}</span>
        {url && (
          <Button
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            size="compact-sm"
            variant="subtle"
            aria-label={t('openFeed')}
            className={styles.feedOpen}
            rightSection={<IconExternalLink size={16} stroke={1.5} />}
          >
            {t('open')}
          </Button>
        )}
      </div>
      <QueryView
        query={feed}
        failure={
          <div className={styles.feedState} role="alert">
            <p>{t('feedFailed')}</p>
            <Button
              variant="default"
              onClick={() => void feed.refetch()}
              loading={feed.isFetching}
              leftSection={<IconReload size={16} stroke={1.5} />}
            >
              {t('tryAgain')}
            </Button>
          </div>
        }
      >
        <div className={styles.frameBox}>
          {loaded !== url && (
            <div className={styles.feedState} role="status" aria-label={t('feedLoading')}>
              <Loader size={20} />
            </div>
          )}
          {url && (
            <iframe
              key={url}
              className={styles.frame}
              src={url}
              title={t('transactions')}
              sandbox="allow-scripts allow-same-origin"
              referrerPolicy="no-referrer"
              onLoad={() => setLoaded(url)}
            />
          )}
        </div>
      </QueryView>
    </section>
  );
}
