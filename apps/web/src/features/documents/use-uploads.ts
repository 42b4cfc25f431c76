import { documentExtensions, maxDocumentBytes } from '@ludus/contract';
import { useEffect, useRef, useState } from 'react';
import { isRefused, type NewDocument, useAddDocument } from '../../domain/integration/add-document.ts';

type FileProblem = 'wrongKind' | 'tooLarge' | 'noBytes';

/** One file on its way: waiting, being sent, refused for what it is, or failed and to be tried again. */
export interface Upload {
  file: File;
  name: string;
  state: 'waiting' | 'sending' | 'refused' | 'failed';
  /** From 0 to 1. */
  part: number;
  /** Found before it is sent. */
  problem: FileProblem | null;
  /** What the hub says about the file. */
  refusal: string | null;
}

function problemOf(file: File): FileProblem | null {
  const extension = file.name.toLowerCase().split('.').at(-1) ?? '';
  if (!documentExtensions.some((known) => known === extension)) return 'wrongKind';
  if (file.size > maxDocumentBytes) return 'tooLarge';
  return file.size === 0 ? 'noBytes' : null;
}

function uploadOf(file: File): Upload {
  const problem = problemOf(file);
  return { file, name: '', state: problem ? 'refused' : 'waiting', part: 0, problem, refusal: null };
}

type Target = Omit<NewDocument, 'file' | 'name'>;

/** Files that are sent one after the other; what has been stored leaves the list. */
export function useUploads(files: readonly File[]) {
  const [rows, setRows] = useState<readonly Upload[]>(() => files.map(uploadOf));
  const [isSending, setSending] = useState(false);
  const stop = useRef<AbortController | null>(null);
  const { mutateAsync } = useAddDocument();
  // Whatever way the form goes, what it was sending stops.
  useEffect(() => () => stop.current?.abort(), []);

  const change = (file: File, part: Partial<Upload>) =>
    setRows((before) => before.map((row) => (row.file === file ? { ...row, ...part } : row)));
  const remove = (file: File) => setRows((before) => before.filter((row) => row.file !== file));
  const waiting = rows.filter(({ state }) => state !== 'refused');

  return {
    rows,
    isSending,
    /** How many can be sent. */
    waiting: waiting.length,
    hasFailed: rows.some(({ state }) => state === 'failed'),
    /** A file takes the place of an earlier one of its name, and keeps what that is to be called. */
    add: (added: readonly File[]) =>
      setRows((before) => {
        const names = new Map(before.map(({ file, name }) => [file.name, name]));
        const fresh = added.map((file) => ({ ...uploadOf(file), name: names.get(file.name) ?? '' }));
        const replaced = new Set(added.map(({ name }) => name));
        return [...before.filter(({ file }) => !replaced.has(file.name)), ...fresh];
      }),
    rename: (file: File, name: string) => change(file, { name }),
    remove,
    /** Sends what waits; returns how many were stored, and how many are left in the list. */
    async send(target: Target): Promise<{ stored: number; left: number }> {
      const controller = new AbortController();
      stop.current = controller;
      setSending(true);
      let stored = 0;
      for (const { file, name } of waiting) {
        if (controller.signal.aborted) break;
        change(file, { state: 'sending', part: 0, refusal: null });
        try {
          await mutateAsync({
            document: { ...target, file, name },
            onProgress: (part) => change(file, { part }),
            signal: controller.signal,
          });
          stored += 1;
          remove(file);
        } catch (error) {
          const refusal = isRefused(error) ? error.message : null;
          change(file, { state: refusal === null ? 'failed' : 'refused', refusal });
        }
      }
      setSending(false);
      return { stored, left: rows.length - stored };
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
