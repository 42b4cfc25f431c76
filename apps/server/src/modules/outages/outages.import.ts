import { checksToClose, checksToOpen, type Message, type Service, services } from '@ludus/contract';
import type { Tx } from '../../infra/postgres/index.ts';
import { assumedEnd } from '../maintenances/index.ts';
import type { NotificationTexts } from '../notifications/index.ts';
import { outageTexts, severityOf } from './outages.announce.ts';
import { createCheckListener, dayOf, readMaintenances, touches } from './outages.checks.ts';
import {
  addToDays,
  deleteRuns,
  findOutage,
  lockServices,
  lockUntoldEvent,
  type RecipientRow,
  saveTold,
  updateOutage,
} from './outages.repo.ts';
import { sumByDay } from './outages.runs.ts';

type Told = Omit<RecipientRow, 'event_id'>;

/** An outage of the past, as the demo imports it. */
export interface PastOutage {
  integrationId: number;
  name: string;
  service: Service;
  reason: Message;
  /** When its first failed check was. */
  from: Date;
  minutes: number;
  openSessions: number;
  /** Notifies people of an event as of then, and returns who they were. */
  tell(event: { texts: NotificationTexts; severity: 2 | 3; path: string; at: Date }): Promise<Told[]>;
}

const roundMs = 60_000;

/** Opens and closes an outage by the rules of the checks: a round each minute, as if they had been made then. */
export async function enterPastOutage(tx: Tx, past: PastOutage): Promise<void> {
  const { integrationId, service, reason, from, minutes, name } = past;
  await lockServices(tx);
  // What the checks have seen within the first seconds is seen again with the next round.
  await deleteRuns(tx, integrationId);
  const announce = async (_tx: Tx, eventId: number) => {
    const event = await lockUntoldEvent(tx, eventId);
    const outage = event && (await findOutage(tx, event.outage_id));
    if (event === undefined || outage === undefined) return;
    if (event.kind === 'opened')
      await updateOutage(tx, outage.id, { open_sessions: past.openSessions, figures_as_of: from });
    const recipients = await past.tell({
      texts: outageTexts(event, outage, name).texts,
      severity: severityOf(event),
      path: `/status?integration=${integrationId}&outage=${outage.id}`,
      at: event.at,
    });
    await saveTold(tx, eventId, { notices: recipients.length, mails: 0, recipients });
  };
  const listen = createCheckListener({ announce, longestGapMs: 5 * roundMs });
  for (let round = -checksToOpen; round < minutes + checksToClose; round += 1) {
    const at = new Date(from.getTime() + round * roundMs);
    const isFailing = round >= 0 && round < minutes;
    const healthy = { gaming: 'healthy', data: 'healthy', play: 'healthy', launch: 'healthy' } as const;
    const check = {
      integration_id: integrationId,
      checked_at: at,
      ...healthy,
      ...(isFailing ? { [service]: 'failing' as const } : {}),
      reasons: isFailing ? { [service]: reason } : {},
      latencies: null,
    };
    await listen(tx, [check], at);
  }
}

/** Days of good checks before there were any, as the demo imports them: `without` is left out, for what was checked then. */
export async function enterGoodDays(
  tx: Tx,
  integrationId: number,
  { from, to, without }: { from: Date; to: Date; without?: { from: Date; to: Date } | undefined },
): Promise<void> {
  const parts =
    without === undefined
      ? [{ from, to }]
      : [
          { from, to: without.from },
          { from: without.to, to },
        ];
  const times = parts.map((part) => ({ ...part, kind: 'up' as const }));
  const maintenances = (await readMaintenances(tx, to, from)).filter(
    (one) => one.integrationId === integrationId,
  );
  const additions = services.flatMap((service) => {
    const spans = maintenances
      .filter((one) => touches(one, service))
      .map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? assumedEnd(startsAt) }));
    return [...sumByDay(times, spans, dayOf)].map(([day, sums]) => ({
      integrationId,
      service,
      day,
      checks: Math.floor((sums.up + sums.maintenance) / roundMs),
      failedChecks: 0,
      sums,
    }));
  });
  await addToDays(tx, additions);
}

/** What an imported outage was checked in, a round each minute. */
export const checkedAround = ({ from, minutes }: Pick<PastOutage, 'from' | 'minutes'>) => ({
  from: new Date(from.getTime() - checksToOpen * roundMs),
  to: new Date(from.getTime() + (minutes + checksToClose) * roundMs),
});
