/** Sign-in: accounts, the built-in OpenID provider with its pages, and who may be asked for tokens. */

export { demoAccounts, demoPassword } from './identity.demo.ts';
export {
  type CreateAdminInput,
  createIdentityModule,
  type IdentityDeps,
  type IdentityModule,
} from './identity.module.ts';
export type { Account } from './identity.repo.ts';
