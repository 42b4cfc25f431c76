import { z } from 'zod';
import { instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { userSession } from './manage.ts';

/** The account of the caller: how they sign in. */
export const accountSecurity = z
  .strictObject({
    /** `external`: the identity provider keeps passwords and second factors, and every change here is refused. */
    kind: z.enum(['built-in', 'external']),
    /** Where an external provider lets people change them; null where the hub does not know. */
    accountUrl: z.url().nullable(),
    /** Null with an external provider. */
    secondFactor: z
      .strictObject({
        isRequired: z.boolean(),
        /** Null while it is off. */
        since: instant.nullable(),
        recoveryCodesLeft: z.int().nonnegative(),
      })
      .nullable(),
    /** Where the caller is signed in, last access first; null with an external provider. */
    signIns: z.array(userSession.extend({ isCurrent: z.boolean() }).meta({ id: 'OwnSignIn' })).nullable(),
  })
  .meta({ id: 'AccountSecurity' });
export type AccountSecurity = z.infer<typeof accountSecurity>;

// Longer than any password or code that can be right.
const typed = (message: string) => z.string().min(1, message).max(1_000);
const currentPassword = typed(fieldCode('fields.currentPasswordMissing'));

export const passwordConfirmation = z.strictObject({ currentPassword });
export const passwordChange = passwordConfirmation.extend({
  newPassword: typed(fieldCode('fields.newPasswordMissing')),
});
export const secondFactorConfirmation = z.strictObject({ code: typed(fieldCode('fields.codeMissing')) });

const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });

export const getAccountSecurity = endpoint({
  id: 'getAccountSecurity',
  method: 'GET',
  path: '/account/security',
  access: 'signed-in',
  tag: 'account',
  summary: 'How the caller signs in',
  response: accountSecurity,
});

export const changeOwnPassword = endpoint({
  id: 'changeOwnPassword',
  method: 'PUT',
  path: '/account/password',
  access: 'signed-in',
  tag: 'account',
  summary: 'Change the password of the caller',
  description: 'Ends every other sign-in of the caller. 409 with an external identity provider.',
  body: passwordChange,
  response: z.null(),
  failures: [409, 429],
  perMinute: 10,
});

export const startSecondFactor = endpoint({
  id: 'startSecondFactor',
  method: 'POST',
  path: '/account/second-factor',
  access: 'signed-in',
  tag: 'account',
  summary: 'Get a key for an authenticator app',
  description: 'The second factor is on once the first code of this key is confirmed, within 15 minutes.',
  body: passwordConfirmation,
  response: z
    .strictObject({
      key: z.string(),
      /** `otpauth://…` */
      uri: z.string(),
      /** The address as a QR code, an SVG document. */
      qr: z.string(),
    })
    .meta({ id: 'SecondFactorKey' }),
  failures: [409, 429],
  perMinute: 10,
});

export const confirmSecondFactor = endpoint({
  id: 'confirmSecondFactor',
  method: 'PUT',
  path: '/account/second-factor',
  access: 'signed-in',
  tag: 'account',
  summary: 'Turn the second factor on, or move it to another app',
  description: 'Ends every other sign-in of the caller. The recovery codes are returned this once.',
  body: secondFactorConfirmation,
  response: recoveryCodes,
  failures: [409, 429],
  perMinute: 10,
});

export const turnOffSecondFactor = endpoint({
  id: 'turnOffSecondFactor',
  method: 'DELETE',
  path: '/account/second-factor',
  access: 'signed-in',
  tag: 'account',
  summary: 'Turn the second factor off',
  description: 'Ends every other sign-in of the caller. 409 where it is required or not on.',
  body: passwordConfirmation,
  response: z.null(),
  failures: [409, 429],
  perMinute: 10,
});

export const renewRecoveryCodes = endpoint({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/account/recovery-codes',
  access: 'signed-in',
  tag: 'account',
  summary: 'Replace the recovery codes of the caller',
  body: passwordConfirmation,
  response: recoveryCodes,
  failures: [409, 429],
  perMinute: 10,
});

export const endOwnSignIns = endpoint({
  id: 'endOwnSignIns',
  method: 'DELETE',
  path: '/account/sign-ins',
  access: 'signed-in',
  tag: 'account',
  summary: 'Sign the caller out elsewhere',
  description:
    'Ends one sign-in, its tokens included, or every one but the one the call is made with. 404 for one that has ended.',
  body: z.strictObject({
    currentPassword,
    /** Without it every other sign-in ends. */
    id: z.string().max(100).optional(),
  }),
  response: z.null(),
  failures: [404, 409, 429],
  perMinute: 10,
});

export const accountEndpoints = [
  getAccountSecurity,
  changeOwnPassword,
  startSecondFactor,
  confirmSecondFactor,
  turnOffSecondFactor,
  renewRecoveryCodes,
  endOwnSignIns,
] as const;
