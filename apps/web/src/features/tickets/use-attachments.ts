import { maxTicketFileBytes, maxTicketFiles, ticketFileExtensions } from '@ludus/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limitOf } from '../../components/files/document-list.tsx';
import { type FilesTarget, useSendTicketFiles } from '../../domain/ticket/tickets.ts';
import { ApiError } from '../../lib/api/error.ts';
import { toast } from '../../lib/toast.tsx';

export interface Attachment {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** From 0 to 1. */
  part: number;
  /** What the server says of a file that it does not take; the same file is not taken later either. */
  problem?: string | undefined;
}

export const maxFileSize = limitOf(maxTicketFileBytes);

type FileProblem = 'wrongKind' | 'tooLarge' | 'noBytes';

function problemOf({ name, size }: File): FileProblem | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  if (!ticketFileExtensions.includes(extension)) return 'wrongKind';
  if (size > maxTicketFileBytes) return 'tooLarge';
  return size === 0 ? 'noBytes' : null;
}

const isSendable = ({ state, problem }: Attachment) => state !== 'sent' && problem === undefined;

/**
 * Files that are chosen with a text and sent once it has been, one after the other. What could not be sent
 * stays, to be tried again.
 */
export function useAttachments() {
  const { t } = useTranslation('tickets');
  const calls = useSendTicketFiles();
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const lastKey = useRef(0);
  const stop = useRef(new AbortController());
  const isUnderWay = useRef(false);
  useEffect(() => {
    // What was aborted when the effect was cleaned up stays so: a screen that is mounted again needs another one.
    if (stop.current.signal.aborted) stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);

  const change = (key: number, part: Partial<Attachment>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));

  /** What the server said against it; null when it could not be sent for another reason, undefined when it was sent. */
  async function sendOne({ key, file }: Attachment, target: FilesTarget): Promise<string | null | undefined> {
    change(key, { state: 'sending', part: 0, problem: undefined });
    try {
      await calls.send(file, target, {
        onProgress: (part) => change(key, { part }),
        signal: stop.current.signal,
      });
      change(key, { state: 'sent', part: 1 });
      return undefined;
    } catch (error) {
      if (stop.current.signal.aborted) throw error;
      const refusal =
        error instanceof ApiError && [409, 413, 415, 422].includes(error.status)
          ? // Its name was looked at before.
            error.status === 415
            ? t('wrongContent', { name: file.name })
            : error.message
          : null;
      change(key, { state: 'failed', problem: refusal ?? undefined });
      return refusal;
    }
  }

  return {
    files,
    problem,
    isSending: files.some(({ state }) => state === 'sending'),
    /** Whether sending again may help. */
    canRetry: files.some((one) => one.state === 'failed' && isSendable(one)),
    hasFailed: files.some(({ state }) => state === 'failed'),
    add(chosen: readonly File[]) {
      const wrong = chosen.flatMap((file) => {
        const found = problemOf(file);
        return found ? [t(found, { name: file.name, size: maxFileSize })] : [];
      });
      const room = Math.max(0, maxTicketFiles - files.length);
      const good = chosen.filter((file) => problemOf(file) === null);
      if (good.length > room) wrong.push(t('tooMany', { count: maxTicketFiles }));
      setProblem(wrong.length > 0 ? wrong.join(' ') : null);
      setFiles((all) => [
        ...all,
        ...good.slice(0, room).map((file) => ({
          key: ++lastKey.current,
          file,
          state: 'waiting' as const,
          part: 0,
        })),
      ]);
    },
    remove: (key: number) => setFiles((all) => all.filter((one) => one.key !== key)),
    /** Sends what has not been sent, or the one with that key; whether everything asked for has arrived. One at a time. */
    async send(target: FilesTarget, key?: number): Promise<boolean> {
      if (isUnderWay.current) return false;
      isUnderWay.current = true;
      try {
        const wanted = files.filter((one) => isSendable(one) && (key === undefined || one.key === key));
        const results: (string | null | undefined)[] = [];
        for (const one of wanted) results.push(await sendOne(one, target));
        const failed = results.filter((result) => result !== undefined);
        const refusals = failed.filter((result) => result !== null);
        if (failed.length > 0) {
          toast('error', t('mediaFailed'), refusals.length > 0 ? { detail: refusals.join(' ') } : {});
        }
        if (wanted.length > 0) await calls.invalidate();
        return failed.length === 0 && !files.some(({ problem: refusal }) => refusal !== undefined);
      } finally {
        isUnderWay.current = false;
      }
    },
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
