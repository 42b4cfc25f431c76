import type { Game } from '@ludus/contract';
import { useEffect, useState } from 'react';
import { filesOf } from '../../domain/game/form/media.ts';
import { previewGame } from './preview-game.ts';
import type { Wizard } from './use-wizard.ts';

/** The game that the draft would become, its files under addresses of this device; null until they have them. */
export function useDraftGame({ draft, media }: Wizard): Game | null {
  const files = filesOf(media);
  const keys = files.map(({ chosen }) => chosen.key).join();
  const [addresses, setAddresses] = useState<ReadonlyMap<File, string>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the files
  useEffect(() => {
    const urls = new Map(files.map(({ chosen }) => [chosen.file, URL.createObjectURL(chosen.file)]));
    setAddresses(urls);
    return () => {
      for (const address of urls.values()) URL.revokeObjectURL(address);
    };
  }, [keys]);
  // Until the files have their addresses there would be broken pictures.
  if (!files.every(({ chosen }) => addresses.has(chosen.file))) return null;
  const addressOf = (file: File) => addresses.get(file) ?? '';
  return previewGame(draft.values, media, addressOf, new Date().toISOString());
}
