import { createGame, type Game, getGame, listCatalog, listGames } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressProblems, filesOf, mediaPlan, withoutFile } from '../../components/game-form/media.ts';
import type { Sending, SendingByKey } from '../../components/game-form/media-fields.tsx';
import { sendMedia } from '../../components/game-form/send-media.ts';
import { useTurns } from '../../components/game-form/use-files.ts';
import { useGameForm } from '../../components/game-form/use-game-form.ts';
import {
  factProblems,
  nameProblems,
  newGame,
  type Problems,
  toUpdate,
} from '../../components/game-form/values.ts';
import { ApiError, call, keyOf } from '../../lib/api/index.ts';
import type { FileStore } from '../../lib/file-store.ts';
import { useStored } from '../../lib/stored.ts';
import { toast } from '../../lib/toast.tsx';
import { useOnce } from '../../lib/use-once.ts';
import { type DraftFile, draftTexts, emptyDraft, type SlugMode } from './draft.ts';
import { nameOfSlug } from './name-of-slug.ts';
import { useDraftFiles } from './use-draft-files.ts';

export const stepIds = ['name', 'media', 'info', 'preview'] as const;
export type StepId = (typeof stepIds)[number];

export interface SettledFile {
  key: string;
  name: string;
  state: 'sent' | { refused: string };
}

/** The draft of a new game, its checks step by step, and its sending (WIZ-24 to WIZ-27). */
export function useWizard(
  files: FileStore<DraftFile>,
  games: readonly Game[],
  onStep: (step: number) => void,
  onCreated: (id: number) => void | Promise<void>,
) {
  const { t } = useTranslation('gameWizard');
  const { t: words } = useTranslation('gameForm');
  const client = useQueryClient();
  const draft = useStored(draftTexts);
  const { media, setMedia, isRead, keeping, clear: clearFiles } = useDraftFiles(files);
  const [sending, setSending] = useState<SendingByKey>({});
  const [isSending, setIsSending] = useState(false);
  /** What has become of files that are not sent again. */
  const [settled, setSettled] = useState<readonly SettledFile[]>([]);
  const [mayRetry, setMayRetry] = useState(true);
  const once = useOnce();
  const turns = useTurns();
  const patch = (change: Partial<typeof draft>) => draftTexts.set((before) => ({ ...before, ...change }));
  const form = useGameForm(draft.values, (values) => patch({ values }));

  const whole = { ...media, docsUrl: draft.docsUrl, assetsUrl: draft.assetsUrl };

  /** OPEN-33: also unique, as far as this screen knows; the server has the last word. */
  const isSlugTaken = () =>
    draft.createdId === null &&
    games.some((game) => game.slug === draft.values.slug.trim() && game.id !== draft.storageId);
  const problemsOf = (step: StepId): Problems => {
    if (step === 'name') return nameProblems(draft.values);
    if (step === 'media') return addressProblems(whole);
    return step === 'info' ? factProblems(draft.values) : {};
  };
  const isWrong = (step: StepId) =>
    Object.keys(problemsOf(step)).length > 0 || (step === 'name' && isSlugTaken());
  const firstWrong = stepIds.find(isWrong);

  /** Shows what is wrong on a step beside its fields; answers whether nothing is. */
  const check = (step: StepId): boolean => {
    if (!form.check(problemsOf(step))) return false;
    if (step !== 'name' || !isSlugTaken()) return true;
    form.showFields({ slug: words('problem.slugTaken') });
    return false;
  };

  const clear = async () => {
    turns.endAll();
    draftTexts.set(emptyDraft);
    setSending({});
    setSettled([]);
    setMayRetry(true);
    form.check({});
    await clearFiles();
  };

  const finish = async (id: number) => {
    await Promise.all(
      [listCatalog, listGames, getGame].map((endpoint) =>
        client.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    );
    // The page moves on first: an emptied form must not flash up behind it.
    await onCreated(id);
    await clear();
  };

  const create = async (): Promise<number | null> => {
    try {
      const isFromStorage = draft.mode === 'storage' && draft.storageId !== null;
      const made = await call(createGame, {
        params: { source: isFromStorage ? 'gamestorage' : 'local' },
        body: {
          ...(isFromStorage && draft.storageId !== null ? { id: draft.storageId } : {}),
          ...toUpdate(draft.values),
          integrations: [],
        },
      });
      patch({ createdId: made.id });
      return made.id;
    } catch (error) {
      const hasFields = error instanceof ApiError && form.showRefusal(error);
      const detail = error instanceof ApiError && error.status !== 0 ? error.message : undefined;
      toast('error', t('failed'), detail === undefined ? {} : { detail });
      if (hasFields && error instanceof ApiError) {
        const [field = ''] = Object.keys(error.fields);
        onStep(/^(name|sub_name|slug)$/.test(field) ? 1 : 3);
      }
      return null;
    }
  };

  const submit = async () => {
    if (firstWrong) {
      onStep(stepIds.indexOf(firstWrong) + 1);
      check(firstWrong);
      return;
    }
    setIsSending(true);
    setSending({});
    const id = draft.createdId ?? (await create());
    if (id === null) {
      setIsSending(false);
      return;
    }
    const progress = (key: string, state: Sending) => setSending((now) => ({ ...now, [key]: state }));
    const ended: SettledFile[] = [];
    let refused = 0;
    const settle = (key: string, state: SettledFile['state']) => {
      progress(key, state);
      const name = filesOf(whole).find(({ chosen }) => chosen.key === key)?.chosen.file.name ?? '';
      ended.push({ key, name, state });
    };
    const failures = await sendMedia(id, mediaPlan([], [], whole), {
      onProgress: progress,
      onSent: (key) => settle(key, 'sent'),
      onFailed: (key, refusal) => {
        if (refusal === null) progress(key, 'failed');
        else {
          refused += 1;
          settle(key, { refused: refusal });
        }
      },
    });
    if (failures === 0) {
      await finish(id);
      return;
    }
    // OPEN-34: the game stays; what has gone up, or cannot, is not sent again.
    setMedia((now) => ended.reduce((rest, { key }) => withoutFile(rest, key), now));
    setSettled((before) => [...before, ...ended]);
    setMayRetry(failures > refused);
    toast('error', t('failed'));
    setIsSending(false);
  };

  return {
    draft,
    form,
    media: whole,
    setMedia,
    setAddresses: ({ docsUrl, assetsUrl }: typeof whole) => patch({ docsUrl, assetsUrl }),
    isRead,
    keeping,
    sending,
    settled,
    mayRetry,
    turns,
    isSending,
    check,
    isWrong,
    firstWrong,
    submit: () => once(submit),
    clear,
    finish,
    /** WIZ-09: another mode starts with empty names. */
    setMode: (mode: SlugMode) => {
      const { slug, name, sub_name } = newGame;
      form.check({});
      patch({ mode, storageId: null, values: { ...draft.values, slug, name, sub_name } });
    },
    pickStorage: (game: Game) => {
      form.check({});
      const values = { ...draft.values, slug: game.slug, name: nameOfSlug(game.slug) };
      patch({ storageId: game.id, values });
    },
  };
}

export type Wizard = ReturnType<typeof useWizard>;
