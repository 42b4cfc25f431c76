import { type Message, messageOf, type ViewedRole, type Viewing, viewableRoles } from '@ludus/contract';
import { LRUCache } from 'lru-cache';
import { type Actor, type ActorIntegration, actorViewing } from '../../infra/access/index.ts';
import { hasAuditEntry, recordAudit } from '../../infra/audit/index.ts';
import type { Authenticated } from '../../infra/auth/index.ts';
import type { Clock } from '../../infra/clock/index.ts';
import { ForbiddenError, NotFoundError } from '../../infra/errors/index.ts';
import type { Postgres, Tx } from '../../infra/postgres/index.ts';
import type { ReferenceData } from '../integrations/index.ts';
import type { Grant, Grants } from './view-as.grants.ts';
import { lockViewing } from './view-as.repo.ts';

export interface ViewAsService {
  /** @throws ForbiddenError for a role that sees more than the actor, NotFoundError for an integration that is not active */
  start(actor: Actor, wanted: { integrationId: number; role: ViewedRole }): Promise<Viewing>;
  /** Does nothing where it has ended before. @throws NotFoundError for a grant of someone else */
  end(actor: Actor, text: string): Promise<void>;
  /** What the job does for a viewing that no one has ended. */
  lapse(viewer: { userId: string; username: string }, grant: Grant): Promise<void>;
  /** @throws ForbiddenError for what is no grant of the viewer, has ended, or is not allowed any more */
  open(viewer: Actor, text: string): Promise<Authenticated>;
}

export interface ViewAsDeps {
  postgres: Postgres;
  clock: Clock;
  grants: Grants;
  referenceData: Pick<ReferenceData, 'read'>;
  /** Has `lapse` called once a viewing has ended by itself. */
  enqueueLapse(tx: Tx, actor: Actor, grant: Grant): Promise<void>;
}

/** The end of a viewing by another process counts after so long. */
const openMs = 5_000;
const minuteMs = 60_000;
const maxKnown = 1_000;

export function createViewAsService({
  postgres,
  clock,
  grants,
  referenceData,
  enqueueLapse,
}: ViewAsDeps): ViewAsService {
  const known = new LRUCache<string, { hasEnded: boolean }>({ max: maxKnown, ttl: openMs });

  const endOf = ({ id, viewerId }: Grant) =>
    ({ actor: { userId: viewerId }, type: 'viewAs', action: 'end', objectId: id }) as const;

  async function hasEnded(grant: Grant): Promise<boolean> {
    const cached = known.get(grant.id);
    if (cached !== undefined) return cached.hasEnded;
    const ended = await hasAuditEntry(postgres.db, endOf(grant));
    known.set(grant.id, { hasEnded: ended });
    return ended;
  }

  async function find(integrationId: number): Promise<ActorIntegration | undefined> {
    const found = (await referenceData.read()).integrations.get(integrationId);
    return found?.isActive ? { id: found.id, name: found.name } : undefined;
  }

  async function note(
    tx: Tx,
    viewer: { userId: string; username: string },
    grant: Grant,
    entry: { action: 'start' | 'end'; description: Message },
  ): Promise<void> {
    const integration = await nameOf(grant.integrationId);
    await recordAudit(tx, {
      actor: viewer,
      type: 'viewAs',
      objectId: grant.id,
      object: { integration, integrationId: grant.integrationId, role: grant.role },
      ...entry,
    });
  }

  async function nameOf(integrationId: number): Promise<string> {
    const { integrations } = await referenceData.read();
    return integrations.get(integrationId)?.name ?? String(integrationId);
  }

  /** Writes the end of a viewing once, whoever comes first: the person or the job. */
  async function end(viewer: { userId: string; username: string }, grant: Grant): Promise<void> {
    const at = Math.min(clock.now().getTime(), grant.endsAt);
    const integration = await nameOf(grant.integrationId);
    await postgres.transaction(async (tx) => {
      // Two windows may leave at once.
      await lockViewing(tx, grant.id);
      if (await hasAuditEntry(tx, endOf(grant))) return;
      await note(tx, viewer, grant, {
        action: 'end',
        description: messageOf('logs.viewAsEnded', {
          integration,
          role: roleTexts[grant.role],
          minutes: Math.round((at - grant.startedAt) / minuteMs),
        }),
      });
    });
    known.set(grant.id, { hasEnded: true });
  }

  return {
    async start(actor, { integrationId, role }) {
      assertMayView(actor, role);
      const integration = await find(integrationId);
      if (integration === undefined) throw new NotFoundError(messageOf('refusals.integrationNotFound'));
      const { text, grant } = await grants.create({ viewerId: actor.userId, integrationId, role });
      await postgres.transaction(async (tx) => {
        await note(tx, actor, grant, {
          action: 'start',
          description: messageOf('logs.viewAsStarted', {
            integration: integration.name,
            role: roleTexts[role],
          }),
        });
        await enqueueLapse(tx, actor, grant);
      });
      return {
        grant: text,
        integration,
        role,
        startedAt: new Date(grant.startedAt).toISOString(),
        endsAt: new Date(grant.endsAt).toISOString(),
      };
    },

    async end(actor, text) {
      const grant = await grants.read(text);
      if (grant?.viewerId !== actor.userId) throw new NotFoundError();
      await end(actor, grant);
    },

    lapse: end,

    async open(viewer, text) {
      const grant = await grants.read(text);
      if (grant?.viewerId !== viewer.userId) throw ended();
      assertMayView(viewer, grant.role);
      const expiresAt = new Date(grant.endsAt);
      const integration = await find(grant.integrationId);
      if (integration === undefined || expiresAt <= clock.now() || (await hasEnded(grant))) throw ended();
      return { actor: actorViewing(viewer, integration, grant.role), expiresAt };
    },
  };
}

const roleTexts = {
  integration_admin: messageOf('logs.viewedAdministrator'),
  integration_manager: messageOf('logs.viewedManager'),
  integration_guest: messageOf('logs.viewedGuest'),
} as const satisfies Record<ViewedRole, Message>;

const ended = () => new ForbiddenError(messageOf('refusals.viewAsEnded'));

/** @throws ForbiddenError for someone who may not view as that role, whatever they could before */
function assertMayView(actor: Actor, role: ViewedRole): void {
  if (!actor.can('integrations:view-as') || !viewableRoles(actor.roles).includes(role))
    throw new ForbiddenError();
}
