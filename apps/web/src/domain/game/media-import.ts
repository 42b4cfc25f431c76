import { type ImportedFile, type SheetImport, sendImportedFile, startMediaImport } from '@ludus/contract';
import { useEffect, useRef, useState } from 'react';
import { call, upload } from '../../lib/api/index.ts';

export interface MediaCheck {
  import: SheetImport;
  files: ImportedFile[];
}

/** Files that go up at the same time. */
const atOnce = 3;

/** The dry run of many files: judged by their names, then sent one after the other and judged by their contents. */
export function useMediaImport({ onFailed }: { onFailed: (error: Error) => void }) {
  const [check, setCheck] = useState<MediaCheck | null>(null);
  const [sending, setSending] = useState<{ done: number; count: number } | null>(null);
  const contents = useRef(new Map<number, File>());
  const stopper = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stopper.current = controller;
    return () => controller.abort();
  }, []);

  const put = (file: ImportedFile) =>
    setCheck(
      (before) =>
        before && { ...before, files: before.files.map((one) => (one.id === file.id ? file : one)) },
    );

  async function sendWaiting(files: readonly ImportedFile[]): Promise<void> {
    const queue = files.filter(({ verdict }) => verdict === 'waiting');
    const count = queue.length;
    const { signal } = stopper.current;
    let lastError: Error | null = null;
    setSending({ done: 0, count });
    const work = async () => {
      for (let next = queue.shift(); next !== undefined && !signal.aborted; next = queue.shift()) {
        const file = contents.current.get(next.id ?? 0);
        if (next.id === null || file === undefined) continue;
        try {
          put(await upload(sendImportedFile, { params: { fileId: next.id }, fields: {}, file, signal }));
        } catch (error) {
          lastError = error as Error;
        }
        setSending((before) => before && { ...before, done: before.done + 1 });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (signal.aborted) return;
    setSending(null);
    if (lastError !== null) onFailed(lastError);
  }

  async function choose(files: readonly File[]): Promise<void> {
    if (sending !== null) return;
    setCheck(null);
    setSending({ done: 0, count: files.length });
    try {
      const body = { files: files.map(({ name, size }) => ({ name, bytes: size })) };
      const started = await call(startMediaImport, { body });
      contents.current = new Map(
        started.files.flatMap(({ id }, index) => {
          const file = files[index];
          return id === null || file === undefined ? [] : [[id, file] as const];
        }),
      );
      setCheck(started);
      await sendWaiting(started.files);
    } catch (error) {
      setSending(null);
      onFailed(error as Error);
    }
  }

  return {
    check,
    sending,
    choose,
    /** Sends what did not arrive once more. */
    sendAgain: () => sendWaiting(check?.files ?? []),
    forget() {
      contents.current.clear();
      setCheck(null);
    },
  };
}
