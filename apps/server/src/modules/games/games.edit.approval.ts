import {
  type ChangeRow,
  type Game,
  type GameUpdate,
  gameLabel,
  messageOf,
  textMessage,
} from '@ludus/contract';
import { changesBetween } from '../../infra/audit/index.ts';
import type { ChangeDescription } from '../approvals/index.ts';
import type { LockedLink } from './games.edit.repo.ts';

/** The links that a save adds and takes away, by ids of integrations. */
export interface PlannedLinks {
  added: readonly number[];
  removed: readonly number[];
  before: readonly LockedLink[];
  /** Names of the integrations that are added or taken away. */
  names: ReadonlyMap<number, string>;
}

const longestText = 500;

/** What a save of a game changes, as those who approve it read it: who sees it, then its fields. */
export function describeGameChange(game: Game, body: GameUpdate, links: PlannedLinks): ChangeDescription {
  const visible = visibilityRows(gameLabel(game), links);
  return {
    subject: `game/${game.id}`,
    path: `/game/${game.id}`,
    title: messageOf('approvals.gameVisibility', { game: gameLabel(game) }),
    integrationId: null,
    rows: [...visible, ...fieldRows(game, body)],
    pairs: visible.length,
  };
}

function visibilityRows(game: string, { added, removed, before, names }: PlannedLinks): ChangeRow[] {
  const linked = new Set(before.map(({ integration_id }) => integration_id));
  const what = (id: number) =>
    messageOf('approvals.gameAt', { game, integration: names.get(id) ?? String(id) });
  const notVisible = messageOf('approvals.notVisible');
  const available = messageOf('approvals.available');
  return [
    ...added
      .filter((id) => !linked.has(id))
      .map((id) => ({ what: what(id), before: notVisible, after: available })),
    ...removed
      .filter((id) => linked.has(id))
      .map((id) => ({ what: what(id), before: available, after: notVisible })),
  ];
}

function fieldRows(game: Game, body: GameUpdate): ChangeRow[] {
  const known: Record<string, unknown> = { ...game };
  const sent = Object.entries(body).filter(
    ([field, value]) => field in known && field !== 'id' && field !== 'updatedAt' && value !== undefined,
  );
  const after = Object.fromEntries(sent.map(([field, value]) => [field, value === '' ? null : value]));
  const before = Object.fromEntries(
    Object.entries(known).map(([field, value]) => [field, value === '' ? null : value]),
  );
  return Object.entries(changesBetween(before, after)).map(([field, { old, new: value }]) => ({
    what: messageOf('approvals.gameField', { field }),
    before: textOf(old),
    after: textOf(value),
  }));
}

function textOf(value: unknown) {
  if (value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return textMessage(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}
