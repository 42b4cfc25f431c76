/** The words of the metric dictionary. The formulas of the metrics in English are those of `contract/metrics`. */
import { metricFormulas } from '../metrics.ts';

export const figures = {
  formula: metricFormulas,
  unit: { euro: 'Amount in euro', ratio: 'Percent', count: 'Whole number' },
  source: {
    summed: 'Added up by the hub, session by session, as each platform reports them.',
    derived: 'Computed by the hub from sums over the same sessions.',
    counted: 'Counted by the hub.',
    platform: 'Each platform reports it per session; the hub only adds it up and does not compute it anew.',
  },
  rounding: {
    cents: 'Exact to the cent: sums are whole cents, and nothing is rounded.',
    ratio: 'Computed from exact sums; shown as a percentage with four decimals.',
    whole: 'A whole number; nothing is rounded.',
  },
  part: {
    open: 'Open sessions, with their totals so far: the figure may still change.',
    openOnly: 'Only sessions that the platform has not closed.',
    closedOnly: 'Only sessions that the platform has closed.',
    zeroRound: 'Sessions without rounds, which the sessions list hides at first.',
    midnight:
      'Sessions that were played past midnight, whole, on the day in Rome on which they were created.',
    corrections: 'Later corrections of a platform, in the period in which the session was created.',
    perIntegration: 'A user id at two integrations as two players: ids are known within an integration only.',
    fun: 'Fun sessions, unless the filter asks for them.',
    otherDays: 'What was played in the period in sessions that were created before it.',
    quarantined: 'Rows of a platform that are in quarantine, until they are taken.',
    notFetched: 'Sessions that have not been fetched yet: see “as of”.',
    noBet: 'Periods without bets: they have no RTP, which is not zero.',
  },
  since: 'Computed like this since version {{version}}, for all sessions, older ones included.',
} as const;
