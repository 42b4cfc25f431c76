import { type Game, type GameVisibility, type gameCategories, visibilityOf } from '@ludus/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IntegrationChip, IntegrationName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../../components/feedback/skeletons.tsx';
import { hint } from '../../../components/hint.ts';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { gameLinksQuery } from '../../../domain/game/games.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatInstant } from '../../../lib/format.ts';
import { useWasSeen } from '../use-was-seen.ts';
import facts from './game-facts.module.css';
import styles from './game-visibility.module.css';

/** More chips than this fill more than two rows of a phone. */
const chipsAtMost = 20;

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

/** For the provider: who has the game in a list of its catalogue, and, opened, in which list each has it or why in none. It is read once it is in sight. */
export function WhoSeesGame({ game }: { game: Game }) {
  const { t } = useTranslation('game');
  const [isOpen, setOpen] = useState(false);
  const { ref, wasSeen } = useWasSeen();
  const links = useQuery({ ...gameLinksQuery(game.id), enabled: isOpen || wasSeen });
  const integrations = useQuery({ ...integrationsQuery(), enabled: isOpen || wasSeen });
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
  const seeing = rows?.filter(({ visibility }) => visibility.list !== null);
  return (
    <Panel
      title={t('visibility.title')}
      coverage={rows && t('visibility.count', { count: seeing?.length ?? 0, all: rows.length })}
      actions={
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'visibility.hide' : 'visibility.show')}
        </Button>
      }
    >
      <div ref={ref}>{!isOpen && seeing && <Seeing rows={seeing} />}</div>
      {isOpen && (
        <QueryView query={links} compact>
          <QueryView query={integrations} compact>
            {rows?.some(({ visibility }) => visibility.hidden === 'notAssigned') && (
              <NotAssignedHelp gameId={game.id} />
            )}
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

/** What "not assigned" means, with the way to assign the game, or whom to ask. */
function NotAssignedHelp({ gameId }: { gameId: number }) {
  const { t } = useTranslation('game');
  const mayEdit = useCan('games:edit');
  return (
    <p className={`hub-caption ${styles.help}`}>
      {t('visibility.notAssignedHelp')}{' '}
      {mayEdit ? (
        <InternalLink href={`/games?panel=game&game=${gameId}`}>{t('visibility.assignHere')}</InternalLink>
      ) : (
        t('visibility.askToAssign')
      )}
    </p>
  );
}

/** Chips of those that see it, and how many more do. */
function Seeing({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('game');
  if (rows.length === 0) return <p className={styles.none}>{t('visibility.none')}</p>;
  const more = rows.length - chipsAtMost;
  return (
    <p className={styles.seeing}>
      {rows.slice(0, chipsAtMost).map(({ id, name }) => (
        <span key={id} {...hint(name)} role="img" aria-label={name} className={styles.chip}>
          <IntegrationChip name={name} number={id} size={24} />
        </span>
      ))}
      {more > 0 && <span className={styles.hidden}>{t('visibility.more', { count: more })}</span>}
    </p>
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
