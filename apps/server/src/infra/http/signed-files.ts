import { messageOf } from '@ludus/contract';
import type { FastifyPluginAsync } from 'fastify';
import type { Clock } from '../clock/index.ts';
import {
  createUrlSigner,
  type KeySettings,
  openEncryptor,
  type SignedQuery,
  type UrlSigner,
} from '../crypto/index.ts';
import { NotFoundError } from '../errors/index.ts';
import { type Download, sendDownload } from './download.ts';

/** Returns the URL of a file for one user, a path of the hub. It expires after an hour unless `expiresAt` is given. */
export type SignFileUrl = (
  file: { id: string | number; name: string },
  userId: string,
  expiresAt?: Date,
) => string;

/** Files of one kind, which open by URLs that are signed for one user each. */
export interface SignedFiles {
  urlSigner(): Promise<SignFileUrl>;
  plugin: FastifyPluginAsync;
}

export interface SignedFilesOptions {
  /** Outside `/api`: links in pages and mails carry no token. */
  prefix: string;
  /** A signature of one purpose opens no file of another. */
  purpose: string;
  /**
   * Returns the file when this user may have it now. The hub has signed this id for this user. `ipAddress` is given for a
   * download, not for HEAD.
   */
  find(id: string, userId: string, ipAddress: string | undefined): Promise<Download | undefined>;
}

const hourMs = 3_600_000;

export function createSignedFiles(
  { settings, clock }: { settings: KeySettings; clock: Clock },
  { prefix, purpose, find }: SignedFilesOptions,
): SignedFiles {
  let opened: Promise<UrlSigner> | undefined;
  const signer = () =>
    (opened ??= openEncryptor(settings).then((encryptor) => createUrlSigner(encryptor, clock, purpose)));
  return {
    async urlSigner() {
      const { query } = await signer();
      return ({ id, name }, userId, expiresAt = new Date(clock.now().getTime() + hourMs)) =>
        `${prefix}/${id}/${encodeURIComponent(name)}?${query(String(id), userId, expiresAt)}`;
    },
    plugin: async (server) => {
      server.route<{ Params: { id: string }; Querystring: SignedQuery }>({
        method: ['GET', 'HEAD'],
        url: `${prefix}/:id/:name`,
        handler: async ({ params: { id }, query, method, ip }, reply) => {
          const userId = (await signer()).userOf(id, query);
          const file =
            userId === undefined ? undefined : await find(id, userId, method === 'GET' ? ip : undefined);
          if (file === undefined) {
            throw new NotFoundError(messageOf('refusals.linkExpired'));
          }
          return sendDownload(reply, file);
        },
      });
    },
  };
}
