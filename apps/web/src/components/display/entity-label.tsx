import { type ReactNode, useEffect, useState } from 'react';
import { seriesVariable } from '../../theme/tokens.ts';
import { Mark } from './brand-mark.tsx';
import styles from './entity-label.module.css';

interface IntegrationChipProps {
  name: string;
  /** The integration's number for life: it decides the colour everywhere. */
  number: number;
  size?: number;
}

/** An integration's initial in a ring of its own colour, as the edge of a gaming chip. */
export function IntegrationChip({ name, number, size = 18 }: IntegrationChipProps) {
  return (
    <span
      className={styles.chip}
      style={{ width: size, height: size, fontSize: size * 0.5 }}
      aria-hidden="true"
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle
          cx={10}
          cy={10}
          r={8.6}
          fill="none"
          stroke={seriesVariable(number)}
          strokeWidth={2.4}
          // Eight dashes around: the circumference is 54.04.
          strokeDasharray="4.9 1.855"
          transform="rotate(-18 10 10)"
        />
      </svg>
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}

interface IntegrationNameProps extends IntegrationChipProps {
  /** A second line of something else, in a list of two lines a row. */
  beneath?: ReactNode;
}

/** An integration is always its chip and its name. */
export function IntegrationName({ name, number, size, beneath }: IntegrationNameProps) {
  return (
    <span className={styles.named}>
      <IntegrationChip name={name} number={number} size={size} />
      <span className="hub-ellipsis" title={name}>
        {name}
        {beneath !== undefined && (
          <span className={styles.sub} data-beneath>
            {beneath}
          </span>
        )}
      </span>
    </span>
  );
}

interface GameThumbProps {
  /** Address of the main image; without one, or when it fails to load, the mark stands in. */
  src: string | null | undefined;
  width?: number;
  height?: number;
  radius?: number;
}

export function GameThumb({ src, width = 22, height = 26, radius = 4 }: GameThumbProps) {
  const [isBroken, setBroken] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture gets another try
  useEffect(() => setBroken(false), [src]);
  return (
    <span className={styles.thumb} style={{ width, height, borderRadius: radius }} aria-hidden="true">
      {src && !isBroken ? (
        <img
          src={src}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
        />
      ) : (
        <Mark size={Math.max(10, Math.round(Math.min(width, height) * 0.5))} />
      )}
    </span>
  );
}

interface GameNameProps {
  name: string;
  subName?: string | null;
  src: string | null | undefined;
  /** In two, the rest of its name stands beneath. */
  lines?: 1 | 2;
  /** A second line of something else, in a list of two lines a row. */
  beneath?: ReactNode;
}

/** A game is always its thumb, 22 by 26, and its name. */
export function GameName({ name, subName, src, lines = 1, beneath }: GameNameProps) {
  const full = subName ? `${name} ${subName}` : name;
  return (
    <span className={styles.named}>
      <GameThumb src={src} />
      <span className="hub-ellipsis" title={full}>
        {name}
        {subName ? (
          <span className={styles.sub} data-beneath={lines === 2 || undefined}>
            {' '}
            {subName}
          </span>
        ) : null}
        {beneath !== undefined && (
          <span className={styles.sub} data-beneath>
            {beneath}
          </span>
        )}
      </span>
    </span>
  );
}

/** Two letters of a user name: `g.ferraris` is GF. */
export function initialsOf(username: string): string {
  const words = username.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => word.charAt(0)) : [(words[0] ?? '?').slice(0, 2)];
  return letters.join('').toUpperCase();
}

export function Avatar({ name, size = 22 }: { name: string; size?: number }) {
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

interface PersonNameProps {
  name: string;
  /** A second line: email, role. */
  sub?: ReactNode;
}

/** A person is always their initials and their user name. */
export function PersonName({ name, sub }: PersonNameProps) {
  return (
    <span className={styles.named}>
      <Avatar name={name} size={sub === undefined ? 22 : 28} />
      <span className={styles.person}>
        <span className="hub-ellipsis" title={name}>
          {name}
        </span>
        {sub !== undefined && <span className={`hub-ellipsis ${styles.personSub}`}>{sub}</span>}
      </span>
    </span>
  );
}
