import type { Game } from '@ludus/contract';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ratingText, Volatility } from '../../../components/display/brand-mark.tsx';
import { Amount, Count, Percent } from '../../../components/display/figure.tsx';
import { hint } from '../../../components/hint.ts';
import { Panel } from '../../../components/layout/panel.tsx';
import { formatDayWith, formatNumber, PLACEHOLDER } from '../../../lib/format.ts';
import styles from './game-facts.module.css';

interface Fact {
  label: string;
  value: ReactNode;
}

const longDate: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };

interface GameFactsProps {
  game: Game;
  /** Of a game that is still being written: what is empty has a dash. */
  isPreview?: boolean;
}

/** Everything there is to know about a game, in two columns. */
export function GameFacts({ game, isPreview = false }: GameFactsProps) {
  const { t } = useTranslation('game');
  const facts = useFacts(game, isPreview);
  const half = Math.ceil(facts.length / 2);
  const { mobile, desktop } = game.supportedPlatforms;
  return (
    <Panel
      title={t('facts')}
      actions={
        <span className={styles.platforms}>
          {mobile && <Platform label={t('mobile')} icon={IconDeviceMobile} />}
          {desktop && <Platform label={t('desktop')} icon={IconDeviceDesktop} />}
        </span>
      }
    >
      <div className={styles.columns}>
        {[facts.slice(0, half), facts.slice(half)].map((part) => (
          <dl key={part[0]?.label} className={styles.facts}>
            {part.map(({ label, value }) => (
              <div key={label} className={styles.fact}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ))}
      </div>
    </Panel>
  );
}

function Platform({ label, icon: Icon }: { label: string; icon: typeof IconDeviceMobile }) {
  return (
    <span {...hint(label)} role="img" aria-label={label} className={styles.platform}>
      <Icon size={18} stroke={1.5} aria-hidden="true" />
    </span>
  );
}

/** Dots, and the number that the edit page has; a game without a rating has no number. */
function Rating({ value }: { value: number }) {
  return (
    <span className={styles.rating}>
      <Volatility value={value} />
      {value > 0 && <span aria-hidden="true">{ratingText(value)}</span>}
    </span>
  );
}

/** Names of custom fields that nearly every slot has, as people write them in English. */
const usualProperties = {
  'free spins': 'freeSpins',
  'bonus trigger': 'bonusTrigger',
  'bonus buy cost': 'bonusBuyCost',
  multiplier: 'multiplier',
  'special bets': 'specialBets',
  wheel: 'wheel',
  'straight-up payout': 'straightUp',
} as const;

function propertyLabel(name: string, t: TFunction<'game'>): string {
  const known = usualProperties[name.trim().toLowerCase() as keyof typeof usualProperties];
  return known === undefined ? name : t(`property.${known}`);
}

function useFacts(game: Game, isPreview: boolean): Fact[] {
  const { t, i18n } = useTranslation('game');
  const { t: common } = useTranslation('common');
  const missing = <span className={styles.missing}>{isPreview ? PLACEHOLDER : common('notAvailable')}</span>;
  const { release_date: day, max_multiplier_win: maxWin } = game;
  /** A percentage as it is stored: 96.19 is 96,19%. */
  const percent = (points: number | null) =>
    points === null ? missing : <Percent value={points / 100} decimals={2} />;
  const amount = (value: number | null) => (value === null ? missing : <Amount value={value} />);
  return [
    { label: t('fact.rtp'), value: percent(game.rtp) },
    {
      label: t('fact.volatility'),
      value: <Rating value={game.volatility} />,
    },
    {
      label: t('fact.hitFrequency'),
      value: percent(game.hit_frequency),
    },
    {
      label: t('fact.maxWin'),
      value: maxWin === null ? missing : `x${formatNumber(maxWin)}`,
    },
    { label: t('fact.minBet'), value: amount(game.min_bet) },
    { label: t('fact.maxBet'), value: amount(game.max_bet) },
    {
      label: t('fact.maxExposure'),
      value: amount(game.max_exposure),
    },
    // A roulette has none of these.
    ...(game.reels > 0 ? [{ label: t('fact.reels'), value: <Count value={game.reels} /> }] : []),
    ...(game.gameRows > 0 ? [{ label: t('fact.rows'), value: <Count value={game.gameRows} /> }] : []),
    // Only the provider is sent these.
    ...(typeof game.rtp_std_dev === 'number'
      ? [{ label: t('fact.stdDev'), value: `x${formatNumber(game.rtp_std_dev, 2, 2)}` }]
      : []),
    ...(game.rtp_since
      ? [{ label: t('fact.rtpSince'), value: formatDayWith(game.rtp_since, i18n.language, longDate) }]
      : []),
    ...(game.type === 'ROULETTE' ? [] : [{ label: t('fact.payMethod'), value: game.pay_method }]),
    ...(game.lines > 0 ? [{ label: t('fact.lines'), value: <Count value={game.lines} /> }] : []),
    { label: t('fact.buyBonus'), value: game.isBuyBonus ? t('yes') : t('no') },
    { label: t('fact.format'), value: game.format || missing },
    // The names are the ones people gave: usual ones have a word of each language, the others are shown as they were written.
    ...Object.entries(game.propertiesData).map(([name, value]) => ({ label: propertyLabel(name, t), value })),
    {
      label: t('fact.released'),
      value:
        day === null ? missing : <time dateTime={day}>{formatDayWith(day, i18n.language, longDate)}</time>,
    },
    {
      label: t('fact.slug'),
      value: game.slug ? (
        <span className={styles.slug}>
          <span className="hub-id">{game.slug}</span>
          <CopyButton
            value={game.slug}
            label={t('fact.slug')}
            success={t('copied')}
            failure={t('copyFailed')}
          />
        </span>
      ) : (
        missing
      ),
    },
  ];
}
