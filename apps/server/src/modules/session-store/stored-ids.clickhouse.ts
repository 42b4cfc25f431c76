import { totalmem } from 'node:os';
import type { ClickHouse } from '../../infra/clickhouse/index.ts';
import { idBytesOf, type ResolvedRow } from './conflict-resolution.ts';
import { SessionIdSet } from './session-id-set.ts';
import type { WriteState } from './session-writes.repo.ts';

/** How long rows of a write whose outcome is unknown are looked for; longer than `session_writes` names it. */
const unknownForMs = 20 * 60_000;
const idBytes = 16;
/** The rest of the memory is for the engine, PostgreSQL and queries. */
const defaultMaxBytes = totalmem() / 8;

interface KnownIds {
  ids: SessionIdSet;
  /** The latest write that is included. */
  latest: number;
  /** Writes whose rows may not all have been there, with the time after which none can appear. */
  unknown: Map<number, number>;
}

/**
 * The ids of all stored sessions of an integration, in the memory of this process, to distinguish new sessions from those that
 * are stored with another creation time. They are read when they are needed first, and again what others have written.
 * No id that is stored is ever missing: ids are added before they are written, within the turn of the integration.
 */
export interface StoredIds {
  /** Whether ids are in memory, so that reading them costs nothing. */
  isKnown(integrationId: number): boolean;
  /**
   * Returns the rows whose sessions may be stored, all others are not; null where the ids would take too much memory. Only within a
   * turn, with its state.
   */
  findPossible(
    integrationId: number,
    rows: readonly ResolvedRow[],
    state: WriteState,
  ): Promise<ResolvedRow[] | null>;
  /** Adds sessions that are about to be written. Only within a turn, once the write has its number. */
  add(integrationId: number, rows: Iterable<ResolvedRow>, state: WriteState, writeNumber: number): void;
}

export function createStoredIds(clickhouse: ClickHouse, maxBytes = defaultMaxBytes): StoredIds {
  /** Those that were used last are at the end. */
  const known = new Map<number, KnownIds>();

  async function countSessions(integrationId: number): Promise<number> {
    const [row] = await clickhouse.rows<{ count: string }>(
      'SELECT count() AS count FROM sessions_v1 WHERE integration_id = {integration:UInt16}',
      { label: 'session-store.ids.count', params: { integration: integrationId } },
    );
    return Number(row?.count ?? 0);
  }

  async function readInto(ids: SessionIdSet, integrationId: number, condition: string): Promise<void> {
    const chunks = clickhouse.stream(
      `SELECT id FROM sessions_v1 WHERE integration_id = {integration:UInt16} ${condition}`,
      {
        label: 'session-store.ids.read',
        params: { integration: integrationId },
        format: 'RowBinary',
        settings: { max_block_size: 16_384 },
      },
    );
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of chunks) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = bytes.length - (bytes.length % idBytes);
      // A UUID is two numbers of 64 bits with the low byte first, the higher number first.
      for (let at = 0; at < end; at += idBytes)
        ids.add(bytes.readUInt32LE(at + 4), bytes.readUInt16LE(at + 2));
      rest = bytes.subarray(end);
    }
    if (rest.length > 0) throw new Error('The ids end within an id');
  }

  function makeRoom(bytes: number): void {
    let used = bytes;
    for (const { ids } of known.values()) used += ids.bytes;
    for (const [integrationId, { ids }] of known) {
      if (used <= maxBytes) return;
      known.delete(integrationId);
      used -= ids.bytes;
    }
  }

  async function readAll(integrationId: number, state: WriteState): Promise<KnownIds | null> {
    const bytes = SessionIdSet.bytesOf(await countSessions(integrationId));
    if (bytes > maxBytes) return null;
    makeRoom(bytes);
    const ids = new SessionIdSet();
    await readInto(ids, integrationId, '');
    return { ids, latest: state.latest, unknown: untilOf(state.unknown) };
  }

  /** Adds what others have written since, and what may have appeared of writes with an unknown outcome. */
  async function readOn(integrationId: number, own: KnownIds, state: WriteState): Promise<void> {
    for (const [write, until] of untilOf(state.unknown)) {
      if (write > own.latest) own.unknown.set(write, until);
    }
    if (state.latest === own.latest && own.unknown.size === 0) return;
    const started = performance.now();
    const again = [...own.unknown.keys()];
    const others = again.length === 0 ? '' : `OR write_number IN (${again.join(', ')})`;
    await readInto(own.ids, integrationId, `AND (write_number > ${own.latest} ${others})`);
    own.latest = state.latest;
    for (const [write, until] of own.unknown) if (until < started) own.unknown.delete(write);
  }

  async function read(integrationId: number, state: WriteState): Promise<KnownIds | null> {
    const own = known.get(integrationId);
    known.delete(integrationId);
    // A PostgreSQL that was restored gives numbers of writes again.
    const isUsable = own !== undefined && own.latest <= state.latest;
    if (isUsable) await readOn(integrationId, own, state);
    const current = isUsable ? own : await readAll(integrationId, state);
    if (current !== null) known.set(integrationId, current);
    return current;
  }

  return {
    isKnown: (integrationId) => known.has(integrationId),

    async findPossible(integrationId, rows, state) {
      const current = await read(integrationId, state);
      if (current === null) return null;
      return rows.filter((row) => {
        const id = idBytesOf(integrationId, row);
        return current.ids.has(highBits(id), lowBits(id));
      });
    },

    add(integrationId, rows, state, writeNumber) {
      const own = known.get(integrationId);
      if (own === undefined) return;
      // Someone else has written since they were read: they are brought up to date when they are needed.
      const isCurrent = own.latest === state.latest;
      for (const row of rows) {
        const id = idBytesOf(integrationId, row);
        own.ids.add(highBits(id), lowBits(id));
      }
      if (isCurrent) own.latest = writeNumber;
      makeRoom(0);
    },
  };
}

const highBits = (id: string) =>
  ((id.charCodeAt(0) << 24) | (id.charCodeAt(1) << 16) | (id.charCodeAt(2) << 8) | id.charCodeAt(3)) >>> 0;

const lowBits = (id: string) => (id.charCodeAt(4) << 8) | id.charCodeAt(5);

const untilOf = (writes: readonly number[]) =>
  new Map(writes.map((write) => [write, performance.now() + unknownForMs]));
