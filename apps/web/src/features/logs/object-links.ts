import type { LogRow, RouteId } from '@ludus/contract';
import { renderValue } from '../../lib/messages.ts';
import { plainText } from './plain-text.ts';

/** Words of an entry's sentence that have a page. */
export interface ObjectLink {
  text: string;
  route: RouteId;
  href: string;
}

export type MayOpen = (route: RouteId) => boolean;

/** The links of a sentence, in no order: what it names, as far as that is still there and the reader may open it. */
export function objectLinks(row: LogRow, mayOpen: MayOpen): ObjectLink[] {
  return found(row).filter(({ text, route }) => text !== '' && mayOpen(route));
}

function found(row: LogRow): ObjectLink[] {
  const { action, relatedId, isGone, integrationId, requestId } = row;
  if (relatedId === null) return [];
  const id = encodeURIComponent(relatedId);
  const value = (name: string) => {
    const given = row.detail?.values[name];
    return given === undefined ? '' : plainText(String(renderValue(given)));
  };
  const own = (route: RouteId, text: string, href: string): ObjectLink[] =>
    isGone ? [] : [{ route, text, href }];
  const integration: ObjectLink[] =
    integrationId === null
      ? []
      : [{ route: 'integration', text: value('integration'), href: `/integration/${integrationId}` }];

  switch (row.logType.name) {
    case 'games': {
      const game = value('game') || value('name');
      if (requestId !== null) return [{ route: 'requests', text: game, href: `/requests?id=${requestId}` }];
      const cases: ObjectLink[] = action.endsWith('-rtp-case')
        ? [{ route: 'rtpMonitor', text: value('id'), href: `/rtp-monitor?view=cases&case=${value('id')}` }]
        : [];
      return [...cases, ...own('game', game, `/game/${id}`)];
    }
    case 'bets':
      return [...own('game', value('game'), `/game/${id}`), ...integration];
    case 'integrations': {
      const view = action.endsWith('conformance') ? '?view=conformance' : '';
      return own('integration', value('name') || value('integration'), `/integration/${id}${view}`);
    }
    case 'tickets':
      return own('ticket', `#${id}`, `/ticket/${id}`);
    case 'sessions':
      return own('session', value('session'), `/session/${id}`);
    case 'users':
      return own('users', value('username'), `/users?user=${id}`);
    case 'mailingList':
      return action === 'delete'
        ? []
        : own('mailingList', value('email'), `/mailing-list?search=${encodeURIComponent(value('email'))}`);
    case 'alerts':
      if (value('id') !== '') return own('alerts', `#${value('id')}`, `/alerts?incident=${id}`);
      return action === 'delete' ? [] : own('alerts', value('name'), '/alerts?tab=rules');
    case 'statements': {
      if (/^\d+$/.test(relatedId) && action !== 'save-recipient')
        return own('statements', value('number') || value('file'), `/statements?id=${id}`);
      const [of = ''] = relatedId.split('/');
      return own('statements', value('integration'), `/statements?tab=terms&integration=${of}`);
    }
    case 'periods': {
      const [of = '', month = ''] = relatedId.split('/');
      return own('periodClose', value('month'), `/period-close?integration=${of}&month=${month}`);
    }
    case 'outages':
      return own('status', value('integration'), `/status?outage=${id}`);
    case 'maintenances':
      return own('maintenances', value('day') || value('integration'), `/maintenances?id=${id}`);
    case 'approvals':
      return own('approvals', value('title'), `/approvals?id=${id}`);
    case 'viewAs':
      return integration;
    default:
      return [];
  }
}
