import { maxTicketFileBytes, maxTicketFiles, ticketFileExtensions, uploadTicketMedia } from '@ludus/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, upload } from '../../lib/api/index.ts';
import { formatCount } from '../../lib/format.ts';
import { toast } from '../../lib/toast.tsx';
import { refreshTickets } from './api/tickets.ts';

export interface Attachment {
  key: number;
  file: File;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  /** From 0 to 1. */
  part: number;
  /** What the server says of a file that it does not take. */
  problem?: string | undefined;
}

/** Where files go: to a ticket, or to an answer of it. */
export interface FilesTarget {
  ticketId: number;
  answerId?: number;
}

/** As the server names its limit. */
export const maxFileSize = `${maxTicketFileBytes / 1_048_576} MB`;

type FileProblem = 'wrongKind' | 'tooLarge' | 'noBytes';

function problemOf({ name, size }: File): FileProblem | null {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  if (!ticketFileExtensions.includes(extension)) return 'wrongKind';
  if (size > maxTicketFileBytes) return 'tooLarge';
  return size === 0 ? 'noBytes' : null;
}

/**
 * Files that are chosen with a text and sent once it has been (TICK-20), one after the other. What could not be sent
 * stays, to be tried again.
 */
export function useAttachments() {
  const { t } = useTranslation('tickets');
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const lastKey = useRef(0);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const change = (key: number, part: Partial<Attachment>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));

  async function sendOne({ key, file }: Attachment, target: FilesTarget): Promise<boolean> {
    change(key, { state: 'sending', part: 0, problem: undefined });
    try {
      await upload(uploadTicketMedia, {
        params: { id: target.ticketId },
        fields: target.answerId === undefined ? {} : { answerId: target.answerId },
        file,
        onProgress: (part) => change(key, { part }),
        signal: stop.current.signal,
      });
      change(key, { state: 'sent', part: 1 });
      return true;
    } catch (error) {
      if (stop.current.signal.aborted) throw error;
      const refused = error instanceof ApiError && [409, 413, 415, 422].includes(error.status);
      change(key, { state: 'failed', problem: refused ? error.message : undefined });
      return false;
    }
  }

  return {
    files,
    problem,
    isSending: files.some(({ state }) => state === 'sending'),
    hasFailed: files.some(({ state }) => state === 'failed'),
    add(chosen: readonly File[]) {
      const wrong = chosen.flatMap((file) => {
        const found = problemOf(file);
        return found ? [t(found, { name: file.name, size: maxFileSize })] : [];
      });
      const room = Math.max(0, maxTicketFiles - files.length);
      const good = chosen.filter((file) => problemOf(file) === null);
      if (good.length > room) wrong.push(t('tooMany', { shown: formatCount(maxTicketFiles) }));
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
    /** Sends what has not been sent, or the one with that key; whether everything asked for has arrived. */
    async send(target: FilesTarget, key?: number): Promise<boolean> {
      const wanted = files.filter((one) => one.state !== 'sent' && (key === undefined || one.key === key));
      let isWhole = true;
      for (const one of wanted) isWhole = (await sendOne(one, target)) && isWhole;
      if (!isWhole) toast('error', t('mediaFailed'));
      if (wanted.length > 0) await refreshTickets(client);
      return isWhole;
    },
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
