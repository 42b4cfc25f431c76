import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { hasNoData, QueryView } from '../../../components/feedback/query-view.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { MultiPicker } from '../../../components/form/multi-picker.tsx';
import { PendingChanges } from '../../../domain/approval/pending-changes.tsx';
import { catalogWithCoversQuery } from '../../../domain/game/games.ts';
import { pendingCount } from '../../../domain/game/pending-links.ts';
import { integrationsQuery } from '../../../domain/integration/integrations.ts';
import type { Base, Drafts, PickKey } from '../use-drafts.ts';
import type { Save } from '../use-save.ts';
import { BoardSkeleton } from './panel-parts.tsx';
import styles from './panels.module.css';
import { PickEditor } from './pick-editor.tsx';
import { UnsavedBar } from './unsaved-bar.tsx';

/** What the page gives to each panel. */
export interface PickPanelProps {
  picked: number | undefined;
  drafts: Drafts;
  onPick: (id: number | undefined) => void;
  onPickKey: (key: PickKey) => void;
}

/** Both lists: what one is picked from, and what can be linked to it. */
export function useLists() {
  const integrations = useQuery(integrationsQuery('platforms'));
  const catalog = useQuery(catalogWithCoversQuery());
  return { integrations, catalog };
}

/** How the links of one are read: again whenever it is picked, because moves are made on them. */
export const alwaysRefetch = { staleTime: 0, refetchOnMount: 'always' } as const;

interface PickPanelFrameProps<Detail> extends Omit<PickPanelProps, 'picked'> {
  kind: 'integration' | 'game';
  options: readonly { id: number; label: string; art: ReactNode }[];
  one: { id: number; name: string } | undefined;
  lists: ReturnType<typeof useLists>;
  /** The picked one with its links. */
  detail: UseQueryResult<Detail>;
  /** Null while something of it is not known; the same function as long as the lists are the same. */
  baseOf: (detail: Detail) => Base | null;
  save: (id: number, change: Save) => Promise<void>;
}

/** A picker, and the columns of what was picked. */
export function PickPanel<Detail>({
  kind,
  options,
  one,
  lists,
  detail,
  baseOf,
  ...rest
}: PickPanelFrameProps<Detail>) {
  const { t } = useTranslation('gamesManage');
  const { save, drafts, onPick, onPickKey } = rest;
  const { integrations, catalog } = lists;
  const live = useMemo(() => (detail.data ? baseOf(detail.data) : null), [detail.data, baseOf]);
  const reads = [integrations, catalog, detail];
  const hasFailed = reads.some(hasNoData);
  const isShown = !hasFailed && one !== undefined && live !== null;

  return (
    <>
      <div className={styles.picker}>
        <MultiPicker
          single
          compact
          label={t(kind)}
          placeholder={t('search')}
          options={options.map(({ id, label, art }) => {
            const count = pendingCount(drafts.pendingOf(`${kind}:${id}`));
            const note = count > 0 ? { note: t('pendingNote', { count }) } : {};
            return { value: String(id), label, art, ...note };
          })}
          value={one ? [String(one.id)] : []}
          onChange={([id]) => onPick(id === undefined ? undefined : Number(id))}
        />
      </div>
      {one && <PendingChanges subject={`${kind}/${one.id}`} />}
      <QueryView query={reads} text={t('serverError')}>
        {integrations.isPending || catalog.isPending || (one && !live) ? (
          <BoardSkeleton />
        ) : isShown ? (
          <PickEditor
            key={one.id}
            pickKey={`${kind}:${one.id}`}
            name={one.name}
            live={live}
            reload={async () => {
              const { data, isError } = await detail.refetch();
              return data && !isError ? baseOf(data) : null;
            }}
            save={(change) => save(one.id, change)}
            drafts={drafts}
            onPick={onPickKey}
          />
        ) : (
          <EmptyState title={t(kind === 'game' ? 'pickGame' : 'pickIntegration')}>
            {t(kind === 'game' ? 'pickGameText' : 'pickIntegrationText')}
          </EmptyState>
        )}
      </QueryView>
      {!isShown && <UnsavedBar drafts={drafts} onPick={onPickKey} />}
    </>
  );
}
