/** Sign-in: accounts, and the built-in OpenID provider with its pages. */

export { demoAccounts, demoPassword } from './identity.demo.ts';
export { renewCredentials, rotateProviderKeys } from './identity.keys.ts';
export {
  type CreateAdminInput,
  createIdentityModule,
  type IdentityDeps,
  type IdentityModule,
} from './identity.module.ts';
export type { Account } from './identity.repo.ts';
export type { RevokedGrants } from './revoked-grants.ts';
