import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/toast.tsx';
import { type ChosenFile, type FileRole, isAccepted, type Slot } from './media.ts';
import { FileRefusal, pictureFile, videoFile } from './picture-file.ts';

/** Tracks the latest selection per place. Lives with the owner of the choice, longer than its fields. */
export interface LatestOnly {
  /** Supersedes the one before; the returned function is true while this one is the latest. */
  begin: (place: Slot) => () => boolean;
  endAll: () => void;
}

export function createLatestOnly(): LatestOnly {
  const last = new Map<Slot, object>();
  return {
    begin(place) {
      const turn = {};
      last.set(place, turn);
      return () => last.get(place) === turn;
    },
    endAll: () => last.clear(),
  };
}

export function useLatestOnly(): LatestOnly {
  return useState(createLatestOnly)[0];
}

/**
 * Prepares files for a place, one after another; those that do not fit are left out: a wrong extension is shown as a
 * toast, anything else in `problems`, for beside the field. In a place for one file, which has `latestOnly`, the
 * last choice wins however long the ones before it take.
 */
export function useFiles(role: FileRole, onReady: (ready: ChosenFile[]) => void, latestOnly?: LatestOnly) {
  const { t } = useTranslation('gameForm');
  const [waiting, setWaiting] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const begin = () => (latestOnly && role !== 'images' && role !== 'videos' ? latestOnly.begin(role) : null);
  const take = async (files: readonly File[]) => {
    const fitting = files.filter((file) => isAccepted(file.name, role));
    const others = files.filter((file) => !fitting.includes(file));
    if (others.length > 0) {
      const detail = others.map((file) => file.name).join(', ');
      toast('error', t('wrongExtension'), { position: 'top-right', detail });
    }
    if (fitting.length === 0) return;
    const isMine = begin();
    setWaiting((now) => (isMine ? 1 : now + 1));
    setProblems([]);
    const ready: ChosenFile[] = [];
    const found: string[] = [];
    for (const file of fitting) {
      try {
        ready.push(role === 'videos' ? videoFile(file) : await pictureFile(file));
      } catch (error) {
        const reason = error instanceof FileRefusal ? error.reason : 'unreadable';
        found.push(t(`refused.${reason}`, { name: file.name }));
      }
    }
    if (isMine?.() === false) return;
    setWaiting((now) => (isMine ? 0 : now - 1));
    setProblems((now) => [...now, ...found]);
    if (ready.length > 0) onReady(ready);
  };
  return {
    take: (files: readonly File[]) => void take(files),
    /** Nothing that is still being prepared comes any more. */
    stop() {
      begin();
      setWaiting(0);
      setProblems([]);
    },
    isPreparing: waiting > 0,
    problems,
  };
}

/** The address of a file on this device, for as long as it is shown. */
export function useFileAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) {
      setAddress(undefined);
      return;
    }
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address;
}
