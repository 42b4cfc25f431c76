import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Clock } from '../../infra/clock/index.ts';
import { replyOf, TooManyRequestsError } from '../../infra/errors/index.ts';
import type { Log } from '../../infra/log/index.ts';
import { isDirectCaller } from './identity.demo.ts';
import { callerAddress, type Origins, realmPath } from './identity.origins.ts';
import type { Account } from './identity.repo.ts';
import type { SecondFactor } from './second-factor.service.ts';
import type { ServedAsset, SignInAssets } from './sign-in.assets.ts';
import type { Caller } from './sign-in.caller.ts';
import { frameOf, readChoices } from './sign-in.frame.ts';
import type { KnownBrowsers } from './sign-in.known-browser.ts';
import { noticePage, type PageFrame } from './sign-in.pages.ts';
import type { Credentials, SignInPageName, SignInService } from './sign-in.service.ts';
import { type Texts, texts } from './sign-in.texts.ts';

export interface SignInPagesDeps {
  origins: Origins;
  provider: () => Promise<Provider>;
  signIn: SignInService;
  secondFactor: Pick<SecondFactor, 'newEncryptedKey' | 'show'>;
  knownBrowsers: KnownBrowsers;
  assets: () => Promise<{ addresses: SignInAssets; byName: ReadonlyMap<string, ServedAsset> }>;
  clock: Clock;
  log: Log;
  demo?: { usernames: readonly string[]; password: string } | undefined;
}

export interface RouteOf {
  Params: { uid: string };
  Querystring: Record<string, string | undefined>;
}

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
export type PageRequest = FastifyRequest<RouteOf>;

/** What a sign-in has proven so far, stored with its interaction until it is complete. */
export interface SignInStep extends Credentials {
  /** Methods that were used: `pwd`, `otp`. */
  amr: string[];
  /** The encrypted key of a second factor that is being set up. */
  encryptedKey?: string | undefined;
}

/** A sign-in under way whose credentials are still the account's. */
export interface OpenStep {
  interaction: Interaction;
  step: SignInStep;
  account: Account;
}

export type SignInContext = ReturnType<typeof createSignInContext>;

export const signInUrl = `${realmPath}/sign-in/:uid`;

/** What the routes of the sign-in pages share. */
export function createSignInContext(deps: SignInPagesDeps, addresses: SignInAssets) {
  function frame(request: PageRequest, interaction?: Interaction): PageFrame {
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

  const textsOf = (request: PageRequest, interaction: Interaction): Texts =>
    texts[frame(request, interaction).language];

  async function findInteraction(
    request: PageRequest,
    reply: FastifyReply,
  ): Promise<Interaction | undefined> {
    try {
      const provider = await deps.provider();
      const interaction = await provider.interactionDetails(request.raw, reply.raw);
      return interaction.uid === request.params.uid ? interaction : undefined;
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
      throw error;
    }
  }

  /** Returns the sign-in that a page goes on with; undefined when it is over or its credentials have changed. */
  async function findStep(request: PageRequest, reply: FastifyReply): Promise<OpenStep | undefined> {
    const interaction = await findInteraction(request, reply);
    const step = interaction && stepOf(interaction);
    const account = step && (await deps.signIn.findUnchanged(step));
    return interaction && step && account && { interaction, step, account };
  }

  async function store(request: PageRequest, reply: FastifyReply, step: SignInStep): Promise<void> {
    const provider = await deps.provider();
    await provider.interactionResult(request.raw, reply.raw, { step });
  }

  /** Stores the step and redirects to the next page, or back to the application. */
  async function goOn(
    request: PageRequest,
    reply: FastifyReply,
    { interaction, step, account }: OpenStep,
  ): Promise<FastifyReply> {
    const page: SignInPageName | undefined = await deps.signIn.nextPage(account, step.amr);
    if (page === undefined) return finish(request, reply, interaction, step);
    await store(request, reply, step);
    const query = request.url.split('?')[1];
    const next = `${realmPath}/sign-in/${request.params.uid}/${page}`;
    return reply.redirect(query === undefined ? next : `${next}?${query}`, 303);
  }

  async function finish(
    request: PageRequest,
    reply: FastifyReply,
    interaction: Interaction,
    { amr, accountId, version }: SignInStep,
  ): Promise<FastifyReply> {
    const shown = { accountId, version };
    const [provider, caller] = [await deps.provider(), await callerOf(request)];
    const returnTo = await provider.interactionResult(
      request.raw,
      reply.raw,
      { login: { accountId: shown.accountId, amr } },
      { mergeWithLastSubmission: false },
    );
    // A reset after the check of the password has not seen the result above.
    if (!(await deps.signIn.complete(shown, caller, amr))) {
      await interaction.destroy();
      return expired(request, reply);
    }
    deps.log.info({ accountId: shown.accountId, address: caller.address }, 'signed in');
    void reply.header('set-cookie', await deps.knownBrowsers.cookieFor(shown, caller.known));
    return reply.redirect(returnTo, 303);
  }

  function expired(request: PageRequest, reply: FastifyReply): FastifyReply {
    const own = frame(request);
    const t = texts[own.language];
    const page = noticePage(own, {
      title: t.expiredTitle,
      text: t.expiredText,
      link: { href: own.hubUrl, label: t.toHub },
    });
    return send(request, reply, 400, page);
  }

  /** Shows the page of an error: that of a rate limit says when to try again. */
  function failed(request: PageRequest, reply: FastifyReply, error: unknown): FastifyReply {
    const own = frame(request);
    const t = texts[own.language];
    const link = { href: own.hubUrl, label: t.toHub };
    if (error instanceof TooManyRequestsError) {
      const seconds = error.retryAfterSeconds;
      void reply.header('retry-after', seconds);
      const notice = { title: t.tooManyTitle, text: t.tooManyText(seconds), link };
      return send(request, reply, error.status, noticePage(own, notice));
    }
    const { status } = replyOf(error, request.id);
    if (status >= 500) deps.log.error({ err: error, path: request.url.split('?', 1)[0] }, 'request failed');
    return send(request, reply, status, noticePage(own, { title: t.failedTitle, text: t.failedText, link }));
  }

  function send(request: PageRequest, reply: FastifyReply, status: number, page: string): FastifyReply {
    for (const cookie of readChoices(request.query, deps.origins.issuerOrigin))
      void reply.header('set-cookie', cookie);
    return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  }

  /** Browsers name the page a form was sent from; another site's form never carries our cookies either. */
  function isOwnForm(request: PageRequest): boolean {
    const { origin } = request.headers;
    return origin === undefined || deps.origins.allowed.includes(origin);
  }

  async function callerOf(request: PageRequest): Promise<Caller> {
    return {
      address: callerAddress(request),
      browser: request.headers['user-agent'] ?? '',
      direct: isDirectCaller(request),
      known: await deps.knownBrowsers.read(request.headers),
    };
  }

  return {
    ...{ frame, textsOf, findInteraction, findStep, store, goOn, expired, failed, send, isOwnForm, callerOf },
  };
}

/** Returns how long a caller has to wait, and the message for the page. */
export function waiting(until: Date, now: Date, t: Texts): { seconds: number; error: string } {
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return { seconds, error: t.waitUntil(seconds, romeTime(until)) };
}

// Everyone who uses the hub works by Rome's clock, as all its screens do. Seconds round up: at the time that is named
// the waiting is over.
function romeTime(instant: Date): string {
  const upTo = new Date(Math.ceil(instant.getTime() / 60_000) * 60_000);
  return upTo.toLocaleTimeString('it-IT', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' });
}

export function field(request: PageRequest, name: string): string {
  return request.body instanceof URLSearchParams ? (request.body.get(name) ?? '') : '';
}

function stepOf({ result }: Interaction): SignInStep | undefined {
  const step = result?.step as Partial<SignInStep> | undefined;
  const { accountId, version, amr, encryptedKey } = step ?? {};
  if (typeof accountId !== 'string' || typeof version !== 'number' || !Array.isArray(amr)) return undefined;
  return { accountId, version, amr, encryptedKey };
}
