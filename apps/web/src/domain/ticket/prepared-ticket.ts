/** What another screen has written into a new ticket: its reporter reads, changes and sends it. */
export interface PreparedTicket {
  title: string;
  /** HTML of the tags that tickets may have. */
  description: string;
  integrationId: number;
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
