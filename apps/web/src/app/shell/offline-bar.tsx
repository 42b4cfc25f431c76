import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isConnectionLost, watchConnection } from '../../lib/realtime.ts';
import { useIsOnline } from '../../lib/use-online.ts';
import styles from './offline-bar.module.css';

/** A shorter interruption, such as a restart behind a load balancer, is over before anyone could act on it. */
const shortestMs = 2_000;
/** Since the page was loaded; until then the socket may still be on its way. */
const settlingMs = 3_000;

/** Whether the hub has been out of reach for long enough to say so. */
function useIsHubAway(): boolean {
  const isLost = useSyncExternalStore(watchConnection, isConnectionLost);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const waitMs = Math.max(shortestMs, settlingMs - performance.now());
    const timer = setTimeout(() => setAway(true), waitMs);
    return () => {
      clearTimeout(timer);
      setAway(false);
    };
  }, [isLost]);
  return isLost && isAway;
}

/**
 * Says at the lower edge, for as long as it lasts, that there is no connection: at once when the browser knows that the device has
 * none, after a moment when only the hub does not respond.
 */
export function OfflineBar() {
  const { t } = useTranslation('shell');
  const isOnline = useIsOnline();
  const isHubAway = useIsHubAway();
  if (isOnline && !isHubAway) return null;
  return (
    <div className={styles.bar} role="status">
      <IconWifiOff size={16} stroke={1.75} aria-hidden="true" />
      {t(isOnline ? 'connectionLost' : 'offline')}
    </div>
  );
}
