import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hubSearchQuery } from '../../domain/search/search.ts';
import { bestOf, type IdKind, recogniseId, scoreOf, soughtText } from './matching.ts';
import type { PaletteGroup, PaletteItem, PaletteSection } from './palette-item.ts';
import { useActions, useScreenActions } from './use-actions.tsx';
import { useFoundSections, useFurtherSection, useGameWays, useOwnTargets } from './use-targets.tsx';

const debounceMs = 120;
const shownPerGroup = 6;

/** Where an id of a kind is found: these groups come first when one was pasted. */
const groupsOf: Record<IdKind, readonly PaletteGroup[]> = {
  session: ['sessions'],
  hubSession: ['sessions'],
  externalSession: ['sessions'],
  externalTicket: ['sessions', 'tickets'],
  user: ['userSessions', 'sessions'],
  ticket: ['tickets'],
  email: ['people'],
};

export interface PaletteResults {
  sections: readonly PaletteSection[];
  recognised: IdKind | null;
  isSearching: boolean;
  hasFailed: boolean;
}

/** What the palette shows for a text: at once what the browser knows, a moment later what the server has found. */
export function usePaletteResults(typed: string): PaletteResults {
  const { t } = useTranslation('palette');
  const text = soughtText(typed);
  const [searched] = useDebouncedValue(text, debounceMs);
  const own = useOwnTargets();
  const actions = useActions();
  const onScreen = useScreenActions();
  const foundSections = useFoundSections();
  const furtherSection = useFurtherSection();
  const waysOf = useGameWays();
  const search = useQuery({
    ...hubSearchQuery(searched),
    enabled: searched !== '',
    staleTime: 5_000,
    retry: false,
  });
  const sectionOf = (
    group: 'recent' | 'onScreen' | 'screens' | 'actions' | 'games',
    items: PaletteItem[],
  ) => ({
    group,
    title: t(`groups.${group}`),
    items,
  });
  if (text === '') {
    const sections = [
      sectionOf('recent', own.recents.slice(0, shownPerGroup)),
      sectionOf('onScreen', onScreen),
      sectionOf('actions', actions),
      sectionOf('screens', own.screens),
    ];
    return {
      sections: sections.filter(({ items }) => items.length > 0),
      recognised: null,
      isSearching: false,
      hasFailed: false,
    };
  }
  const recognised = recogniseId(text);
  const first = recognised === null ? [] : groupsOf[recognised];
  const isCurrent = searched === text;
  const ranked: { section: PaletteSection; rank: number }[] = [];
  for (const [group, items] of [
    ['onScreen', onScreen],
    ['screens', own.screens],
    ['actions', actions],
    ['games', own.games],
  ] as const) {
    const best = bestOf(text, items, shownPerGroup);
    ranked.push({ section: sectionOf(group, best.items), rank: best.score });
  }
  for (const section of isCurrent && search.data ? foundSections(search.data, text) : []) {
    const isById = section.group === 'sessions' || section.group === 'userSessions';
    const byName = Math.max(...section.items.map(({ label, detail }) => scoreOf(text, label, detail)), 1);
    const rank = first.includes(section.group) ? 20 - first.indexOf(section.group) : isById ? 10 : byName;
    ranked.push({ section, rank });
  }
  const isSearching = !isCurrent || search.isPending;
  // Not before the server has replied: Enter would take it for what was meant. A player that was found is listed already.
  const isPlayer = ranked.some(({ section }) => section.group === 'userSessions');
  const further = isSearching || isPlayer ? null : furtherSection(text);
  const found = ranked
    .filter(({ section }) => section.items.length > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ section }) => section);
  // Of the game that is meant first, its ways stand beneath the games.
  const [top] = found[0]?.group === 'games' ? found[0].items : [];
  const ways = top && waysOf(top);
  if (ways) found.splice(1, 0, ways);
  return {
    sections: further === null ? found : [...found, further],
    recognised,
    isSearching,
    hasFailed: isCurrent && search.isError,
  };
}
