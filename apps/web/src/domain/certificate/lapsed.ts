import { listLapsedCertificates, type QueryInput, type ResponseOf } from '@ludus/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../lib/api/index.ts';
import { useCan } from '../../lib/auth/index.ts';
import { useFirstScreenShown } from '../../lib/first-screen.ts';

/** A jurisdiction for which the certificate of a game has lapsed, with the integrations that need it. */
export type Lapsed = ResponseOf<typeof listLapsedCertificates>['rows'][number];

export type LapsedByGame = ReadonlyMap<number, readonly Lapsed[]>;

const none: readonly Lapsed[] = [];

/**
 * The games whose certificate has lapsed, of all that the person sees or of a part. Asked for after the first screen: no game waits
 * for its mark.
 */
export function useLapsed(
  query: QueryInput<typeof listLapsedCertificates> = {},
  isWanted = true,
): LapsedByGame {
  const maySee = useCan('games:documents');
  const isShown = useFirstScreenShown();
  const { data } = useQuery({
    ...queryFor(listLapsedCertificates, { query }),
    enabled: maySee && isShown && isWanted,
  });
  const rows = data?.rows ?? none;
  return useMemo(() => {
    const byGame = new Map<number, Lapsed[]>();
    for (const row of rows) {
      const known = byGame.get(row.gameId);
      if (known === undefined) byGame.set(row.gameId, [row]);
      else known.push(row);
    }
    return byGame;
  }, [rows]);
}
