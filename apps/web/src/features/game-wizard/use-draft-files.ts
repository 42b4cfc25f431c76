import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { noMedia } from '../../domain/game/form/media.ts';
import type { FileStore } from '../../lib/file-store.ts';
import { type DraftFile, keepFiles, mediaOf } from './draft.ts';

/** Whether the chosen files would outlive a reload: `refused` when this device has no place for them. */
export type Keeping = 'keeping' | 'kept' | 'refused';

/** The files of a draft as they were kept on this device, kept again with every change. */
export function useDraftFiles(files: FileStore<DraftFile>) {
  const [media, setMedia] = useState(noMedia);
  const [isRead, setRead] = useState(false);
  const [keeping, setKeeping] = useState<Keeping>('kept');
  const storedMedia = useRef(noMedia);
  // One change after the other: a file that is taken out again must not be written after it was removed.
  const writing = useRef(Promise.resolve<Keeping>('kept'));

  useEffect(() => {
    let isGone = false;
    void files.all().then((found) => {
      if (isGone) return;
      const read = mediaOf(found);
      storedMedia.current = read;
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

  // Before the change is drawn: no one may see a new file beside the word that all are kept.
  useLayoutEffect(() => {
    if (!isRead || storedMedia.current === media) return;
    const before = storedMedia.current;
    storedMedia.current = media;
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
    /** Removes a file only from this device; it stays in `media`, and works after the screen has been left. */
    forget: (key: string) => write((state) => files.remove(key).then(() => state)),
    /** Reads again what is kept on this device. */
    reread: async () => {
      const read = mediaOf(await files.all());
      storedMedia.current = read;
      setMedia(read);
    },
    clear: () => {
      storedMedia.current = noMedia;
      setMedia(noMedia);
      return write(() => files.clear().then(() => 'kept'));
    },
  };
}
