import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { differenceOf, nothingPending, pendingCount, rebase } from '../../../domain/game/pending-links.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { toast } from '../../../lib/toast.tsx';
import { useSingleFlight } from '../../../lib/use-single-flight.ts';
import type { Base, Drafts, PickKey } from '../use-drafts.ts';
import type { Save } from '../use-save.ts';
import { Board } from './board.tsx';
import { ConflictNote } from './conflict-note.tsx';
import styles from './pick-editor.module.css';
import { UnsavedBar } from './unsaved-bar.tsx';

interface PickEditorProps {
  pickKey: PickKey;
  /** Of the integration or game whose links are moved. */
  name: string;
  /** What the server was last seen to hold. */
  live: Base;
  /** Reads that again; null when it cannot be read. */
  reload: () => Promise<Base | null>;
  save: (change: Save) => Promise<void>;
  drafts: Drafts;
  onPick: (key: PickKey) => void;
}

function isChanged(before: Base, now: Base): boolean {
  const { gained, lost, activated } = differenceOf(before.links, now.links);
  return gained.length + lost.length + activated.length > 0 || before.game?.updatedAt !== now.game?.updatedAt;
}

/** The columns of one integration or game, what waits for the save, and the save. */
export function PickEditor({ pickKey, name, live, reload, save, drafts, onPick }: PickEditorProps) {
  const { t } = useTranslation('gamesManage');
  const [isSaving, setSaving] = useState(false);
  const once = useSingleFlight();
  const draft = drafts.of(pickKey);
  const base = draft?.base ?? live;
  const pending = draft?.pending ?? nothingPending;
  const count = pendingCount(pending);

  const submit = async () => {
    setSaving(true);
    try {
      await save({ base, pending, name });
      drafts.drop(pickKey, pending);
    } catch (error) {
      // What waits for approval is no draft any more; the note above the columns says that it waits.
      if (error instanceof ApiError && error.held !== undefined) drafts.drop(pickKey, pending);
      // Someone else was quicker: what they did is shown above the columns.
      const now = error instanceof ApiError && error.status === 409 ? await reload() : null;
      if (!now || !isChanged(base, now)) toast('error', (error as Error).message, { error });
    }
    setSaving(false);
  };
  const rebaseOn = (now: Base) => {
    const rebased = rebase(pending, now.links);
    drafts.put(pickKey, { name, base: now, pending: rebased });
    if (pendingCount(rebased) === 0) toast('info', t('rebasedNone'));
  };
  const status =
    count > 0 ? t('changes', { count, name }) : drafts.canRestore(pickKey) ? t('discarded') : null;

  return (
    <>
      {draft && !isSaving && isChanged(base, live) && (
        <ConflictNote name={name} before={base} now={live} onRebase={() => rebaseOn(live)} />
      )}
      {/* While it is saved, what is sent must not change. */}
      <div className={styles.editor} inert={isSaving}>
        <Board
          items={base.items}
          links={base.links}
          pending={pending}
          onChange={(next) => drafts.put(pickKey, { name, base, pending: next })}
        />
      </div>
      <UnsavedBar drafts={drafts} onPick={onPick} shown={{ key: pickKey, status }}>
        {count > 0 ? (
          <>
            <Button variant="default" disabled={isSaving} onClick={() => drafts.discard(pickKey)}>
              {t('discard')}
            </Button>
            <Button
              disabled={isSaving}
              leftSection={isSaving && <Loader size={14} color="currentColor" />}
              onClick={() => once(submit)}
            >
              {t(isSaving ? 'saving' : 'save')}
            </Button>
          </>
        ) : (
          status !== null && (
            <Button variant="default" onClick={drafts.restore}>
              {t('undo')}
            </Button>
          )
        )}
      </UnsavedBar>
    </>
  );
}
