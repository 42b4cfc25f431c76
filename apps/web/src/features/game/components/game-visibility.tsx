import { type Game, type GameVisibility, type gameCategories, visibilityOf } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { gameLinksQuery } from '../../../domain/game/games.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatInstant } from '../../../lib/format.ts';
import facts from './game-facts.module.css';
import styles from './game-visibility.module.css';

interface Row {
  id: number;
  name: string;
  visibility: GameVisibility;
  activeSince: string | null;
}

/** Those that see it come first, by the lists of their catalogue. */
const order = ['active', 'available', 'inDev'] as const satisfies readonly (typeof gameCategories)[number][];
const placeOf = ({ visibility }: Row) =>
  visibility.list === null ? order.length : order.indexOf(visibility.list);

/** For the provider: in which list of its catalogue each integration has the game, or why in none. It is read once it is wanted. */
export function WhoSeesGame({ game }: { game: Game }) {
  const { t } = useTranslation('game');
  const [isOpen, setOpen] = useState(false);
  const links = useQuery({ ...gameLinksQuery(game.id), enabled: isOpen });
  const integrations = useQuery({ ...integrationsQuery(), enabled: isOpen });
  const rows = useMemo<Row[] | undefined>(() => {
    if (!links.data || !integrations.data) return undefined;
    const { isCatalog, isDev } = links.data;
    const linked = new Map(links.data.integrations?.map((link) => [link.id, link.integration_games]));
    return integrations.data.rows
      .map(({ id, name }) => {
        const link = linked.get(id) ?? null;
        const visibility = visibilityOf({ isCatalog, isDev }, link);
        return { id, name, visibility, activeSince: link?.is_active ?? null };
      })
      .sort((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name));
  }, [links.data, integrations.data]);
  const seeing = rows?.filter(({ visibility }) => visibility.list !== null).length ?? 0;
  return (
    <Panel
      title={t('visibility.title')}
      coverage={rows && t('visibility.count', { count: seeing, all: rows.length })}
      actions={
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'visibility.hide' : 'visibility.show')}
        </Button>
      }
    >
      {isOpen && (
        <QueryView query={links} compact>
          <QueryView query={integrations} compact>
            {rows ? (
              <dl className={styles.list}>
                {rows.map((row) => (
                  <div key={row.id} className={facts.fact}>
                    <dt>
                      <IntegrationName name={row.name} number={row.id} />
                    </dt>
                    <dd>
                      <Seen row={row} />
                    </dd>
                  </div>
                ))}
              </dl>
            ) : (
              <SkeletonLine width="60%" />
            )}
          </QueryView>
        </QueryView>
      )}
    </Panel>
  );
}

function Seen({ row: { id, name, visibility, activeSince } }: { row: Row }) {
  const { t } = useTranslation('game');
  const mayEdit = useCan('games:edit');
  if (visibility.list === 'active')
    return activeSince === null
      ? t('category.active')
      : t('visibility.active', { date: formatInstant(activeSince, 'date') });
  if (visibility.list !== null) return t(`visibility.${visibility.list}`);
  const reason = t(`visibility.${visibility.hidden}`);
  // Only what is in the catalogue can be assigned.
  if (!mayEdit || visibility.hidden !== 'notAssigned') return <span className={styles.hidden}>{reason}</span>;
  return (
    <InternalLink
      href={`/games?integration=${id}`}
      aria-label={t('visibility.assign', { name, reason })}
      className={styles.hidden}
    >
      {reason}
    </InternalLink>
  );
}
