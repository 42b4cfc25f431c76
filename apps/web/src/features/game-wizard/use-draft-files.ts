import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { noMedia } from '../../components/game-form/media.ts';
import type { FileStore } from '../../lib/file-store.ts';
import { type DraftFile, keepFiles, mediaOf } from './draft.ts';

/** Whether the chosen files would outlive a reload: `refused` when this device has no place for them. */
export type Keeping = 'keeping' | 'kept' | 'refused';

/** The files of a draft as they were kept on this device, kept again with every change (WIZ-24, OPEN-35). */
export function useDraftFiles(files: FileStore<DraftFile>) {
  const [media, setMedia] = useState(noMedia);
  const [isRead, setRead] = useState(false);
  const [keeping, setKeeping] = useState<Keeping>('kept');
  const kept = useRef(noMedia);
  // One change after the other: a file that is taken out again must not be written after it was removed.
  const writing = useRef(Promise.resolve<Keeping>('kept'));

  useEffect(() => {
    let isGone = false;
    void files.all().then((found) => {
      if (isGone) return;
      const read = mediaOf(found);
      kept.current = read;
      setMedia(read);
      setRead(true);
    });
    return () => {
      isGone = true;
    };
  }, [files]);

  const write = useCallback((work: (before: Keeping) => Promise<Keeping>) => {
    setKeeping('keeping');
    const written = writing.current.then(work).catch((): Keeping => 'refused');
    writing.current = written;
    return written.then((state) => {
      if (writing.current === written) setKeeping(state);
    });
  }, []);

  // Before the change is drawn: nobody may see a new file beside the word that all are kept.
  useLayoutEffect(() => {
    if (!isRead || kept.current === media) return;
    const before = kept.current;
    kept.current = media;
    // What was refused once is missing until the draft is begun anew.
    void write((state) => keepFiles(files, before, media).then(() => state));
  }, [files, media, isRead, write]);

  useEffect(() => {
    if (keeping !== 'keeping') return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [keeping]);

  return {
    media,
    setMedia,
    isRead,
    keeping,
    clear: () => {
      kept.current = noMedia;
      setMedia(noMedia);
      return write(() => files.clear().then(() => 'kept'));
    },
  };
}
