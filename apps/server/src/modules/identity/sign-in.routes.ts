import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Clock } from '../../platform/clock/index.ts';
import type { Log } from '../../platform/log/index.ts';
import { callerAddress, type Origins, rawRoute, realmPath } from './identity.origins.ts';
import type { Account } from './identity.repo.ts';
import type { ServedAsset, SignInAssets } from './sign-in.assets.ts';
import { frameOf, readChoices } from './sign-in.frame.ts';
import {
  changePasswordPage,
  noticePage,
  type PageFrame,
  type SignInView,
  signInPage,
} from './sign-in.pages.ts';
import type { SignInService } from './sign-in.service.ts';
import { texts } from './sign-in.texts.ts';

export interface SignInPagesDeps {
  origins: Origins;
  provider: () => Promise<Provider>;
  signIn: SignInService;
  assets: () => Promise<{ addresses: SignInAssets; byName: ReadonlyMap<string, ServedAsset> }>;
  clock: Clock;
  log: Log;
  demo?: { usernames: readonly string[]; password: string } | undefined;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type Request = FastifyRequest<{ Params: { uid: string }; Querystring: Record<string, string | undefined> }>;

const signInUrl = `${realmPath}/sign-in/:uid`;
const year = 365 * 24 * 60 * 60;
const noStore = 'no-store';

/** The pages people see: signing in, choosing the first password of one's own, and what went wrong. */
export async function registerSignInPages(app: FastifyInstance, deps: SignInPagesDeps): Promise<void> {
  const { addresses, byName } = await deps.assets();

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16 * 1024 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  app.setErrorHandler<FastifyError, RouteOf>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) deps.log.error({ err: error }, 'the sign-in failed');
    const own = frame(request);
    const t = texts[own.language];
    const link = { href: own.hubUrl, label: t.toHub };
    return send(request, reply, status, noticePage(own, { title: t.failedTitle, text: t.failedText, link }));
  });

  app.get<{ Params: { name: string } }>(`${realmPath}/assets/:name`, rawRoute, (request, reply) => {
    const asset = byName.get(request.params.name);
    if (asset === undefined) return reply.code(404).type('text/plain').send('Not found.');
    return reply
      .header('cache-control', `public, max-age=${year}, immutable`)
      .header('cross-origin-resource-policy', 'same-origin')
      .type(asset.type)
      .send(asset.body);
  });

  app.get<RouteOf>(signInUrl, rawRoute, async (request, reply) => {
    const interaction = await findInteraction(request, reply);
    if (interaction === undefined) return expired(request, reply);
    const hint = interaction.params.login_hint;
    const username = request.query.account ?? (typeof hint === 'string' ? hint : '');
    return showSignIn(request, reply, interaction, 200, { username });
  });

  app.post<RouteOf>(signInUrl, rawRoute, async (request, reply) => {
    const interaction = await findInteraction(request, reply);
    if (interaction === undefined || !isOwnForm(request)) return expired(request, reply);
    const username = field(request, 'username').trim();
    const outcome = await deps.signIn.signIn({
      username,
      password: field(request, 'password'),
      address: callerAddress(request, deps.origins),
    });
    const t = texts[frame(request, interaction).language];
    switch (outcome.kind) {
      case 'signed-in':
        return finish(request, reply, outcome.account);
      case 'must-change-password': {
        const provider = await deps.provider();
        await provider.interactionResult(request.raw, reply.raw, {
          passwordChange: { accountId: outcome.account.id },
        });
        const query = request.url.split('?')[1];
        const next = `${realmPath}/sign-in/${interaction.uid}/password${query === undefined ? '' : `?${query}`}`;
        return reply.redirect(next, 303);
      }
      case 'incomplete':
        return showSignIn(request, reply, interaction, 422, {
          username,
          usernameError: outcome.username ? t.usernameMissing : undefined,
          passwordError: outcome.password ? t.passwordMissing : undefined,
        });
      case 'wrong':
        deps.log.info({ address: callerAddress(request, deps.origins) }, 'a sign-in was refused');
        return showSignIn(request, reply, interaction, 422, { username, error: t.wrong });
      case 'wait': {
        const seconds = Math.max(1, Math.ceil((outcome.until.getTime() - deps.clock.now().getTime()) / 1000));
        deps.log.warn(
          { address: callerAddress(request, deps.origins) },
          'a sign-in has to wait after too many failures',
        );
        void reply.header('retry-after', seconds);
        const error = t.waitUntil(seconds, romeTime(outcome.until));
        return showSignIn(request, reply, interaction, 429, { username, error });
      }
    }
  });

  app.get<RouteOf>(`${signInUrl}/password`, rawRoute, async (request, reply) => {
    const interaction = await findInteraction(request, reply);
    const account = await changing(interaction);
    if (interaction === undefined || account === undefined) return expired(request, reply);
    return showChange(request, reply, interaction, 200, account, {});
  });

  app.post<RouteOf>(`${signInUrl}/password`, rawRoute, async (request, reply) => {
    const interaction = await findInteraction(request, reply);
    const account = await changing(interaction);
    if (interaction === undefined || account === undefined || !isOwnForm(request)) {
      return expired(request, reply);
    }
    const outcome = await deps.signIn.changePassword(account.id, {
      newPassword: field(request, 'newPassword'),
      repeated: field(request, 'repeatPassword'),
    });
    if (outcome.kind === 'gone') return expired(request, reply);
    if (outcome.kind === 'changed') return finish(request, reply, outcome.account);
    const t = texts[frame(request, interaction).language];
    return showChange(request, reply, interaction, 422, account, {
      newPasswordError: outcome.newPassword && t[outcome.newPassword],
      repeatPasswordError: outcome.repeatPassword && t[outcome.repeatPassword],
    });
  });

  function frame(request: Request, interaction?: Interaction): PageFrame {
    const uiLocales = interaction?.params.ui_locales;
    return frameOf({
      headers: request.headers,
      query: request.query,
      assets: addresses,
      hubUrl: `${deps.origins.issuerOrigin}/`,
      self: interaction === undefined ? undefined : request.url,
      uiLocales: typeof uiLocales === 'string' ? uiLocales : undefined,
    });
  }

  async function findInteraction(request: Request, reply: FastifyReply): Promise<Interaction | undefined> {
    try {
      const provider = await deps.provider();
      const interaction = await provider.interactionDetails(request.raw, reply.raw);
      return interaction.uid === request.params.uid ? interaction : undefined;
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
      throw error;
    }
  }

  async function changing(interaction: Interaction | undefined): Promise<Account | undefined> {
    const step = interaction?.result?.passwordChange;
    if (typeof step !== 'object' || step === null || !('accountId' in step)) return undefined;
    return deps.signIn.findEnabled(String(step.accountId));
  }

  async function finish(request: Request, reply: FastifyReply, account: Account): Promise<FastifyReply> {
    const provider = await deps.provider();
    const returnTo = await provider.interactionResult(
      request.raw,
      reply.raw,
      { login: { accountId: account.id, amr: ['pwd'] } },
      { mergeWithLastSubmission: false },
    );
    deps.log.info({ accountId: account.id, address: callerAddress(request, deps.origins) }, 'signed in');
    return reply.redirect(returnTo, 303);
  }

  function showSignIn(
    request: Request,
    reply: FastifyReply,
    interaction: Interaction,
    status: number,
    view: Omit<SignInView, 'action' | 'demo'>,
  ): FastifyReply {
    const action = request.url;
    return send(
      request,
      reply,
      status,
      signInPage(frame(request, interaction), { ...view, action, demo: deps.demo }),
    );
  }

  function showChange(
    request: Request,
    reply: FastifyReply,
    interaction: Interaction,
    status: number,
    account: Account,
    errors: { newPasswordError?: string | undefined; repeatPasswordError?: string | undefined },
  ): FastifyReply {
    const view = { action: request.url, username: account.username, ...errors };
    return send(request, reply, status, changePasswordPage(frame(request, interaction), view));
  }

  function expired(request: Request, reply: FastifyReply): FastifyReply {
    const own = frame(request);
    const t = texts[own.language];
    const page = noticePage(own, {
      title: t.expiredTitle,
      text: t.expiredText,
      link: { href: own.hubUrl, label: t.toHub },
    });
    return send(request, reply, 400, page);
  }

  function send(request: Request, reply: FastifyReply, status: number, page: string): FastifyReply {
    for (const cookie of readChoices(request.query)) void reply.header('set-cookie', cookie);
    return reply.code(status).header('cache-control', noStore).type('text/html; charset=utf-8').send(page);
  }

  /** Browsers name the page a form was sent from; another site's form never carries our cookies either. */
  function isOwnForm(request: Request): boolean {
    const { origin } = request.headers;
    return origin === undefined || deps.origins.allowed.includes(origin);
  }
}

interface RouteOf {
  Params: { uid: string };
  Querystring: Record<string, string | undefined>;
}

function field(request: Request, name: string): string {
  return request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : '';
}

// Everybody who uses the hub works by Rome's clock, as all its screens do. Seconds round up: at the time that is named
// the waiting is over.
function romeTime(instant: Date): string {
  const upTo = new Date(Math.ceil(instant.getTime() / 60_000) * 60_000);
  return upTo.toLocaleTimeString('it-IT', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' });
}
