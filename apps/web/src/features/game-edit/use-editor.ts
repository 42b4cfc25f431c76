import {
  type Game,
  getGame,
  listCatalog,
  listCertificates,
  listGames,
  listIntegrations,
  updateGame,
} from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addressProblems,
  chosenOf,
  isEmptyPlan,
  mediaPlan,
  movedOnto,
  withoutFile,
} from '../../components/game-form/media.ts';
import type { Sending, SendingByKey } from '../../components/game-form/media-fields.tsx';
import { sendMedia } from '../../components/game-form/send-media.ts';
import { updateOf } from '../../components/game-form/update-call.ts';
import { useTurns } from '../../components/game-form/use-files.ts';
import { useGameForm } from '../../components/game-form/use-game-form.ts';
import { factProblems, nameProblems, valuesOf } from '../../components/game-form/values.ts';
import { ApiError, call, keyOf } from '../../lib/api/index.ts';
import { toast } from '../../lib/toast.tsx';
import { useOnce } from '../../lib/use-once.ts';
import { noChange, onTopOf } from './assignment.ts';

const parts = ['game_media', 'integrations'] as const;
export const loadGame = (id: number) => ({ params: { id }, query: { with: parts } });

/** What a person changes of a game, and the save: update, deletions, uploads, addresses, in this order (EDIT-17). */
export function useEditor(loaded: Game, onSaved: () => void) {
  const { t } = useTranslation('gameEdit');
  const client = useQueryClient();
  // The game as the server had it when it was loaded, or when this editor last saved it.
  const [base, setBase] = useState(loaded);
  const [values, setValues] = useState(() => valuesOf(loaded));
  const [media, setMedia] = useState(() => chosenOf(loaded.game_media ?? []));
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const [assignment, setAssignment] = useState(noChange);
  const [sending, setSending] = useState<SendingByKey>({});
  const [isSaving, setSaving] = useState(false);
  const once = useOnce();
  const turns = useTurns();
  const [theirs, setTheirs] = useState<Game | null>(null);
  const form = useGameForm(values, setValues);
  const isLeaving = useRef(false);

  const stored = base.game_media ?? [];
  const plan = mediaPlan(stored, removed, media);
  const isChanged =
    JSON.stringify(values) !== JSON.stringify(valuesOf(base)) ||
    assignment.add.length + assignment.remove.length > 0 ||
    !isEmptyPlan(plan);

  /** Goes on from what the server holds now; what is still to be done stays to be done. */
  const standOn = (game: Game) => {
    setBase(game);
    setMedia((chosen) => movedOnto(chosen, stored, game.game_media ?? []));
    setAssignment((change) => onTopOf(change, new Set(game.integrations?.map((link) => link.id))));
  };
  const progress = (key: string, state: Sending) => setSending((before) => ({ ...before, [key]: state }));
  const refresh = () =>
    Promise.all(
      [getGame, listCatalog, listGames, listIntegrations, listCertificates].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    );

  const refused = async (error: unknown) => {
    if (error instanceof ApiError && form.showRefusal(error)) return;
    if (error instanceof ApiError && error.status === 409) {
      const now = await call(getGame, loadGame(base.id)).catch(() => null);
      if (now && now.updatedAt !== base.updatedAt) {
        setTheirs(now);
        return;
      }
    }
    toast('error', (error as Error).message);
  };

  const save = async () => {
    if (!form.check({ ...nameProblems(values), ...factProblems(values), ...addressProblems(media) })) return;
    setSaving(true);
    setSending({});
    try {
      const links = { integrationsToAdd: [...assignment.add], integrationsToDelete: [...assignment.remove] };
      await call(updateGame, updateOf(base, values, links));
    } catch (error) {
      await refused(error);
      setSaving(false);
      return;
    }
    const failures = await sendMedia(base.id, plan, {
      onProgress: progress,
      onSent: (key) => {
        progress(key, 'sent');
        setMedia((before) => withoutFile(before, key));
      },
      onFailed: (key, refusal) => progress(key, refusal === null ? 'failed' : { refused: refusal }),
    });
    if (failures > 0) {
      toast('error', t('mediaFailed'), { detail: t('mediaFailedDetail') });
      const now = await call(getGame, loadGame(base.id)).catch(() => null);
      if (now) standOn(now);
      await refresh();
      setSaving(false);
      return;
    }
    isLeaving.current = true;
    await refresh();
    onSaved();
  };

  return {
    base,
    form,
    media,
    setMedia,
    stored: stored.filter((medium) => !removed.includes(medium.id)),
    removeStored: (id: number) => setRemoved((before) => [...before, id]),
    assignment,
    setAssignment,
    sending,
    turns,
    isChanged,
    isLeaving,
    isSaving,
    save: () => once(save),
    refresh,
    theirs,
    dismissConflict: () => setTheirs(null),
    resolveConflict: (resolvedValues: typeof values) => {
      if (theirs) standOn(theirs);
      setValues(resolvedValues);
      setTheirs(null);
    },
  };
}
