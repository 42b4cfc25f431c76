import type { LogRow } from '@ludus/contract';
import { Fragment, type ReactNode } from 'react';
import { InternalLink } from '../../../components/internal-link.tsx';
import { descriptionOf } from '../description.ts';
import type { ObjectLink } from '../object-links.ts';
import styles from './log-description.module.css';

interface LogDescriptionProps {
  row: LogRow;
  /** Of words in the sentence. */
  links?: readonly ObjectLink[] | undefined;
}

/** The sentence of an entry with its links, and with the subtitle of its game as other screens have it. */
export function LogDescription({ row, links = [] }: LogDescriptionProps) {
  const text = descriptionOf(row);
  const game = gameOf(row);
  const marked = [...links, ...(game === null ? [] : [{ text: game.label, href: null }])]
    .map((mark) => ({ ...mark, at: text.indexOf(mark.text) }))
    .filter(({ at }) => at !== -1)
    .sort((a, b) => a.at - b.at);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { text: words, href, at } of marked) {
    // A link of the game comes before its subtitle alone, at the same place.
    if (at < end) continue;
    const shown =
      words === game?.label ? (
        <>
          {game.name} <span className={styles.subtitle}>{game.subtitle}</span>
        </>
      ) : (
        words
      );
    parts.push(
      text.slice(end, at),
      <Fragment key={at}>
        {href === null ? (
          shown
        ) : (
          // Not the row, which opens the entry.
          <InternalLink className={styles.link} href={href} onClick={(event) => event.stopPropagation()}>
            {shown}
          </InternalLink>
        )}
      </Fragment>,
    );
    end = at + words.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
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
