import type { LogRow } from '@ludus/contract';
import { descriptionOf } from '../description.ts';
import styles from './log-description.module.css';

/** The sentence of an entry, with the subtitle of its game as other screens have it. */
export function LogDescription({ row }: { row: LogRow }) {
  const text = descriptionOf(row);
  const game = gameOf(row);
  const at = game === null ? -1 : text.indexOf(game.label);
  if (game === null || at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      {game.name} <span className={styles.subtitle}>{game.subtitle}</span>
      {text.slice(at + game.label.length)}
    </>
  );
}

/** A game of the message that has a subtitle: the server writes both as one, "name - subtitle". */
function gameOf({ detail, logType }: LogRow): { label: string; name: string; subtitle: string } | null {
  const label = detail?.values.game ?? (logType.name === 'games' ? detail?.values.name : undefined);
  if (typeof label !== 'string') return null;
  const [name = '', ...others] = label.split(' - ');
  return others.length === 1 ? { label, name, subtitle: others.join('') } : null;
}
