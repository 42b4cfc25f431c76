import type { IntegrationDetail } from '@ludus/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconPencil, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';
import { GameName } from '../../../components/display/entity-label.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { InternalLink } from '../../../components/internal-link.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { useLapsed } from '../../../domain/certificate/lapsed.ts';
import { LapsedMark } from '../../../domain/certificate/lapsed-mark.tsx';
import { gamesWithCoversQuery } from '../../../domain/game/games.ts';
import {
  hide,
  type Links,
  nothingPending,
  pendingCount,
  rebase,
  setNotified,
  show,
} from '../../../domain/game/pending-links.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { formatCount } from '../../../lib/format.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { type GameGroup, gameRows, hiddenGames, hiddenRows, reasonOf, type ShownGame } from '../game-rows.ts';
import type { ShownGames } from '../search.ts';
import { useSaveGames } from '../use-save-games.ts';
import { useThumbs } from '../use-thumbs.ts';
import { LongList } from './long-list.tsx';
import styles from './panels.module.css';
import { SeenOrNot } from './seen-or-not.tsx';

/** From so many on a list is searched rather than read. */
const glance = 10;

/** In pixels: the panel is as high as those of operators and users beside it, of seven rows each. */
const gamesHeight = 616;

interface GamesPanelProps {
  integration: IntegrationDetail;
  /** The games that it does not see, all or of one reason; what it sees when absent. */
  shown: ShownGames | undefined;
  onShown: (shown: ShownGames | undefined) => void;
}

/**
 * Games the integration plays and games it sees; on request those it does not see, each with the reason. Editing, what it sees may be taken away and what else the
 * catalogue has may be added; what it plays stays.
 */
export function GamesPanel({ integration, shown, onShown }: GamesPanelProps) {
  const { t } = useTranslation('integrations');
  const [isEditing, setEditing] = useState(false);
  const [chosen, setPending] = useState(nothingPending);
  const [text, setText] = useState('');
  const games = useQuery(gamesWithCoversQuery());
  const thumbs = useThumbs(games.data?.rows);
  const lapsed = useLapsed({ integrationId: integration.id });
  const wanted = useDeferredValue(text);
  const linked = integration.games;
  const catalogue = games.data?.rows;
  const links = useMemo<Links>(() => {
    const all = linked ?? [];
    const owned = new Set(all.filter((game) => game.integration_games.is_active).map(({ id }) => id));
    const visible = new Set(all.filter((game) => !game.integration_games.is_active).map(({ id }) => id));
    const addable = (catalogue ?? [])
      .filter(({ id, isCatalog }) => isCatalog && !owned.has(id) && !visible.has(id))
      .map(({ id }) => id);
    return { owned, visible, addable: new Set(addable) };
  }, [linked, catalogue]);
  // What someone else has done meanwhile is no longer to be done.
  const pending = useMemo(() => rebase(chosen, links), [chosen, links]);
  const hidden = useMemo(() => hiddenGames(catalogue ?? [], linked ?? []), [catalogue, linked]);
  const isHiddenShown = shown !== undefined && !isEditing;
  const mayEditGames = useCan('games:edit');
  const rows = useMemo(
    () =>
      isHiddenShown
        ? hiddenRows(hidden, wanted, reasonOf(shown))
        : gameRows(linked ?? [], isEditing ? (catalogue ?? []) : [], links, wanted),
    [linked, catalogue, isEditing, links, wanted, hidden, isHiddenShown, shown],
  );
  const close = () => {
    setEditing(false);
    setPending(nothingPending);
    setText('');
  };
  // The button that was pressed is gone: the keyboard goes on in the search, and the controls are in view.
  const search = useRef<HTMLInputElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isEditing) return;
    search.current?.focus();
    // Changes count only once they are saved: the button that does it is never out of sight.
    foot.current?.scrollIntoView({ block: 'nearest' });
  }, [isEditing]);
  const save = useSaveGames(integration, links, close);
  const count = pendingCount(pending);
  const total = links.owned.size + links.visible.size;
  const groupName = (group: GameGroup) =>
    group === 'notAssigned' || group === 'notInCatalog' ? t(`hiddenWhy.${group}`) : t(group);
  const groupSizes = useMemo(() => {
    const inDev = (linked ?? []).filter(({ isDev }) => isDev);
    const owned = inDev.filter(({ id }) => links.owned.has(id)).length;
    return {
      active: links.owned.size - owned,
      available: links.visible.size - (inDev.length - owned),
      inDev: inDev.length,
    };
  }, [linked, links]);

  return (
    <Panel
      title={t('games')}
      coverage={
        <span
          title={t(groupSizes.inDev > 0 ? 'gamesContextInDev' : 'gamesContext', {
            active: formatCount(groupSizes.active),
            available: formatCount(groupSizes.available),
            inDev: formatCount(groupSizes.inDev),
          })}
        >
          {t('gamesActiveOf', { active: formatCount(groupSizes.active), total: formatCount(total) })}
        </span>
      }
      flush
      actions={
        !isEditing && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={16} stroke={1.5} />}
            onClick={() => setEditing(true)}
          >
            {t('editGames')}
          </Button>
        )
      }
    >
      {!isEditing && (
        <div className={styles.search}>
          <SeenOrNot seen={total} hidden={games.data ? hidden : null} shown={shown} onShown={onShown} />
          {isHiddenShown && <QueryView query={games} text={t('serverError')} compact />}
        </div>
      )}
      {(isEditing || isHiddenShown || total > glance) && (
        <div className={styles.search}>
          <TextInput
            ref={search}
            aria-label={t('searchIn.games')}
            placeholder={t('searchIn.games')}
            value={text}
            leftSection={<IconSearch size={16} stroke={1.5} />}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      )}
      {save.isConflict && (
        <p className={styles.conflict} role="alert">
          {t('gamesConflict')}
        </p>
      )}
      {isEditing && <QueryView query={games} text={t('serverError')} compact />}
      <div inert={save.isPending}>
        <LongList
          label={t('games')}
          items={rows}
          maxHeight={gamesHeight}
          itemKey={(row) => row.key}
          render={(row) => {
            if (row.kind === 'heading') {
              return (
                <h3 className={styles.group}>
                  {groupName(row.group)} <small>{formatCount(row.count)}</small>
                  {(row.group === 'notAssigned' || row.group === 'notInCatalog') && (
                    <small className={styles.stays}>{t(`hiddenHelp.${row.group}`)}</small>
                  )}
                  {isEditing && row.group === 'active' && row.count > 0 && (
                    <small className={styles.stays} title={t('activeHint')}>
                      {t('activeStay')}
                    </small>
                  )}
                </h3>
              );
            }
            if (row.kind === 'empty') return <span className={styles.note}>{t('empty')}</span>;
            const lapsedIn = lapsed.get(row.game.id);
            return (
              <>
                <span className={styles.grow}>
                  <GameLink href={hrefOf(row, mayEditGames)}>
                    <GameName
                      name={row.game.name}
                      subName={row.game.sub_name}
                      src={thumbs.get(row.game.id)}
                    />
                  </GameLink>
                </span>
                {lapsedIn && <LapsedMark rows={lapsedIn} />}
                {row.hidden && <span className={styles.why}>{t(`hiddenWhy.${row.hidden}`)}</span>}
                <GameState
                  row={row}
                  isEditing={isEditing}
                  isRemoved={pending.remove.has(row.game.id)}
                  isNotified={pending.add.get(row.game.id)}
                  onShow={() => setPending(show(pending, [row.game.id], links))}
                  onHide={() => setPending(hide(pending, [row.game.id], links))}
                  onNotifiedChange={(isNotified) =>
                    setPending(setNotified(pending, [row.game.id], isNotified))
                  }
                />
              </>
            );
          }}
        />
      </div>
      {isEditing && (
        <div className={styles.foot} ref={foot}>
          <p role="status">
            {count === 0
              ? t('nothingChosen')
              : t('changes', {
                  added: formatCount(pending.add.size),
                  removed: formatCount(pending.remove.size),
                })}
          </p>
          <Button variant="default" onClick={close} disabled={save.isPending}>
            {t('cancel')}
          </Button>
          <Button
            variant="default"
            aria-label={`${t('save')} ${t('games')}`}
            onClick={() => save.start(pending)}
            disabled={count === 0}
            loading={save.isPending}
          >
            {t('save')}
          </Button>
        </div>
      )}
      <LeaveGuard
        mustAsk={() => count > 0 && !save.isPending}
        title={t('leaveGamesTitle')}
        stayLabel={t('stay')}
        leaveLabel={t('leave')}
      >
        {t('leaveGamesText', { name: integration.name })}
      </LeaveGuard>
    </Panel>
  );
}

/** Where a hidden game is looked at: on its page, or in its form where it is in no catalogue; null without a way there. */
function hrefOf({ hidden, game: { id } }: ShownGame, mayEdit: boolean): string | null {
  if (hidden === 'notAssigned') return `/game/${id}`;
  return hidden === 'notInCatalog' && mayEdit ? `/editGame/${id}` : null;
}

function GameLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? (
    children
  ) : (
    <InternalLink className={styles.game} href={href}>
      {children}
    </InternalLink>
  );
}

interface GameStateProps {
  row: ShownGame;
  isEditing: boolean;
  isRemoved: boolean;
  /** Whether people are notified; undefined while it is not added. */
  isNotified: boolean | undefined;
  onShow: () => void;
  onHide: () => void;
  onNotifiedChange: (isNotified: boolean) => void;
}

function GameState({
  row,
  isEditing,
  isRemoved,
  isNotified,
  onShow,
  onHide,
  onNotifiedChange,
}: GameStateProps) {
  const { t } = useTranslation('integrations');
  const size = useIsNarrow() ? 'sm' : 'xs';
  const name = row.game.name;
  const isActive = row.link === 'active';
  // Why it is not seen stands there already.
  if (row.hidden !== null) return null;
  // A row says what its heading does not.
  if (row.link === row.group && (isActive || !isEditing)) return null;
  if (isActive || !isEditing) {
    return (
      <span title={isEditing ? t('activeHint') : undefined}>
        <Badge tone={isActive ? 'positive' : 'neutral'} ring={!isActive}>
          {t(isActive ? 'isActive' : 'isAvailable')}
        </Badge>
      </span>
    );
  }
  if (row.link === 'available') {
    return (
      <>
        {isRemoved && <span className={styles.gone}>{t('toRemove')}</span>}
        <Button
          variant="default"
          size={size}
          aria-label={t(isRemoved ? 'undoRemoveOf' : 'removeOf', { name })}
          onClick={isRemoved ? onShow : onHide}
        >
          {t(isRemoved ? 'undo' : 'remove')}
        </Button>
      </>
    );
  }
  if (isNotified === undefined) {
    return (
      <Button variant="default" size={size} aria-label={t('addOf', { name })} onClick={onShow}>
        {t('addGame')}
      </Button>
    );
  }
  return (
    <>
      <span className={styles.new}>{t('added')}</span>
      <Checkbox
        label={t('notify')}
        aria-label={t('notifyOf', { name })}
        checked={isNotified}
        onChange={(event) => onNotifiedChange(event.currentTarget.checked)}
      />
      <Button variant="default" size={size} aria-label={t('undoAddOf', { name })} onClick={onHide}>
        {t('undo')}
      </Button>
    </>
  );
}
