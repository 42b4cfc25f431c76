import type { Game } from '@ludus/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressProblems, filesOf, mediaPlan, withoutFile } from '../../domain/game/form/media.ts';
import type { Sending, SendingByKey } from '../../domain/game/form/media-fields.tsx';
import { sendMedia } from '../../domain/game/form/send-media.ts';
import { useLatestOnly } from '../../domain/game/form/use-files.ts';
import { useGameForm } from '../../domain/game/form/use-game-form.ts';
import {
  factProblems,
  nameProblems,
  newGame,
  type Problems,
  toUpdate,
} from '../../domain/game/form/values.ts';
import { useSaveGame } from '../../domain/game/save-game.ts';
import { ApiError } from '../../lib/api/error.ts';
import type { FileStore } from '../../lib/file-store.ts';
import { usePersistent } from '../../lib/persistent-store.ts';
import type { HubTexts } from '../../lib/texts.ts';
import { toast } from '../../lib/toast.tsx';
import { useSingleFlight } from '../../lib/use-single-flight.ts';
import { type DraftFile, draftTexts, emptyDraft, type SlugMode } from './draft.ts';
import { nameOfSlug } from './name-of-slug.ts';
import { useDraftFiles } from './use-draft-files.ts';

export const stepIds = ['name', 'media', 'info', 'preview'] as const;
export type StepId = (typeof stepIds)[number];

/** A field that has a label of its own. */
type FieldName = keyof HubTexts['gameForm']['field'];

export interface SettledFile {
  key: string;
  name: string;
  state: 'sent' | { refused: string };
}

/** A game goes on being sent when its wizard is left; one that is opened meanwhile waits for it. */
let underWay: Promise<void> | null = null;

/** The draft of a new game, its checks step by step, and its sending. */
export function useWizard(
  files: FileStore<DraftFile>,
  games: readonly Game[],
  onStep: (step: number) => void,
  onCreated: (id: number) => void | Promise<void>,
) {
  const { t } = useTranslation('gameWizard');
  const { t: words } = useTranslation('gameForm');
  const calls = useSaveGame();
  const draft = usePersistent(draftTexts);
  const { media, setMedia, isRead, keeping, clear: clearFiles, forget, reread } = useDraftFiles(files);
  const [sending, setSending] = useState<SendingByKey>({});
  const [isSending, setIsSending] = useState(underWay !== null);
  /** What has become of files that are not sent again. */
  const [settled, setSettled] = useState<readonly SettledFile[]>([]);
  const [mayRetry, setMayRetry] = useState(true);
  const once = useSingleFlight();
  const latestOnly = useLatestOnly();
  const isOpen = useRef(true);
  const latestReread = useRef(reread);
  latestReread.current = reread;
  useEffect(() => {
    isOpen.current = true;
    void underWay?.then(async () => {
      if (!isOpen.current) return;
      await latestReread.current();
      setIsSending(false);
    });
    return () => {
      isOpen.current = false;
    };
  }, []);
  const patch = (change: Partial<typeof draft>) => draftTexts.set((before) => ({ ...before, ...change }));
  const form = useGameForm(draft.values, (values) => patch({ values }));

  const whole = { ...media, docsUrl: draft.docsUrl, assetsUrl: draft.assetsUrl };

  /** Also unique, as far as this screen knows; the server has the last word. */
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
  /** The fields of a step that are missing or not valid. */
  const wrongFields = (step: StepId): FieldName[] => {
    // Of custom fields each has a key of its own.
    const names = Object.keys(problemsOf(step)).map((name) => name.split('.')[0] as FieldName);
    const fields = [...new Set(names)];
    return fields.length === 0 && step === 'name' && isSlugTaken() ? ['slug'] : fields;
  };
  const firstWrong = stepIds.find(isWrong);

  /** Shows the problems of a step beside its fields. Returns whether there are none. */
  const check = (step: StepId): boolean => {
    if (!form.check(problemsOf(step))) return false;
    if (step !== 'name' || !isSlugTaken()) return true;
    form.showFields({ slug: words('problem.slugTaken') });
    return false;
  };

  const clear = async () => {
    latestOnly.endAll();
    draftTexts.set(emptyDraft);
    setSending({});
    setSettled([]);
    setMayRetry(true);
    form.check({});
    await clearFiles();
  };

  const finish = async (id: number) => {
    await calls.invalidate();
    // The page moves on first: an emptied form must not flash up behind it. Who has left the wizard stays where they are.
    if (isOpen.current) await onCreated(id);
    await clear();
  };

  const create = async (): Promise<number | null> => {
    try {
      const isFromStorage = draft.mode === 'storage' && draft.storageId !== null;
      const created = await calls.create({
        params: { source: isFromStorage ? 'gamestorage' : 'local' },
        body: {
          ...(isFromStorage && draft.storageId !== null ? { id: draft.storageId } : {}),
          ...toUpdate(draft.values),
          integrations: [],
        },
      });
      patch({ createdId: created.id });
      return created.id;
    } catch (error) {
      const hasFields = error instanceof ApiError && form.showRefusal(error);
      const detail = error instanceof ApiError && error.status !== 0 ? error.message : undefined;
      toast('error', t('failed'), detail === undefined ? {} : { detail });
      if (hasFields && error instanceof ApiError && isOpen.current) {
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
      void forget(key);
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
    // The game stays; what has gone up, or cannot, is not sent again.
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
    latestOnly,
    isSending,
    check,
    isWrong,
    firstWrong,
    wrongFields,
    submit: () =>
      once(() => {
        const sent = submit().finally(() => {
          underWay = null;
        });
        underWay = sent.catch(() => {});
        return sent;
      }),
    clear,
    finish,
    /** Another mode starts with empty names. */
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
