import { documentExtensions, maxDocumentBytes } from '@ludus/contract';
import { useEffect, useRef, useState } from 'react';
import { type NewDocument, useAddDocuments } from '../../domain/integration/add-document.ts';

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

/** What is wrong with a file, before it is sent. */
export function problemOf(file: File): FileProblem | null {
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
  const stop = useRef<AbortController | null>(null);
  const adding = useAddDocuments();
  // Whatever way the form goes, what it was sending stops.
  useEffect(() => () => stop.current?.abort(), []);

  const change = (file: File, part: Partial<Upload>) =>
    setRows((before) => before.map((row) => (row.file === file ? { ...row, ...part } : row)));
  const remove = (file: File) => setRows((before) => before.filter((row) => row.file !== file));
  const waiting = rows.filter(({ state }) => state !== 'refused');

  return {
    rows,
    isSending: adding.isPending,
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
    /** Sends what waits; says how many were stored, and how many are left in the list. */
    send(target: Target, onSent: (outcome: { stored: number; left: number }) => void) {
      const controller = new AbortController();
      stop.current = controller;
      adding.mutate(
        {
          documents: waiting.map(({ file, name }) => ({ ...target, file, name })),
          signal: controller.signal,
          onFile: (file, progress) =>
            progress.state === 'stored' ? remove(file) : change(file, { refusal: null, ...progress }),
        },
        { onSuccess: (stored) => onSent({ stored, left: rows.length - stored }) },
      );
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
