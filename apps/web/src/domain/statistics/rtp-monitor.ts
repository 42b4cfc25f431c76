import { getRtpMonitor, getRtpOfGame } from '@ludus/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { queryFor } from '../../lib/api/index.ts';
import { withSignedAddresses } from '../../lib/signed-addresses.ts';

/** Every game with its verdict; as played at one integration where it is given. */
export const rtpMonitorQuery = (integrationId: number | undefined) => ({
  ...queryFor(getRtpMonitor, { query: integrationId === undefined ? {} : { integrationId } }),
  placeholderData: keepPreviousData,
});

/** One game by integration, with the days of one of them or of all. */
export const rtpOfGameQuery = (gameId: number, integrationId: number | undefined) => ({
  ...queryFor(getRtpOfGame, {
    params: { gameId },
    query: integrationId === undefined ? {} : { integrationId },
  }),
  ...withSignedAddresses,
  placeholderData: keepPreviousData,
});
