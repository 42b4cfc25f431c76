import { type Certificate, jurisdictionName, type Language, messageOf, routes } from '@ludus/contract';
import type { Tx } from '../../infra/postgres/index.ts';
import type { NotificationTexts, Notify } from '../notifications/index.ts';
import { findConcerned } from './certificates.coverage.repo.ts';

/** More names than these help no one. */
const namedGames = 5;

/**
 * Notifies the administrators of integrations of a certificate for games that are assigned to them, where they need one; `former` is the
 * one that it replaces, and `informed` are integrations that it concerned before. Documents of other types, and those of which no one
 * has said where they hold, concern no integration.
 */
export async function notifyOfCertificate(
  tx: Tx,
  notify: Notify,
  certificate: Certificate,
  { former, informed = [] }: { former?: Certificate; informed?: readonly number[] } = {},
): Promise<void> {
  for (const { integration_id, games } of await findConcerned(tx, certificate.id)) {
    if (informed.includes(integration_id)) continue;
    await notify(
      tx,
      { administratorsOf: [integration_id] },
      {
        severity: 1,
        path: `/certificates?id=${certificate.id}`,
        texts: textsOf(certificate, { games, former, language: 'en' }),
        textsIn: { it: textsOf(certificate, { games, former, language: 'it' }) },
        mail: true,
        // A whole portfolio is certified in one go.
        topic: { name: 'certificates', path: routes.certificates.path },
      },
    );
  }
}

function textsOf(
  { name, jurisdiction, validUntil }: Certificate,
  facts: { games: readonly string[]; former: Certificate | undefined; language: Language },
): NotificationTexts {
  const { games, former, language } = facts;
  const more = games.length - namedGames;
  const names = games.slice(0, namedGames).join(', ');
  const shared = {
    games: more > 0 ? messageOf('notifications.documentsAndMore', { names, more }) : names,
    place: jurisdictionName(jurisdiction ?? 'any', language),
  };
  return {
    title:
      former === undefined
        ? messageOf('notifications.certificateAdded', { name })
        : messageOf('notifications.certificateReplaced', { name, former: former.name }),
    description:
      validUntil === null
        ? messageOf('notifications.certificateCovers', shared)
        : messageOf('notifications.certificateCoversUntil', {
            ...shared,
            day: validUntil.split('-').reverse().join('/'),
          }),
  };
}
