import type { Game } from '@ludus/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  addressProblems,
  chosenOf,
  isEmptyPlan,
  mediaPlan,
  rebaseFiles,
  withoutFile,
} from '../../domain/game/form/media.ts';
import type { Sending, SendingByKey } from '../../domain/game/form/media-fields.tsx';
import { sendMedia } from '../../domain/game/form/send-media.ts';
import { updateOf } from '../../domain/game/form/update-call.ts';
import { useLatestOnly } from '../../domain/game/form/use-files.ts';
import { useGameForm } from '../../domain/game/form/use-game-form.ts';
import { factProblems, nameProblems, valuesOf } from '../../domain/game/form/values.ts';
import { useSaveGame } from '../../domain/game/save-game.ts';
import { ApiError } from '../../lib/api/error.ts';
import { toast } from '../../lib/toast.tsx';
import { useSingleFlight } from '../../lib/use-single-flight.ts';
import { noChange, rebaseAssignment } from './assignment.ts';

/** What a person changes of a game, and the save: update, deletions, uploads, addresses, in this order. */
export function useEditor(loaded: Game, onSaved: () => void) {
  const { t } = useTranslation('gameEdit');
  const calls = useSaveGame();
  // The game as the server had it when it was loaded, or when this editor last saved it.
  const [base, setBase] = useState(loaded);
  const [values, setValues] = useState(() => valuesOf(loaded));
  const [media, setMedia] = useState(() => chosenOf(loaded.game_media ?? []));
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const [assignment, setAssignment] = useState(noChange);
  const [sending, setSending] = useState<SendingByKey>({});
  const [isSaving, setSaving] = useState(false);
  const once = useSingleFlight();
  const latestOnly = useLatestOnly();
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
  const rebaseOnto = (game: Game) => {
    setBase(game);
    setMedia((chosen) => rebaseFiles(chosen, stored, game.game_media ?? []));
    setAssignment((change) => rebaseAssignment(change, new Set(game.integrations?.map((link) => link.id))));
  };
  const progress = (key: string, state: Sending) => setSending((before) => ({ ...before, [key]: state }));

  const refused = async (error: unknown) => {
    if (error instanceof ApiError && form.showRefusal(error)) return;
    if (error instanceof ApiError && error.status === 409) {
      const now = await calls.readAgain(base.id);
      if (now && now.updatedAt !== base.updatedAt) {
        setTheirs(now);
        return;
      }
    }
    toast('error', (error as Error).message, { error });
  };

  const save = async () => {
    if (!form.check({ ...nameProblems(values), ...factProblems(values), ...addressProblems(media) })) return;
    setSaving(true);
    setSending({});
    try {
      const links = { integrationsToAdd: [...assignment.add], integrationsToDelete: [...assignment.remove] };
      await calls.update(updateOf(base, values, links));
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
      const now = await calls.readAgain(base.id);
      if (now) rebaseOnto(now);
      await calls.invalidate();
      setSaving(false);
      return;
    }
    isLeaving.current = true;
    await calls.invalidate();
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
    latestOnly,
    isChanged,
    isLeaving,
    isSaving,
    save: () => once(save),
    theirs,
    dismissConflict: () => setTheirs(null),
    resolveConflict: (resolvedValues: typeof values) => {
      if (theirs) rebaseOnto(theirs);
      setValues(resolvedValues);
      setTheirs(null);
    },
  };
}
