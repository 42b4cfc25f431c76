import type { Game } from '@ludus/contract';
import { ActionIcon } from '@mantine/core';
import { IconAlertCircle, IconX } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Volatility } from '../../../components/display/brand-mark.tsx';
import { Amount, Percent } from '../../../components/display/figure.tsx';
import { GamePicture, pictureOf } from '../../../components/display/game-picture.tsx';
import { formatNumber } from '../../../lib/format.ts';
import styles from './requested-game.module.css';

interface RequestedGameProps {
  game: Game;
  href: string;
  onOpen: () => void;
  onRemove: () => void;
  /** What was said when it was asked for in vain. */
  failure: string | undefined;
  disabled: boolean;
}

/** A percentage as it is stored: 96.19 is 96,19%. */
const percent = (points: number | null) => (
  <Percent value={points === null ? null : points / 100} decimals={2} missing="na" />
);

/** One game of the request with what decides about it; the link in its name covers the card. */
export function RequestedGame({ game, href, onOpen, onRemove, failure, disabled }: RequestedGameProps) {
  const { t } = useTranslation('review');
  const { t: common } = useTranslation('common');
  const maxWin = game.max_multiplier_win;
  const exposure = game.max_exposure_ratio;
  const facts: [string, ReactNode][] = [
    [t('fact.rtp'), percent(game.rtp)],
    [t('fact.hitRate'), percent(game.hit_frequency)],
    [t('fact.volatility'), <Volatility key="volatility" value={game.volatility} />],
    [t('fact.maxWin'), maxWin === null ? common('notAvailable') : `x${formatNumber(maxWin)}`],
    [t('fact.maxBet'), <Amount key="bet" value={game.max_bet} missing="na" />],
    [t('fact.maxExposure'), <Amount key="exposure" value={exposure} missing="na" />],
    // The names are the ones people gave: they are shown as they were written.
    ...Object.entries(game.propertiesData),
  ];
  return (
    <li className={styles.card} data-failed={failure !== undefined || undefined}>
      <span className={styles.art} aria-hidden="true">
        <GamePicture medium={pictureOf(game, 'main')} sizes="88px" markSize={24} />
      </span>
      <div className={styles.body}>
        <h2 className={styles.name}>
          <a
            className={styles.link}
            href={href}
            onClick={(event: MouseEvent) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              onOpen();
            }}
          >
            {game.name}
          </a>
        </h2>
        {game.sub_name && <p className={styles.sub}>{game.sub_name}</p>}
        {failure !== undefined && (
          <p className={styles.failure}>
            <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" /> {failure}
          </p>
        )}
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ActionIcon
        className={styles.remove}
        aria-label={common('remove', { what: game.name })}
        onClick={onRemove}
        disabled={disabled}
      >
        <IconX size={18} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}
