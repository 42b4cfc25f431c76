import type { TicketLinkKind } from './types.ts';

/** What a ticket can be linked with, by its kind and id. */
export interface LinkTarget {
  kind: TicketLinkKind;
  ref: string;
}

/** Where in the hub something is. */
export function linkHref({ kind, ref }: LinkTarget): string {
  const [integration = '', day = ''] = ref.split(':');
  return {
    session: `/session/${ref}`,
    game: `/game/${ref}`,
    outage: `/status?outage=${ref}`,
    incident: `/alerts?incident=${ref}`,
    difference: `/reconciliation?to=${day}&integration=${integration}&day=${day}`,
  }[kind];
}

/** What an address of the hub leads to, whole or as a path; null for one that leads to nothing that can be linked. */
export function linkOfAddress(text: string): LinkTarget | null {
  const url = URL.parse(text.trim(), 'https://hub.invalid');
  if (url === null || !/^(https?:\/\/|\/)/.test(text.trim())) return null;
  const { pathname, searchParams } = url;
  const game = /^\/game\/(\d+)\/?$/.exec(pathname)?.[1];
  if (game) return { kind: 'game', ref: game };
  const session = /^\/session\/([0-9a-f-]{36})\/?$/.exec(pathname)?.[1] ?? searchParams.get('session');
  if (session) return { kind: 'session', ref: session };
  const outage = pathname === '/status' && searchParams.get('outage');
  if (outage) return { kind: 'outage', ref: outage };
  const incident = pathname === '/alerts' && searchParams.get('incident');
  if (incident) return { kind: 'incident', ref: incident };
  const [integration, day] = [searchParams.get('integration'), searchParams.get('day')];
  if (pathname === '/reconciliation' && integration && day) {
    return { kind: 'difference', ref: `${integration}:${day}` };
  }
  return null;
}
