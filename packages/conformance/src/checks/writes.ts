import {
  type MaintenanceNotice,
  maintenanceReceiptSchema,
  platformBetsSchema,
  platformEndpoints,
  platformSessionSchema,
  platformUrls,
} from '@ludus/contract/operator-api';
import { type Check, type Checks, unknownSession } from '../check.ts';
import { iso } from '../days.ts';
import { parseJson, Skipped } from '../probe.ts';
import { expectBets, somePlaces } from './directory.ts';

/** Sets the bets that a game has already: what is refused has to be, and what is taken changes nothing. */
const bets: Check = async (context) => {
  const { client, probe } = context;
  let isDone = false;
  for (const { operatorCode, gameSlug } of await somePlaces(context)) {
    const url = platformUrls.bets(client.url('gaming'), operatorCode, gameSlug);
    const read = await client.call(platformEndpoints.getBets, url);
    const current = platformBetsSchema.safeParse(parseJson(read.response?.text ?? '')).data;
    const [lowest] = current?.bets ?? [];
    if (current === undefined || lowest === undefined) continue;
    const put = (list: unknown) => client.call(platformEndpoints.changeBets, url, { body: { bets: list } });
    if (!current.canChangeBets) {
      probe.expectRefusal(await put(current.bets), [409]);
      continue;
    }
    if (isDone) continue;
    isDone = true;
    for (let time = 0; time < 2; time++) {
      const reply = await put(current.bets);
      const now = expectBets(probe, reply);
      if (now !== null && now.join() !== current.bets.join())
        probe.fail(
          'differs',
          { what: 'bets', expected: current.bets.join(', '), found: now.join(', ') },
          reply.request,
        );
    }
    const wrong = [[], [lowest, lowest], ['10'], [0.5], 'all'];
    if (current.minFactor > 1) wrong.push([current.minFactor + 1]);
    for (const list of wrong) probe.expectRefusal(await put(list), [422, 400]);
    const again = await client.call(platformEndpoints.getBets, url);
    const kept = expectBets(probe, again);
    if (kept !== null && kept.join() !== current.bets.join())
      probe.fail(
        'differs',
        { what: 'bets', expected: current.bets.join(', '), found: kept.join(', ') },
        again.request,
      );
  }
  if (!isDone && !probe.hasFailed) throw new Skipped('nothingToChange');
};

/** Closes nothing but a session that was named for it. */
const close: Check = async ({ client, evidence, probe }) => {
  const send = (id: string) =>
    client.call(platformEndpoints.closeSession, platformUrls.closeSession(client.url('data'), id));
  probe.expectRefusal(await send(unknownSession), [404]);
  const closed = (await evidence.settledRows()).find(({ isOpen }) => !isOpen);
  if (closed !== undefined) probe.expectRefusal(await send(closed.sessionId), [409]);
  const { closeSession } = client.options;
  if (closeSession === null) {
    probe.note('noSessionToClose');
    return;
  }
  const reply = await send(closeSession);
  const now = probe.expectJson(reply, platformSessionSchema);
  if (now === null) return;
  if (now.sessionId !== closeSession || now.isOpen)
    probe.fail('differs', { what: 'isOpen', expected: 'false', found: String(now.isOpen) }, reply.request);
  probe.expectRefusal(await send(closeSession), [409]);
};

/** A notice that says what it is, sent twice: the second replaces the first. */
const maintenance: Check = async ({ client, evidence, probe }) => {
  const url = platformUrls.maintenances(client.url('play'));
  const notice: MaintenanceNotice = {
    id: 'conformance-check',
    description: 'Conformance check of the operator API. There is no maintenance.',
    severity: 'low',
    startsAt: iso(evidence.now + 24 * 3_600_000),
  };
  for (let time = 0; time < 2; time++) {
    const reply = await client.call(platformEndpoints.sendMaintenance, url, { body: notice });
    const receipt = probe.expectJson(reply, maintenanceReceiptSchema);
    if (receipt !== null && receipt.id !== notice.id)
      probe.fail('differs', { what: 'id', expected: notice.id, found: receipt.id }, reply.request);
  }
  for (const wrong of [
    { ...notice, startsAt: 'tomorrow' },
    { ...notice, description: '' },
    { id: notice.id },
  ]) {
    const reply = await client.call(platformEndpoints.sendMaintenance, url, { body: wrong });
    probe.expectRefusal(reply, [422, 400]);
  }
};

export const writeChecks = {
  'write-bets': bets,
  'write-close': close,
  'write-maintenance': maintenance,
} satisfies Checks;
