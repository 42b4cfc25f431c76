import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/toast.tsx';
import { type ChosenFile, type FileRole, isAccepted } from './media.ts';
import { FileRefusal, pictureFile, videoFile } from './picture-file.ts';

/** Prepares files for a place, one after another; those that do not fit are told of (ERR-007) and left out. */
export function useFiles(role: FileRole, onReady: (ready: ChosenFile[]) => void) {
  const { t } = useTranslation('gameForm');
  const [isPreparing, setPreparing] = useState(false);
  const take = async (files: readonly File[]) => {
    const fitting = files.filter((file) => isAccepted(file.name, role));
    if (fitting.length < files.length) toast('error', t('wrongExtension'), { position: 'top-right' });
    if (fitting.length === 0) return;
    setPreparing(true);
    const ready: ChosenFile[] = [];
    for (const file of fitting) {
      try {
        ready.push(role === 'videos' ? videoFile(file) : await pictureFile(file));
      } catch (error) {
        const isTooLarge = error instanceof FileRefusal && error.reason === 'tooLarge';
        toast('error', t(isTooLarge ? 'tooLargeFile' : 'unreadable', { name: file.name }));
      }
    }
    setPreparing(false);
    if (ready.length > 0) onReady(ready);
  };
  return { take: (files: readonly File[]) => void take(files), isPreparing };
}

/** The address of a file on this device, for as long as it is shown. */
export function useFileAddress(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) {
      setAddress(undefined);
      return;
    }
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
