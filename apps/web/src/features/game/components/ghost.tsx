import { useTranslation } from 'react-i18next';
import styles from './ghost.module.css';

interface GhostProps {
  part: 'banner' | 'description' | 'gallery';
}

/** The place of a part that a game still being written lacks. */
export function Ghost({ part }: GhostProps) {
  const { t } = useTranslation('game');
  return (
    <div className={styles.ghost} data-part={part}>
      {t(`ghost.${part}`)}
    </div>
  );
}
