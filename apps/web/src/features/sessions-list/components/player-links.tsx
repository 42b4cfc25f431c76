import type { SessionRow } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { InternalLink } from '../../../components/internal-link.tsx';
import { playerHref } from '../../../domain/session/players.ts';
import styles from './list-table.module.css';

interface PlayerLinksProps {
  /** Of one user id, which means another player at each integration. */
  rows: readonly SessionRow[];
}

/** The pages of the players that a user id stands for: one at each integration that has sessions of it here. */
export function PlayerLinks({ rows }: PlayerLinksProps) {
  const { t } = useTranslation('sessionsList');
  const players = new Map(rows.map(({ integration, userId }) => [integration.id, { integration, userId }]));
  if (players.size === 0) return null;
  return (
    <p className={styles.players}>
      {[...players.values()].map(({ integration, userId }) => (
        <InternalLink key={integration.id} href={playerHref(integration.id, userId)}>
          {t('player', { user: userId, name: integration.name })}
        </InternalLink>
      ))}
    </p>
  );
}
