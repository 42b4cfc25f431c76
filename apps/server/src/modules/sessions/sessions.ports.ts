import type { GameSummary, Session } from '@ludus/contract';

/** Names and faces of what sessions refer to. What is not known any more is absent from a map. */
export interface SessionCatalogue {
  findIntegrations(ids: readonly number[]): Promise<Map<number, { id: number; name: string }>>;
  findOperators(ids: readonly number[]): Promise<Map<number, { id: number; name: string }>>;
  findGames(ids: readonly number[]): Promise<Map<number, GameSummary>>;
  /** What the session box shows of an integration; null when it is gone. */
  findIntegrationDetail(id: number): Promise<Session['integration'] | null>;
}
