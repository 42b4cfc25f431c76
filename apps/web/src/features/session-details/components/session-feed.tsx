import { Button, useComputedColorScheme } from '@mantine/core';
import { IconExternalLink, IconReload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { feedLinkQuery } from '../../../domain/session/sessions.ts';
import styles from './session-details.module.css';

interface FeedLook {
  scheme: 'dark' | 'light';
  language: string;
  /** In a frame beside the session, whose ids and game need no second mention. */
  isEmbedded: boolean;
}

/** The feed page in the theme and language of the hub, where the platform knows them. */
export function feedPageUrl(url: string, { scheme, language, isEmbedded }: FeedLook): string {
  const page = new URL(url);
  page.searchParams.set('theme', scheme);
  page.searchParams.set('lang', language.slice(0, 2));
  if (isEmbedded) page.searchParams.set('embed', 'true');
  return page.toString();
}

interface SessionFeedProps {
  sessionId: string;
  /** Below the name of the session: of its page, or of a panel on another one. */
  heading: 'h2' | 'h3';
  source: string;
  /** Rounds may still come. */
  isLive: boolean;
  /** What the hub knows of the session; the frame is loaded again when that changes. */
  version: string;
  /** Between the head and the frame: how the hub's figures differ. */
  notice: ReactNode;
}

/** As many as the highest frame shows; a lower one cuts them. */
const feedRows = 24;

/** The platform's own page of the session's transactions, in a frame. */
export function SessionFeed({
  sessionId,
  heading: Heading,
  source,
  isLive,
  version,
  notice,
}: SessionFeedProps) {
  const { t, i18n } = useTranslation('sessionDetails');
  const scheme = useComputedColorScheme('dark');
  const [loaded, setLoaded] = useState<string | null>(null);
  const feed = useQuery({
    ...feedLinkQuery(sessionId),
    retry: false,
  });
  const urlOf = (isEmbedded: boolean) =>
    feed.data ? feedPageUrl(feed.data.url, { scheme, language: i18n.language, isEmbedded }) : null;
  const url = urlOf(false);
  const frameUrl = urlOf(true);
  const frameKey = `${frameUrl} ${version}`;
  return (
    <section className={styles.feed} aria-label={t('transactions')}>
      <div className={styles.feedHead}>
        <Heading className={styles.feedTitle}>{t('transactions')}</Heading>
        <span className="hub-caption hub-ellipsis">
          {t(isLive ? 'feedOf' : 'feedFrom', { name: source })}
        </span>
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
      {notice}
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
          {loaded !== frameKey && (
            <div className={styles.feedRows} role="status" aria-label={t('feedLoading')}>
              {Array.from({ length: feedRows }, (_unused, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
                <SkeletonLine key={row} my={12} />
              ))}
            </div>
          )}
          {frameUrl && (
            <iframe
              key={frameKey}
              className={styles.frame}
              src={frameUrl}
              title={t('transactions')}
              sandbox="allow-scripts allow-same-origin"
              referrerPolicy="no-referrer"
              onLoad={() => setLoaded(frameKey)}
            />
          )}
        </div>
      </QueryView>
    </section>
  );
}
