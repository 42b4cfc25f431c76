import type { FastifyInstance, FastifyReply } from 'fastify';
import { isDirectCaller } from './identity.demo.ts';
import { rawRoute, realmPath } from './identity.origins.ts';
import type { Account } from './identity.repo.ts';
import type { ServedAsset } from './sign-in.assets.ts';
import {
  field,
  type Interaction,
  type OpenStep,
  type PageRequest,
  type RouteOf,
  type SignInContext,
  type SignInPagesDeps,
  signInUrl,
  waiting,
} from './sign-in.context.ts';
import { changePasswordPage, type SignInView, signInPage } from './sign-in.pages.ts';
import { registerSecondFactorPages } from './sign-in.second-factor.routes.ts';

export type { SignInPagesDeps } from './sign-in.context.ts';

const year = 365 * 24 * 60 * 60;

/** The pages people see: signing in, choosing the first password of one's own, and what went wrong. */
export function registerSignInPages(
  app: FastifyInstance,
  deps: SignInPagesDeps,
  context: SignInContext,
  assets: ReadonlyMap<string, ServedAsset>,
): void {
  const { frame, textsOf, send, expired } = context;

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  app.get<{ Params: { name: string } }>(`${realmPath}/assets/:name`, rawRoute, (request, reply) => {
    const asset = assets.get(request.params.name);
    if (asset === undefined) return reply.code(404).type('text/plain').send('Not found.');
    return reply
      .header('cache-control', `public, max-age=${year}, immutable`)
      .header('cross-origin-resource-policy', 'same-origin')
      .type(asset.type)
      .send(asset.body);
  });

  app.get<RouteOf>(signInUrl, rawRoute, async (request, reply) => {
    const interaction = await context.findInteraction(request, reply);
    if (interaction === undefined) return expired(request, reply);
    const hint = interaction.params.login_hint;
    const username = request.query.account ?? (typeof hint === 'string' ? hint : '');
    return showSignIn(request, reply, interaction, 200, { username });
  });

  app.post<RouteOf>(signInUrl, rawRoute, async (request, reply) => {
    const interaction = await context.findInteraction(request, reply);
    if (interaction === undefined || !context.isOwnForm(request)) return expired(request, reply);
    const username = field(request, 'username').trim();
    const caller = await context.callerOf(request);
    const outcome = await deps.signIn.signIn({ username, password: field(request, 'password'), caller });
    const t = textsOf(request, interaction);
    switch (outcome.kind) {
      case 'accepted': {
        const { account } = outcome;
        const step = { accountId: account.id, version: account.credentialVersion, amr: ['pwd'] };
        return context.goOn(request, reply, { interaction, step, account });
      }
      case 'incomplete':
        return showSignIn(request, reply, interaction, 422, {
          username,
          usernameError: outcome.username ? t.usernameMissing : undefined,
          passwordError: outcome.password ? t.passwordMissing : undefined,
        });
      case 'wrong':
        deps.log.info({ address: caller.address }, 'a sign-in was refused');
        return showSignIn(request, reply, interaction, 422, { username, error: t.wrong });
      case 'wait': {
        const { seconds, error } = waiting(outcome.until, deps.clock.now(), t);
        deps.log.warn({ address: caller.address }, 'a sign-in has to wait after too many failures');
        void reply.header('retry-after', seconds);
        return showSignIn(request, reply, interaction, 429, { username, error });
      }
    }
  });

  app.get<RouteOf>(`${signInUrl}/password`, rawRoute, async (request, reply) => {
    const open = await context.findStep(request, reply);
    if (open === undefined || (await pageOf(open)) !== 'password') return expired(request, reply);
    return showChange(request, reply, open.interaction, 200, open.account, {});
  });

  app.post<RouteOf>(`${signInUrl}/password`, rawRoute, async (request, reply) => {
    const open = await context.findStep(request, reply);
    if (open === undefined || (await pageOf(open)) !== 'password' || !context.isOwnForm(request)) {
      return expired(request, reply);
    }
    const { interaction, step, account } = open;
    const outcome = await deps.signIn.changePassword(step, {
      newPassword: field(request, 'newPassword'),
      repeated: field(request, 'repeatPassword'),
    });
    if (outcome.kind === 'gone') return expired(request, reply);
    if (outcome.kind === 'changed') {
      const version = outcome.account.credentialVersion;
      const changed = { interaction, step: { ...step, version }, account: outcome.account };
      return context.goOn(request, reply, changed);
    }
    const t = textsOf(request, interaction);
    return showChange(request, reply, interaction, 422, account, {
      newPasswordError: outcome.newPassword && t[outcome.newPassword],
      repeatPasswordError: outcome.repeatPassword && t[outcome.repeatPassword],
    });
  });

  registerSecondFactorPages(app, deps, context);

  const pageOf = ({ account, step }: OpenStep) => deps.signIn.nextPage(account, step.amr);

  function showSignIn(
    request: PageRequest,
    reply: FastifyReply,
    interaction: Interaction,
    status: number,
    view: Omit<SignInView, 'action' | 'demo'>,
  ): FastifyReply {
    const page = signInPage(frame(request, interaction), {
      ...view,
      action: request.url,
      demo: isDirectCaller(request) ? deps.demo : undefined,
    });
    return send(request, reply, status, page);
  }

  function showChange(
    request: PageRequest,
    reply: FastifyReply,
    interaction: Interaction,
    status: number,
    account: Account,
    errors: { newPasswordError?: string | undefined; repeatPasswordError?: string | undefined },
  ): FastifyReply {
    const view = { action: request.url, username: account.username, ...errors };
    return send(request, reply, status, changePasswordPage(frame(request, interaction), view));
  }
}
