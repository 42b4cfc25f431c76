import {
  type IntegrationCreation,
  type IntegrationUpdate,
  type Message,
  messageOf,
  type Service,
  services,
  type TokenField,
  tokenFields,
} from '@ludus/contract';
import type { Actor } from '../../../infra/access/index.ts';
import { changesBetween, listFields, recordAudit } from '../../../infra/audit/index.ts';
import type { Clock } from '../../../infra/clock/index.ts';
import { type Encryptor, Secret } from '../../../infra/crypto/index.ts';
import { ConflictError, ValidationError } from '../../../infra/errors/index.ts';
import type { OperatorApi } from '../../../infra/operator-api/index.ts';
import { OutgoingError } from '../../../infra/outgoing/index.ts';
import type { Db, Postgres, Tx } from '../../../infra/postgres/index.ts';
import { decryptToken, tokenPurpose } from '../connections/connections.ts';
import {
  findIntegrations,
  findTokens,
  type IntegrationRow,
  lockIntegration,
  lockIntegrationForDeletion,
} from '../integrations.repo.ts';
import { nameKey } from '../reference-data/reference-data.ts';
import {
  countLinks,
  deleteToken,
  emptyIntegration,
  findIdentifiersLike,
  findNameKeys,
  insertNew,
  updateIntegration,
  upsertToken,
} from './editor.repo.ts';
import { tokenKindOf, tokensSentTo, urlColumns, urlFieldOf } from './fields.ts';

/** Creates, changes and deletes integrations. Every change is one transaction with its entry in the log. */
export interface IntegrationEditor {
  /**
   * Returns the id.
   * @throws ConflictError for a name or identifier that is taken
   * @throws ValidationError for addresses that the hub does not call
   */
  create(actor: Actor, body: IntegrationCreation): Promise<number>;
  /**
   * What is left out stays, and what is the same is no change. A token is never sent to another host than it was
   * entered for: with a service's new host its token has to come, and further tokens that do not come are removed.
   * @throws as `create`, NotFoundError
   */
  update(actor: Actor, id: number, body: IntegrationUpdate): Promise<void>;
  /** @throws NotFoundError, ConflictError while it has games */
  remove(actor: Actor, id: number): Promise<void>;
}

export interface EditorDeps {
  postgres: Pick<Postgres, 'db' | 'transaction'>;
  clock: Clock;
  operatorApi: Pick<OperatorApi, 'assertCallable'>;
  openEncryptor(): Promise<Encryptor>;
  /** After the commit: everyone reads again. */
  invalidate(tx: Db, integrationId: number): void;
  /** Has accounts that name the integration by one of its names, in lower case, follow to the new one. */
  renameAccounts(tx: Tx, nameKeys: readonly string[], name: string): Promise<void>;
  /** Has the rest of the hub let go of an integration. `nameKeys` may soon be another's. */
  forget(tx: Tx, gone: { id: number; nameKeys: readonly string[] }): Promise<void>;
}

type Fields = { [Name in keyof IntegrationCreation]?: IntegrationCreation[Name] | undefined };

export function createIntegrationEditor(deps: EditorDeps): IntegrationEditor {
  const { postgres, clock, operatorApi } = deps;

  /** Runs before the transaction: a DNS look-up must not hold a lock. */
  async function checkAddresses(fields: Fields, known?: IntegrationRow): Promise<void> {
    const problems: Record<string, Message> = {};
    await Promise.all(
      services.map(async (service) => {
        const field = urlFieldOf(service);
        const url = fields[field];
        if (url === undefined || url === known?.[urlColumns[service]]) return;
        try {
          await operatorApi.assertCallable(url);
        } catch (error) {
          if (!(error instanceof OutgoingError)) throw error;
          problems[field] = error.detail;
        }
      }),
    );
    const [first] = Object.values(problems);
    if (first !== undefined) throw new ValidationError(problems, first);
  }

  /** Writes the tokens that differ, and returns how each changed: never a value. */
  async function saveTokens(tx: Db, id: number, fields: Fields, now: Date) {
    const encryptor = await deps.openEncryptor();
    const ciphertexts = new Map((await findTokens(tx, [id])).map((row) => [row.kind, row.ciphertext]));
    const changes: Partial<Record<TokenField, { old: string; new: string }>> = {};
    for (const field of tokenFields) {
      const given = fields[field];
      if (given === undefined) continue;
      const kind = tokenKindOf[field];
      const purpose = tokenPurpose(id, kind);
      const known = ciphertexts.get(kind);
      if (known !== undefined && decryptToken(encryptor, known, purpose)?.reveal() === given) continue;
      await upsertToken(tx, id, kind, encryptor.encrypt(new Secret(given), purpose), now);
      changes[field] = known === undefined ? { old: 'not set', new: 'set' } : { old: 'set', new: 'replaced' };
    }
    return changes;
  }

  async function removeTokensOfLeftHosts(tx: Db, before: IntegrationRow, fields: Fields) {
    const changes: Partial<Record<TokenField, { old: string; new: string }>> = {};
    for (const service of services) {
      const url = fields[urlFieldOf(service)];
      if (url === undefined || new URL(url).origin === originOf(before[urlColumns[service]])) continue;
      const [own, ...further] = tokensSentTo[service];
      if (fields[own] === undefined) throw new ValidationError({ [own]: tokenForNewHost }, tokenForNewHost);
      for (const field of further) {
        if (fields[field] !== undefined || !(await deleteToken(tx, before.id, tokenKindOf[field]))) continue;
        changes[field] = { old: 'set', new: 'removed' };
      }
    }
    return changes;
  }

  return {
    async create(actor, body) {
      await checkAddresses(body);
      return postgres.transaction(async (tx) => {
        const now = clock.now();
        const external_identifier = body.externalIdentifier ?? (await freeIdentifier(tx, body.name));
        const id = await insertNew(tx, {
          name: body.name,
          version: body.version,
          external_identifier,
          gaming_service_url: body.gamingServiceURL,
          data_service_url: body.dataServiceURL,
          play_service_url: body.playServiceURL,
          launch_service_url: body.launchServiceURL,
          provider_id: null,
          created_at: now,
          updated_at: now,
        });
        await recordAudit(tx, {
          actor,
          type: 'integrations',
          action: 'create',
          objectId: id,
          description: messageOf('logs.integrationCreated', { name: body.name }),
          object: { name: body.name },
          changes: {
            ...changesBetween({}, { ...loggedOf(body), externalIdentifier: external_identifier }),
            ...(await saveTokens(tx, id, body, now)),
          },
        });
        deps.invalidate(tx, id);
        return id;
      });
    },

    async update(actor, id, body) {
      const [known] = await findIntegrations(postgres.db, { ids: [id], active: null });
      await checkAddresses(body, known);
      await postgres.transaction(async (tx) => {
        const before = await lockIntegration(tx, id);
        const now = clock.now();
        const changes = {
          ...changesBetween(loggedOf(fieldsOf(before)), loggedOf(body)),
          ...(await removeTokensOfLeftHosts(tx, before, body)),
          ...(await saveTokens(tx, id, body, now)),
        };
        const changed = Object.keys(changes) as (keyof Fields)[];
        if (changed.length === 0) return;
        await updateIntegration(tx, id, { ...columnsOf(body), updated_at: now });
        const name = body.name ?? before.name;
        if (name !== before.name) await deps.renameAccounts(tx, await findNameKeys(tx, id), name);
        await recordAudit(tx, {
          actor,
          type: 'integrations',
          action: 'update',
          objectId: id,
          description: messageOf('logs.integrationChanged', {
            fields: listFields(changed),
            name: before.name,
          }),
          object: { name },
          changes,
        });
        deps.invalidate(tx, id);
      });
    },

    async remove(actor, id) {
      await postgres.transaction(async (tx) => {
        const row = await lockIntegrationForDeletion(tx, id);
        if ((await countLinks(tx, id)) > 0)
          throw new ConflictError(messageOf('refusals.integrationHasGames'));
        const nameKeys = [...new Set([nameKey(row.name), ...(await findNameKeys(tx, id))])];
        await deps.forget(tx, { id, nameKeys });
        await emptyIntegration(tx, id, clock.now());
        await recordAudit(tx, {
          actor,
          type: 'integrations',
          action: 'delete',
          objectId: id,
          description: messageOf('logs.integrationDeleted', { name: row.name }),
          object: { name: row.name },
          changes: Object.fromEntries(
            Object.entries(loggedOf(fieldsOf(row))).map(([field, old]) => [field, { old, new: null }]),
          ),
        });
        deps.invalidate(tx, id);
      });
    },
  };
}

const tokenForNewHost = messageOf('fields.tokenForNewHost');

/** Null for the empty address of a deleted integration. */
function originOf(url: string): string | null {
  return URL.parse(url)?.origin ?? null;
}

type UrlColumn = (typeof urlColumns)[Service];

/** The columns of the fields that are given; tokens are kept elsewhere. */
function columnsOf(fields: Fields) {
  const given = services.flatMap((service) => {
    const url = fields[urlFieldOf(service)];
    return url === undefined ? [] : [[urlColumns[service], url] as const];
  });
  return {
    ...(fields.name !== undefined && { name: fields.name }),
    ...(fields.version !== undefined && { version: fields.version }),
    ...(Object.fromEntries(given) as Partial<Record<UrlColumn, string>>),
  };
}

/** The fields that the log shows with their values, of those given. */
function loggedOf(fields: Fields): Record<string, unknown> {
  const names = ['name', 'version', ...services.map(urlFieldOf)] as const;
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
}

function fieldsOf(row: IntegrationRow): Fields {
  const urls = services.map((service) => [urlFieldOf(service), row[urlColumns[service]]]);
  return { name: row.name, version: row.version, ...Object.fromEntries(urls) };
}

/** A slug of the name, with a number where another integration has it already. */
async function freeIdentifier(tx: Db, name: string): Promise<string> {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const slug = words?.join('-') ?? 'integration';
  const used = await findIdentifiersLike(tx, slug);
  for (let number = 1; ; number += 1) {
    const identifier = number === 1 ? slug : `${slug}-${number}`;
    if (!used.has(identifier)) return identifier;
  }
}
