import type { FastifyInstance } from 'fastify';
import { type Faults, faultsSchema } from '../platform/faults.ts';
import type { PlatformRuntime } from '../platform/runtime.ts';
import { romeText } from '../zone.ts';
import { type Html, html, page } from './html.ts';

const STYLE = `
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));gap:16px}.grid .card{margin:0}
form.faults{display:grid;gap:4px}form.faults label{display:flex;gap:8px;align-items:baseline}
form.faults input[type=number]{width:90px}.state{min-height:1.5em}
`;

function field(name: keyof Faults, faults: Faults): Html {
  const value = faults[name];
  const meaning = faultsSchema.shape[name].description ?? '';
  const input =
    typeof value === 'boolean'
      ? html`<input type="checkbox" name="${name}" ${value ? 'checked' : ''}>`
      : html`<input type="number" min="0" name="${name}" value="${value ?? ''}" placeholder="off">`;
  return html`<label>${input}<span><code>${name}</code> <span class="soft">${meaning}</span></span></label>`;
}

function card({ plan, sessions, state, historyFrom }: PlatformRuntime): Html {
  const held = sessions === null ? 'history is being built' : `${sessions.toLocaleString('it-IT')} sessions`;
  return html`<section class="card"><h2>${plan.name}</h2>
<p class="soft">${plan.version} · ${plan.operators.length} operators · ${held} since
${romeText(historyFrom).slice(0, 10)} · <a href="/p/${plan.key}/open-sessions">open sessions</a></p>
<form class="faults" data-platform="${plan.key}">
${(Object.keys(faultsSchema.shape) as (keyof Faults)[]).map((name) => field(name, state.faults))}
<p class="state soft" role="status"></p></form></section>`;
}

/** The first page: what there is, where it is, and the switches of each platform. */
export function startPageRoutes(app: FastifyInstance, platforms: PlatformRuntime[], demoSlug: string): void {
  app.get('/', async (_request, reply) => {
    const body = html`<h1>Ludus sandbox</h1>
<p class="soft">The outside world of a demo hub: operator platforms, game storage, demo games, a mail inbox and machines that receive webhooks.</p>
<p class="row"><a href="/inbox">Inbox</a><a href="/webhooks">Webhooks</a><a href="/world.json">World</a><a href="/storage/v1/games">Game storage</a>
<a href="/demo/${demoSlug}?fullBtn=false">A demo game</a></p>
<div class="grid">${platforms.map(card)}</div>`;
    return reply
      .type('text/html; charset=utf-8')
      .send(page({ title: 'Ludus sandbox', body, style: STYLE, script: '/assets/faults.js' }));
  });
}
