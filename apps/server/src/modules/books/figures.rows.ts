import { addFigures, type FiguresRow } from './figures.types.ts';

/** What a row is of. */
type Place = Pick<
  FiguresRow,
  'bucket' | 'integrationId' | 'platformId' | 'operatorId' | 'gameId' | 'sessionType'
>;

/** Rows by the level of the cube they come from; 0 where the statement does not ask for several. */
export type RowsByLevel = Map<number, FiguresRow[]>;

const placeKey = ({ bucket, integrationId, platformId, operatorId, gameId, sessionType }: Place) =>
  `${bucket} ${integrationId} ${platformId} ${operatorId} ${gameId} ${sessionType}`;

/** Reads the keys of the row that begins at a place of the values; a report has many thousands of them. */
function keyReader(values: BigInt64Array, columns: readonly string[]) {
  const key = (name: string) => {
    const index = columns.indexOf(name);
    return (start: number) => (index < 0 ? 0 : Number(values[start + index]));
  };
  const [level, integration, operator, game] = [
    key('lvl'),
    key('integration_id'),
    key('operator_id'),
    key('game_id'),
  ];
  const [platform, type] = [key('platform_id'), key('session_type')];
  const hasPlatform = columns.includes('platform_id');
  return {
    level,
    place: (start: number): Place => ({
      bucket: Number(values[start]),
      integrationId: integration(start),
      operatorId: operator(start),
      gameId: game(start),
      sessionType: type(start) as 0 | 1 | 4,
      ...(hasPlatform ? { platformId: platform(start) } : undefined),
    }),
  };
}

/** The rows of a statement of sums, whose columns end with the sums and, where they are asked for, the players. */
export function readSums(values: BigInt64Array, columns: readonly string[]): RowsByLevel {
  const { level, place } = keyReader(values, columns);
  const firstSum = columns.indexOf('sessions');
  const players = columns.indexOf('players');
  const levels: RowsByLevel = new Map();
  for (let start = 0; start < values.length; start += columns.length) {
    const sum = (index: number) => values[start + firstSum + index] ?? 0n;
    const row = {
      ...place(start),
      sessions: sum(0),
      open: sum(1),
      idle: sum(2),
      openIdle: sum(3),
      bet: sum(4),
      win: sum(5),
      net: sum(6),
      due: sum(7),
      rounds: sum(8),
      players: players < 0 ? 0 : Number(values[start + players]),
    };
    const rows = levels.get(level(start));
    if (rows === undefined) levels.set(level(start), [row]);
    else rows.push(row);
  }
  return levels;
}

/** Puts the answer of a statement of players, whose last column they are, into the rows of the sums. */
export function putPlayers(levels: RowsByLevel, values: BigInt64Array, columns: readonly string[]): void {
  const { level, place } = keyReader(values, columns);
  const players = new Map<string, number>();
  for (let start = 0; start < values.length; start += columns.length) {
    const count = Number(values[start + columns.length - 1]);
    players.set(`${level(start)} ${placeKey(place(start))}`, count);
  }
  for (const [own, rows] of levels) {
    for (const row of rows) row.players = players.get(`${own} ${placeKey(row)}`) ?? 0;
  }
}

/** Adds the rows of all types together: the sums of both types. Their players are united, not added, by the engine. */
export function addAllTypes(rows: FiguresRow[]): void {
  const places = new Map<string, FiguresRow[]>();
  for (const row of rows) {
    const key = placeKey({ ...row, sessionType: 0 });
    places.set(key, [...(places.get(key) ?? []), row]);
  }
  for (const [first, ...others] of places.values()) {
    if (first) rows.push({ ...first, ...addFigures([first, ...others]), sessionType: 0, players: 0 });
  }
}
