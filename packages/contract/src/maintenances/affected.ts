import { type Service, serviceNames } from '../integrations/schema.ts';
import { type Message, messageOf } from '../messages/message.ts';

/** The games that a sentence names; the rest are counted. */
const namedGames = 20;

/** Which services and games a maintenance affects, as its notice, its email and its calendar entry say; none is all of them. */
export function affectedMessage({
  services,
  games,
}: {
  services: readonly Service[];
  games: readonly { name: string }[];
}): Message {
  const all = messageOf('notifications.maintenanceAffectsAll');
  const names = games
    .slice(0, namedGames)
    .map(({ name }) => name)
    .join(', ');
  const more = games.length - namedGames;
  return messageOf('notifications.maintenanceAffects', {
    services: services.length === 0 ? all : services.map((service) => serviceNames[service]).join(', '),
    games:
      games.length === 0
        ? all
        : more > 0
          ? messageOf('notifications.documentsAndMore', { names, more })
          : names,
  });
}
