import { type Identity, isValidIdentity, viewableRoles } from '@ludus/contract';
import { parseViewedSubject } from '../../infra/access/index.ts';
import type { ReferenceData } from '../integrations/index.ts';

type IdentityOf = (subject: string) => Promise<Identity | undefined>;

/**
 * The same lookup of current rights that also knows who views as an integration: the addresses of files that their responses hold are
 * signed for the role that they view as, and open as long as the person behind it may view so.
 */
export function withViewedSubjects(
  identityOf: IdentityOf,
  referenceData: Pick<ReferenceData, 'read'>,
): IdentityOf {
  return async (subject) => {
    const viewed = parseViewedSubject(subject);
    if (viewed === undefined) return identityOf(subject);
    const viewer = await identityOf(viewed.viewerId);
    if (viewer === undefined || !isValidIdentity(viewer)) return undefined;
    if (!viewableRoles(viewer.roles).includes(viewed.role)) return undefined;
    const integration = (await referenceData.read()).integrations.get(viewed.integrationId);
    if (!integration?.isActive) return undefined;
    return {
      userId: subject,
      username: viewer.username,
      email: null,
      roles: [viewed.role],
      integrationName: integration.name,
    };
  };
}
