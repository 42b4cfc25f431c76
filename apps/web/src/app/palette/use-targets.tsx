import type { GameSummary, SearchResults, SessionRow } from '@ludus/contract';
import {
  IconBuildingStore,
  IconChartLine,
  IconHistory,
  IconLifebuoy,
  IconListDetails,
  IconPencil,
  IconPlugConnected,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import { SessionStatusDot } from '../../components/display/badge.tsx';
import { GameThumb, IntegrationChip } from '../../components/display/entity-label.tsx';
import { Amount } from '../../components/display/figure.tsx';
import { gamesWithCoversQuery } from '../../domain/game/games.ts';
import { isFun } from '../../domain/session/sessions.ts';
import { useUser } from '../../lib/auth/index.ts';
import { formatInstant } from '../../lib/format.ts';
import { usePersistent } from '../../lib/persistent-store.ts';
import { type EntryId, entryIcons } from '../shell/navigation.ts';
import styles from './palette.module.css';
import type { PaletteItem, PaletteSection } from './palette-item.ts';
import { type Recent, recents, remember } from './recents.ts';
import { useScreenName, useScreenWords } from './screen-name.ts';
import { screenLetters, screensFor } from './screens.ts';
import { useOpenTarget } from './targets.ts';
import { paletteIcon } from './use-actions.tsx';

const imageOf = (media: GameSummary['game_media'] | undefined) =>
  media?.find(({ isMainImage }) => isMainImage)?.url;

const parentIcons = {
  sessionsList: entryIcons.sessions,
  openSessions: entryIcons.sessions,
  quarantine: entryIcons.sessions,
  figures: entryIcons.reports,
};
const screenIcon = (id: string) =>
  entryIcons[id as EntryId] ?? parentIcons[id as keyof typeof parentIcons] ?? IconHistory;

const recentIcons = {
  game: entryIcons.catalog,
  session: entryIcons.sessions,
  player: IconUser,
  playerPage: IconUser,
  ticket: IconLifebuoy,
  integration: IconPlugConnected,
  operator: IconBuildingStore,
  person: IconUser,
};

/** Turns what can be opened into rows that remember that they were. Rows that the person may not open are left out. */
function useItemOf() {
  const { userId } = useUser();
  const openTarget = useOpenTarget();
  return (
    recent: Recent,
    row: Omit<PaletteItem, 'id' | 'label' | 'run' | 'detail'> & { idPrefix?: string },
  ) => {
    const open = openTarget(recent);
    if (open === null) return [];
    const { idPrefix = '', ...parts } = row;
    const item: PaletteItem = {
      ...parts,
      id: `${idPrefix}${recent.kind}.${recent.id}`,
      label: recent.label,
      detail: recent.detail,
      run: () => {
        remember(userId, recent);
        open();
      },
    };
    return [item];
  };
}

/** What the browser knows by itself: recents, screens and games. */
export function useOwnTargets(): Record<'recents' | 'screens' | 'games', PaletteItem[]> {
  const { t } = useTranslation('palette');
  const user = useUser();
  const router = useRouter();
  const itemOf = useItemOf();
  const nameOf = useScreenName();
  const wordsOf = useScreenWords();
  const games = useQuery(gamesWithCoversQuery());
  const gamesById = new Map(games.data?.rows.map((game) => [String(game.id), game]));
  const own = usePersistent(recents)[user.userId] ?? [];
  return {
    recents: own.flatMap((recent) => {
      if (recent.kind === 'screen') return [];
      const art =
        recent.kind === 'game' ? (
          <GameThumb src={imageOf(gamesById.get(recent.id)?.game_media)} />
        ) : (
          paletteIcon(recentIcons[recent.kind])
        );
      // Among other things a game without a subtitle says what it is; among games it would say it twice.
      const said = recent.kind === 'game' && recent.detail === '' ? { ...recent, detail: t('game') } : recent;
      return itemOf(said, { art, idPrefix: 'recent.' });
    }),
    screens: screensFor(user.roles, router.options.context.built).flatMap((screen) =>
      itemOf(
        { kind: 'screen', id: screen, label: nameOf(screen), detail: '' },
        {
          art: paletteIcon(screenIcon(screen)),
          keys: `g ${screenLetters[screen]}`,
          otherWords: wordsOf(screen),
        },
      ),
    ),
    games: (games.data?.rows ?? []).flatMap((game) =>
      itemOf(
        {
          kind: 'game',
          id: String(game.id),
          label: game.name,
          // That it is in the catalogue is nothing to say of a game.
          detail: [game.sub_name, game.isDev ? t('inDev') : !game.isCatalog && t('notInCatalog')]
            .filter(Boolean)
            .join(' · '),
        },
        {
          art: <GameThumb src={imageOf(game.game_media)} />,
          otherWords: `${game.sub_name ?? ''} ${game.slug}`,
        },
      ),
    ),
  };
}

/** Where else a game that was found leads; null where the person may go to none of it. */
export function useGameWays(): (game: PaletteItem) => PaletteSection | null {
  const { t } = useTranslation('palette');
  const router = useRouter();
  const { scopes } = useUser();
  return (game) => {
    const id = game.id.slice('game.'.length);
    const ways = [
      ['groups.sessions', 'sessions:read', IconListDetails, `/session-list?games=${id}`],
      ['gameWays.performance', 'statistics:read', IconChartLine, `/game/${id}?view=performance`],
      ['gameWays.edit', 'games:edit', IconPencil, `/editGame/${id}`],
    ] as const;
    const items = ways
      .filter(([, scope]) => scopes.has(scope))
      .map(([way, , Icon, href]) => ({
        id: `game.${way}.${id}`,
        label: t(way),
        art: paletteIcon(Icon),
        run: () => void router.navigate({ href }),
      }));
    return items.length === 0 ? null : { group: 'ofGame', title: game.label, items };
  };
}

/** What the server has found. */
export function useFoundSections(): (results: SearchResults, text: string) => PaletteSection[] {
  const { t } = useTranslation('palette');
  const { t: common } = useTranslation('common');
  const itemOf = useItemOf();
  const sessionItem = (row: SessionRow) =>
    itemOf(
      {
        kind: 'session',
        id: row.id,
        label: row.game.name,
        detail: [
          ...(isFun(row) ? [common('fun')] : []),
          row.integration.name,
          formatInstant(row.externalUpdatedAt, 'minutes'),
          row.sessionId,
        ].join(' · '),
      },
      { art: <GameThumb src={imageOf(row.game.game_media)} />, end: <SessionFigures row={row} /> },
    );
  return (results, text) => {
    const hasPlayer = results.userSessions.rows.length > 0;
    const sections: PaletteSection[] = [
      { group: 'sessions', title: t('groups.sessions'), items: results.sessions.rows.flatMap(sessionItem) },
      {
        group: 'userSessions',
        title: t('groups.userSessions', { user: text }),
        items: hasPlayer
          ? [
              ...itemOf(
                { kind: 'player', id: text, label: t('allOfUser', { user: text }), detail: '' },
                { art: paletteIcon(IconUser) },
              ),
              ...playersOf(results.userSessions.rows).flatMap(({ id, name, userId }) =>
                itemOf(
                  {
                    kind: 'playerPage',
                    id: `${id}/${userId}`,
                    label: t('user', { user: userId }),
                    detail: name,
                  },
                  { art: <IntegrationChip name={name} number={id} /> },
                ),
              ),
              ...results.userSessions.rows.flatMap(sessionItem),
            ]
          : [],
      },
      {
        group: 'tickets',
        title: t('groups.tickets'),
        items: results.tickets.rows.flatMap(({ id, title, integration }) =>
          itemOf(
            {
              kind: 'ticket',
              id: String(id),
              label: title,
              detail: [t('ticket', { id }), integration?.name].filter(Boolean).join(' · '),
            },
            { art: paletteIcon(IconLifebuoy) },
          ),
        ),
      },
      {
        group: 'integrations',
        title: t('groups.integrations'),
        items: results.integrations.rows.flatMap(({ id, name }) =>
          itemOf(
            { kind: 'integration', id: String(id), label: name, detail: t('integration') },
            { art: <IntegrationChip name={name} number={id} /> },
          ),
        ),
      },
      {
        group: 'operators',
        title: t('groups.operators'),
        items: results.operators.rows.flatMap(({ id, name, integration }) =>
          itemOf(
            {
              kind: 'operator',
              id: String(id),
              label: name,
              detail: `${integration.name} · ${t('sessionsOf')}`,
            },
            { art: paletteIcon(IconBuildingStore) },
          ),
        ),
      },
      {
        group: 'people',
        title: t('groups.people'),
        items: results.people.rows.flatMap(({ id, userId, username, email, integration }) =>
          itemOf(
            {
              kind: 'person',
              id: userId ?? `hub-${id}`,
              label: username,
              detail: [email, integration].filter(Boolean).join(' · '),
            },
            { art: paletteIcon(IconUser) },
          ),
        ),
      },
    ];
    return sections.filter(({ items }) => items.length > 0);
  };
}

/** The players of sessions, each integration's own. */
function playersOf(rows: readonly SessionRow[]) {
  const players = rows.map(({ integration, userId }) => ({ ...integration, userId }));
  return [...new Map(players.map((player) => [player.id, player])).values()];
}

/** State, gross win and bet, as rows on a phone show them. */
function SessionFigures({ row }: { row: SessionRow }) {
  const { t } = useTranslation('palette');
  return (
    <span className={styles.figures}>
      <span className={styles.gross}>
        <SessionStatusDot isOpen={row.isOpen} />
        <Amount value={row.grossWin} />
      </span>
      <span className={styles.bet}>
        <Trans t={t} i18nKey="bet" components={{ amount: <Amount value={row.bet} /> }} />
      </span>
    </span>
  );
}

/** What is left to try when a text may be the id of a player, which is only found whole. */
export function useFurtherSection(): (text: string) => PaletteSection | null {
  const { t } = useTranslation('palette');
  const openTarget = useOpenTarget();
  return (text) => {
    const run = openTarget({ kind: 'player', id: text });
    if (run === null) return null;
    const item: PaletteItem = {
      id: 'further.user',
      label: t('searchUser', { user: text }),
      detail: t('searchUserDetail'),
      art: paletteIcon(IconUser),
      run,
    };
    return { group: 'further', title: t('groups.further'), items: [item] };
  };
}
