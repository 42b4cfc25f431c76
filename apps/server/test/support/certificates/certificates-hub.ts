/** A hub of documents with two integrations, whose clock stands still, and what tests send to it. */
import type { Role } from '@ludus/contract';
import { type FixedClock, fixedClock } from '../../../src/infra/clock/index.ts';
import type { CertificatesModule } from '../../../src/modules/certificates/index.ts';
import { createCertificatesModule } from '../../../src/modules/certificates/index.ts';
import type { Notify } from '../../../src/modules/notifications/index.ts';
import { addIntegration } from '../../catalogue.ts';
import { startTestHub, type TestHub } from '../../hub.ts';
import { recordedRealtime } from '../../realtime.ts';
import { identityIn, testAccounts } from '../../rights.ts';
import { type TokenOptions, tokenFor } from '../../tokens.ts';

type Fields = Record<string, string | string[]>;
interface FileOptions {
  content?: string;
  fileName?: string;
  token?: string | null;
}

/** Noon in Rome of the day that the tests are about. */
export const today = '2026-11-26';
const noon = `${today}T11:00:00Z`;

export interface CertificatesHub {
  hub: TestHub;
  clock: FixedClock;
  module: CertificatesModule;
  realtime: ReturnType<typeof recordedRealtime>;
  /** What people were notified of, in order. */
  notified: { to: Parameters<Notify>[1]; content: Parameters<Notify>[2] }[];
  alpina: number;
  baltica: number;
  admin: string;
  tokenOf(role: Role, options?: TokenOptions): Promise<string>;
  /** Stores a document; `RNG` for every integration unless given. */
  add(fields: Fields, options?: FileOptions): ReturnType<TestHub['fetch']>;
  replace(id: number | string, fields?: Fields, options?: FileOptions): ReturnType<TestHub['fetch']>;
}

export async function startCertificatesHub(): Promise<CertificatesHub> {
  const clock = fixedClock(noon);
  const realtime = recordedRealtime();
  const notified: CertificatesHub['notified'] = [];
  const ids = new Map<string, number>();
  let module: CertificatesModule | undefined;
  const hub = await startTestHub({
    clock,
    modules: (infra) => {
      module = createCertificatesModule(
        { ...infra, realtime },
        {
          identityOf: (subject) => identityIn(testAccounts(), subject),
          integrations: {
            findByName: async (name) => {
              const id = ids.get(name);
              return id === undefined ? null : { id, name };
            },
          },
        },
        async (_tx, to, content) => {
          notified.push({ to, content });
          return { notices: 0, mails: 0, people: [] };
        },
      );
      return [module];
    },
  });
  for (const name of ['Alpina', 'Baltica']) {
    ids.set(name, (await addIntegration(hub.stores.postgres.db, name)).id);
  }
  const tokenOf = (role: Role, options: TokenOptions = {}) =>
    tokenFor(role, { now: clock.now(), ...options });
  const admin = await tokenOf('ludus_admin');

  function send(
    path: string,
    fields: Fields,
    { content = '%PDF-1.7 certificate', fileName = 'certificate.pdf', token = admin }: FileOptions,
  ) {
    const body = new FormData();
    for (const [field, values] of Object.entries(fields)) {
      for (const value of [values].flat()) body.append(field, value);
    }
    body.set('file', new Blob([content]), fileName);
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    return hub.fetch(`/api/certificates/${path}`, { method: 'POST', headers, body });
  }

  if (module === undefined) throw new Error('The module was not created.');
  return {
    hub,
    clock,
    module,
    realtime,
    notified,
    alpina: ids.get('Alpina') ?? 0,
    baltica: ids.get('Baltica') ?? 0,
    admin,
    tokenOf,
    add(fields, options = {}) {
      const all = { isGeneral: 'false', name: 'RNG', type: 'certificate', ...fields };
      // One whose end is not said has none: it has to be said of a certificate.
      const hasNoEnd = all.type === 'certificate' && fields.validUntil === undefined;
      return send('create', { ...(hasNoEnd ? { hasNoEnd: 'true' } : {}), ...all }, options);
    },
    replace: (id, fields = {}, options = {}) => send(`replace/${id}`, fields, options),
  };
}
