/** Writes what an evaluation has found: states, incidents with their timelines, and who is notified. */
import { type Message, messageOf } from '@ludus/contract';
import { minuteText } from '../../infra/clock/index.ts';
import type { Tx } from '../../infra/postgres/index.ts';
import type { References } from '../integrations/index.ts';
import type { MuteSpan } from './alerts.evaluation.ts';
import {
  type AlertResult,
  type IncidentChange,
  type IncidentTurn,
  leadOf,
  planIncidents,
} from './alerts.incidents.ts';
import {
  findOpenIncidents,
  insertEvent,
  insertIncident,
  savePart,
  saveState,
  updateIncident,
} from './alerts.repo.ts';
import { figureMessage, titleMessage } from './alerts.texts.ts';

/** An incident that people are notified of. */
export interface NotifiedIncident {
  id: number;
  turn: 'opened' | 'worse' | 'closed';
  title: Message;
  figure: Message;
  parts: number;
  since: Date;
  change: IncidentChange;
}

/** Notifies people and webhooks in the transaction of the change, and returns what the timeline says of it. */
export type NotifyIncident = (tx: Tx, incident: NotifiedIncident) => Promise<Message[]>;

export interface ApplyOptions {
  now: Date;
  spans: readonly MuteSpan[];
  references: References;
  notifyOf: NotifyIncident;
}

const isMutedBy = (span: MuteSpan, integrationId: number, from: Date, to: Date) =>
  span.integrationId === integrationId && span.from < to && from < span.until;

/** Returns how many incidents have changed, and how many of them are new. */
export async function applyResults(
  tx: Tx,
  results: readonly AlertResult[],
  { now, spans, references, notifyOf }: ApplyOptions,
): Promise<{ changed: number; opened: number }> {
  for (const { rule, was, is, ...entity } of results)
    if (was !== is) await saveState(tx, rule.key, entity, is);
  const incidents = await findOpenIncidents(tx);
  const changes = planIncidents(results, incidents, (integrationId, from, to) =>
    spans.some((span) => isMutedBy(span, integrationId, from, to)),
  );
  for (const change of changes) await applyChange(tx, change, { now, spans, references, notifyOf });
  return { changed: changes.length, opened: changes.filter(({ incident }) => incident === null).length };
}

async function applyChange(
  tx: Tx,
  change: IncidentChange,
  { now, spans, references, notifyOf }: ApplyOptions,
): Promise<void> {
  const { incident, kind, cause, ruleName, integrationId, isMuted, isNotified, notifiedDeviation } = change;
  const id =
    incident?.id ??
    (await insertIncident(tx, {
      kind,
      cause,
      ruleName,
      integrationId,
      openedAt: now,
      isMuted,
      isNotified,
      notifiedDeviation,
    }));
  for (const result of [...change.opened, ...change.kept])
    await savePart(tx, id, result, { openedAt: now, closedAt: null });
  for (const result of change.closed) await savePart(tx, id, result, { openedAt: now, closedAt: now });
  if (incident !== null)
    await updateIncident(tx, id, {
      is_muted: isMuted && !change.isClosed,
      is_told: isNotified,
      told_deviation: notifiedDeviation,
      ...(change.isClosed ? { closed_at: now } : {}),
    });
  const figure = leadFigure(change);
  const title = titleMessage(
    kind,
    ruleName,
    integrationId === 0 ? null : (references.integrations.get(integrationId)?.name ?? `#${integrationId}`),
  );
  for (const turn of change.turns) {
    await insertEvent(tx, id, { at: now, kind: turn, detail: turnMessage(turn, change, figure, spans, now) });
    const isHeard = turn === 'opened' || turn === 'worse' || (turn === 'closed' && isNotified);
    if (!isHeard || isMuted) continue;
    const parts = (incident?.openParts.size ?? 0) + change.opened.length - change.closed.length;
    const said = await notifyOf(tx, {
      id,
      turn,
      title,
      figure,
      parts,
      since: incident?.openedAt ?? now,
      change,
    });
    for (const detail of said) await insertEvent(tx, id, { at: now, kind: 'notified', detail });
  }
}

function leadFigure(change: IncidentChange): Message {
  const shown = [change.opened, change.kept, change.closed].find((list) => list.length > 0) ?? [];
  const lead = leadOf(
    shown.map(({ rule, measurement }) => ({
      kind: rule.kind,
      level: rule.config.level,
      metric: rule.config.metric,
      ...measurement,
    })),
  );
  return lead === undefined ? messageOf('alerts.figureNone') : figureMessage(lead);
}

function turnMessage(
  turn: IncidentTurn,
  { opened, closed, integrationId }: IncidentChange,
  figure: Message,
  spans: readonly MuteSpan[],
  now: Date,
): Message {
  switch (turn) {
    case 'opened':
      return figure;
    case 'worse':
      return opened.length === 0 ? figure : messageOf('alerts.partsAdded', { count: opened.length, figure });
    case 'better':
      return closed.length === 0 ? figure : messageOf('alerts.partsOver', { count: closed.length, figure });
    case 'muted': {
      const span = spans.find((one) => one.integrationId === integrationId && one.from < now);
      return span === undefined ? figure : messageOf('alerts.mutedUntil', span.text);
    }
    case 'unmuted':
      return messageOf('alerts.muteOver', { figure });
    case 'closed':
      return messageOf('alerts.closedItself');
  }
}

/** The sentences of a notification. */
export function notificationTexts({ turn, title, figure, parts, since }: NotifiedIncident) {
  const text =
    turn === 'closed'
      ? messageOf('alerts.incidentOver', { since: minuteText(since) })
      : messageOf('alerts.incidentText', { figure, count: Math.max(parts, 1) });
  return {
    title: turn === 'closed' ? messageOf('alerts.titleOver', { title }) : title,
    description: text,
    mailBody:
      turn === 'closed' ? [text] : [text, messageOf('alerts.incidentSince', { since: minuteText(since) })],
  };
}
