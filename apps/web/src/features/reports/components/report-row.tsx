// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are no table
// biome-ignore-all lint/a11y/useFocusableInteractive: the tree is one stop of the keyboard and names its active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the tree handles the keys of its active row

import type { Game } from '@ludus/contract';
import { IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { GameThumb, IntegrationChip } from '../../../components/display/entity-label.tsx';
import { MetricFigure } from '../../../components/display/metric-figure.tsx';
import { coverOf } from '../../../domain/game/games.ts';
import { explainsFor } from '../../../lib/explain.ts';
import type { FigureId } from '../columns.ts';
import { at, type Kind, kinds, nameOf, narrowedTo, type ReportTree } from '../tree.ts';
import styles from './report-tree.module.css';

interface ReportRowProps {
  id: string;
  tree: ReportTree;
  node: number;
  /** The game of the row; of other rows, and before games are known, nothing. */
  game: Game | undefined;
  row: number;
  top: number;
  position: number;
  siblings: number;
  /** Null where nothing is below. */
  expanded: boolean | null;
  active: boolean;
  pattern: RegExp | null;
  columns: readonly FigureId[];
  isPhone: boolean;
  /** The sub name of a game below its name, where names have little room. */
  isTight: boolean;
  onOpen: () => void;
  onTurn: () => void;
}

/** One integration, platform, operator or game. The keyboard is the tree's. */
export function ReportRow({ tree, node, game, ...props }: ReportRowProps) {
  const { t } = useTranslation('reports');
  const { expanded, isPhone } = props;
  const figures = tree.figures[node];
  const kind: Kind = kinds[at(tree.kind, node)] ?? 'game';
  const level = at(tree.level, node);
  const name = nameOf(tree, node);
  if (!figures) return null;
  return (
    <div
      id={props.id}
      role="row"
      className={`${styles.cells} ${styles.row}`}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.siblings}
      aria-rowindex={props.row + 2}
      aria-expanded={expanded ?? undefined}
      aria-selected={props.active}
      data-kind={kind}
      data-active={props.active || undefined}
      {...explainsFor(narrowedTo(tree, node))}
      data-opens={isPhone || undefined}
      data-clickable={isPhone || expanded !== null || undefined}
      style={{ transform: `translateY(${props.top}px)`, '--level': level - 1 } as CSSProperties}
      onClick={props.onOpen}
    >
      <div
        role="rowheader"
        className={styles.name}
        style={{
          paddingInlineStart: `calc(${isPhone ? (kind === 'game' ? 8 : 4) : 12}px + ${level - 1} * var(--step))`,
        }}
      >
        <span
          className={styles.chevron}
          aria-hidden="true"
          data-open={expanded || undefined}
          onClick={(event) => {
            if (expanded === null) return;
            event.stopPropagation();
            props.onTurn();
          }}
        >
          {expanded !== null && <IconChevronRight size={16} stroke={1.75} />}
        </span>
        {kind === 'integration' && !isPhone && <IntegrationChip name={name} number={at(tree.id, node)} />}
        {kind === 'game' && <GameThumb src={game && coverOf(game)} />}
        <span className={props.isTight && game?.sub_name ? styles.lines : 'hub-ellipsis'} title={name}>
          {game?.sub_name && isFoundIn([game.name, game.sub_name], name, props.pattern) ? (
            <>
              <span>
                <Highlighted text={game.name} pattern={props.pattern} />
              </span>{' '}
              <span className={styles.sub}>
                <Highlighted text={game.sub_name} pattern={props.pattern} />
              </span>
            </>
          ) : (
            <Highlighted text={name} pattern={props.pattern} />
          )}
        </span>
        {kind === 'platform' && <span className={styles.kind}>{t('kind.platform')}</span>}
      </div>
      {props.columns.map((id, place) => (
        <div key={id} role="gridcell" className={styles.figure}>
          <MetricFigure
            greenDue
            metric={id}
            value={figures[id]}
            // On a phone the one beside the name is the figure of its row.
            strong={isPhone ? place === 0 : kind === 'integration'}
          />
        </div>
      ))}
    </div>
  );
}

/** Whether the parts of a name show what was found in it; a search for the dash between them is shown in the whole name. */
const isFoundIn = (parts: readonly string[], name: string, pattern: RegExp | null) =>
  !pattern?.test(name) || parts.some((part) => pattern.test(part));

/** A name with the part that was searched for marked. */
function Highlighted({ text, pattern }: { text: string; pattern: RegExp | null }) {
  const found = pattern?.exec(text);
  if (!found) return text;
  const end = found.index + found[0].length;
  return (
    <>
      {text.slice(0, found.index)}
      <mark className={styles.mark}>{found[0]}</mark>
      {text.slice(end)}
    </>
  );
}
