import type { FastifyInstance, FastifyReply } from 'fastify';
import { rawRoute } from './identity.origins.ts';
import {
  field,
  type OpenStep,
  type PageRequest,
  type RouteOf,
  type SignInContext,
  type SignInPagesDeps,
  signInUrl,
  waiting,
} from './sign-in.context.ts';
import { codePage, enrolPage, recoveryCodesPage } from './sign-in.second-factor.pages.ts';
import type { SignInPageName } from './sign-in.service.ts';

/** The pages that ask for a code of the second factor, or set it up where it is required. */
export function registerSecondFactorPages(
  app: FastifyInstance,
  deps: SignInPagesDeps,
  context: SignInContext,
): void {
  const { frame, textsOf, send, expired } = context;

  app.get<RouteOf>(`${signInUrl}/code`, rawRoute, async (request, reply) => {
    const open = await openAt('code', request, reply);
    return open === undefined ? expired(request, reply) : showCode(request, reply, open, 200);
  });

  app.post<RouteOf>(`${signInUrl}/code`, rawRoute, async (request, reply) => {
    const open = await openAt('code', request, reply);
    if (open === undefined || !context.isOwnForm(request)) return expired(request, reply);
    const t = textsOf(request, open.interaction);
    const code = field(request, 'code').slice(0, 40);
    if (code.trim() === '') return showCode(request, reply, open, 422, t.codeMissing);
    const caller = await context.callerOf(request);
    const outcome = await deps.signIn.checkCode(open.account, code, caller);
    if (outcome.kind === 'accepted') {
      const step = { ...open.step, amr: [...open.step.amr, 'otp'] };
      return context.goOn(request, reply, { ...open, step });
    }
    deps.log.info({ address: caller.address, outcome: outcome.kind }, 'a code was refused');
    if (outcome.kind === 'wrong') {
      return showCode(request, reply, open, 422, isRecovery(request) ? t.recoveryWrong : t.codeWrong);
    }
    const { seconds, error } = waiting(outcome.until, deps.clock.now(), t);
    void reply.header('retry-after', seconds);
    return showCode(request, reply, open, 429, error);
  });

  app.get<RouteOf>(`${signInUrl}/second-factor`, rawRoute, async (request, reply) => {
    const open = await openAt('second-factor', request, reply);
    if (open === undefined) return expired(request, reply);
    const encryptedKey = open.step.encryptedKey ?? (await deps.secondFactor.newEncryptedKey(open.account));
    if (open.step.encryptedKey === undefined)
      await context.store(request, reply, { ...open.step, encryptedKey });
    return showEnrol(request, reply, open, encryptedKey, 200);
  });

  app.post<RouteOf>(`${signInUrl}/second-factor`, rawRoute, async (request, reply) => {
    const open = await context.findStep(request, reply);
    if (open === undefined || !context.isOwnForm(request)) return expired(request, reply);
    const { step, account, interaction } = open;
    // The form was sent again, or the recovery codes have been seen.
    if (step.amr.includes('otp')) return context.goOn(request, reply, open);
    const { encryptedKey } = step;
    if (encryptedKey === undefined || (await deps.signIn.nextPage(account, step.amr)) !== 'second-factor') {
      return expired(request, reply);
    }
    const outcome = await deps.signIn.turnOnSecondFactor(account, encryptedKey, field(request, 'code'));
    if (outcome.kind === 'wrong') {
      return showEnrol(request, reply, open, encryptedKey, 422, textsOf(request, interaction).codeWrong);
    }
    const { version, recoveryCodes } = outcome;
    const { accountId, amr } = step;
    await context.store(request, reply, { accountId, version, amr: [...amr, 'otp'] });
    const view = { action: request.url, username: account.username, codes: recoveryCodes };
    return send(request, reply, 200, recoveryCodesPage(frame(request, interaction), view));
  });

  const isRecovery = (request: PageRequest) => request.query.with === 'recovery';

  /** Returns the sign-in if this is the page it has come to. */
  async function openAt(
    page: SignInPageName,
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<OpenStep | undefined> {
    const open = await context.findStep(request, reply);
    if (open === undefined) return undefined;
    return (await deps.signIn.nextPage(open.account, open.step.amr)) === page ? open : undefined;
  }

  function showCode(
    request: PageRequest,
    reply: FastifyReply,
    { interaction, account }: OpenStep,
    status: number,
    error?: string,
  ): FastifyReply {
    const view = { action: request.url, username: account.username, isRecovery: isRecovery(request), error };
    return send(request, reply, status, codePage(frame(request, interaction), view));
  }

  async function showEnrol(
    request: PageRequest,
    reply: FastifyReply,
    { interaction, account }: OpenStep,
    encryptedKey: string,
    status: number,
    error?: string,
  ): Promise<FastifyReply> {
    const { key, qr } = await deps.secondFactor.show(account, encryptedKey);
    const view = { action: request.url, username: account.username, key, qr, error };
    return send(request, reply, status, enrolPage(frame(request, interaction), view));
  }
}
