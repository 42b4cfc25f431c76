import type { LinkTarget, NeededJurisdiction, TicketCase, TicketType } from '@ludus/contract';

/** The facts that another screen knows of a case. */
export interface PreparedCase extends Partial<Omit<Extract<TicketCase, { type: 'reportBug' }>, 'type'>> {
  type: TicketType;
  jurisdiction?: NeededJurisdiction | undefined;
}

/** What another screen has written into a new ticket: its reporter reads, changes and sends it. */
export interface PreparedTicket {
  title: string;
  /** HTML of the tags that tickets may have. */
  description: string;
  integrationId: number;
  case?: PreparedCase;
  link?: LinkTarget;
}

let prepared: PreparedTicket | null = null;

/** Fills the form that is opened next. */
export function prepareTicket(ticket: PreparedTicket): void {
  prepared = ticket;
}

/** Takes what was prepared, once: a form that is opened later is empty. */
export function takePreparedTicket(): PreparedTicket | null {
  const ticket = prepared;
  prepared = null;
  return ticket;
}

/** The address of a new ticket about a game. */
export function newTicketHref(about: {
  type: TicketType;
  game?: number;
  integration?: number;
  jurisdiction?: string;
  /** What it is linked with, `incident:5`. */
  link?: string;
}): string {
  const search = new URLSearchParams(
    Object.entries(about).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return `/new-ticket?${search}`;
}
