import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { conformanceCheckIds } from '@ludus/contract/conformance';
import { PLATFORM_SERVICES, PLATFORM_VERSIONS, type PlatformService } from '@ludus/contract/operator-api';
import { z } from 'zod';
import { asHtml, asMarkdown, asText } from './report.ts';
import { runConformance } from './run.ts';
import { type ConformanceOptions, defaultOptions, type Target } from './target.ts';

const help = `Usage: ludus-conformance --url URL --token TOKEN [options]
       ludus-conformance --config FILE [options]

Checks whether an operator platform does what the operator API asks of it (docs/operator-api.md).

  --url URL                base of the platform: its services are URL/gaming, URL/data, URL/play and URL/launch
  --token TOKEN            the token of all calls
  --gaming-url, --data-url, --play-url, --launch-url URL
                           the address of one service
  --gaming-token, --data-token, --play-token, --launch-token TOKEN
  --bookkeeping-token, --operator-token, --maintenance-token TOKEN
                           a token of its own; each can also come from the environment, such as BOOKKEEPING_TOKEN
  --config FILE            all of this as JSON, in the shape of a platform of the sandbox's /world.json
  --version-of VERSION     GAI2 or GAI-INTERNATIONAL: whether sessions have Italian ids

  --only ID[,ID]           only these checks
  --with-writes            also checks that change something: bets, closing, notices of maintenance
  --close-session ID       an open session that may be closed
  --days N                 whole days that are compared with the totals (${defaultOptions.days})
  --max-sessions N         most sessions read of one period (${defaultOptions.maxSessions})
  --concurrency N          calls at a time under load (${defaultOptions.concurrency})
  --seconds N              how long load lasts (${defaultOptions.seconds})
  --slow-ms N              the slowest that 95 in 100 calls may be (${defaultOptions.slowMs})
  --timeout-ms N           how long a response may take (${defaultOptions.timeoutMs})

  --json                   print the report as JSON
  --html FILE, --markdown FILE
                           also write the report to a file
  --list                   list the checks

Exit code 0 when nothing failed, 1 when something did, 2 for wrong arguments.`;

const tokenNames = [...PLATFORM_SERVICES, 'bookkeeping', 'operator', 'maintenance'] as const;

const text = { type: 'string' } as const;
const flags = {
  url: text,
  token: text,
  config: text,
  'version-of': text,
  only: text,
  'with-writes': { type: 'boolean' },
  'close-session': text,
  days: text,
  'max-sessions': text,
  concurrency: text,
  seconds: text,
  'slow-ms': text,
  'timeout-ms': text,
  json: { type: 'boolean' },
  html: text,
  markdown: text,
  list: { type: 'boolean' },
  help: { type: 'boolean' },
  ...Object.fromEntries(PLATFORM_SERVICES.map((service) => [`${service}-url`, text])),
  ...Object.fromEntries(tokenNames.map((name) => [`${name}-token`, text])),
} as const;

class UsageError extends Error {}

const service = z.object({ url: z.url({ protocol: /^https?$/ }), token: z.string().min(1).nullable() });
const configSchema = z.object({
  services: z.object({ gaming: service, data: service, play: service, launch: service }),
  bookkeepingToken: z.string().min(1).nullable().default(null),
  operatorToken: z.string().min(1).nullable().default(null),
  maintenanceToken: z.string().min(1).nullable().default(null),
  version: z.enum(PLATFORM_VERSIONS).nullable().default(null),
});

type Values = Record<string, string | boolean | undefined>;

function readTarget(values: Values, env: NodeJS.ProcessEnv, config: unknown): Target {
  const given = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const tokenOf = (name: (typeof tokenNames)[number]): string | null =>
    given(`${name}-token`) ?? env[`${name.toUpperCase()}_TOKEN`] ?? given('token') ?? env.TOKEN ?? null;
  const base = given('url')?.replace(/\/+$/, '');
  const serviceOf = (name: PlatformService) => ({
    url: given(`${name}-url`) ?? (base === undefined ? '' : `${base}/${name}`),
    token: tokenOf(name),
  });
  const target = config ?? {
    services: Object.fromEntries(PLATFORM_SERVICES.map((name) => [name, serviceOf(name)])),
    bookkeepingToken: tokenOf('bookkeeping'),
    operatorToken: tokenOf('operator'),
    maintenanceToken: tokenOf('maintenance'),
    version: given('version-of') ?? null,
  };
  const parsed = configSchema.safeParse(target);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UsageError(reasons.join('\n'));
}

function readOptions(values: Values): Partial<ConformanceOptions> {
  const number = (name: string, schema: z.ZodType<number>): number | undefined => {
    const value = values[name];
    if (typeof value !== 'string') return undefined;
    const parsed = schema.safeParse(Number(value));
    if (!parsed.success) throw new UsageError(`--${name} ${value}: ${parsed.error.issues[0]?.message}`);
    return parsed.data;
  };
  const only = typeof values.only === 'string' ? values.only.split(',').map((id) => id.trim()) : undefined;
  const unknown = only?.find((id) => !(conformanceCheckIds as string[]).includes(id));
  if (unknown !== undefined) throw new UsageError(`--only: there is no check ${unknown}. --list shows all.`);
  const numbers = {
    days: number('days', z.int().min(1).max(30)),
    maxSessions: number('max-sessions', z.int().min(1).max(5_000_000)),
    concurrency: number('concurrency', z.int().min(1).max(50)),
    seconds: number('seconds', z.number().min(0).max(600)),
    slowMs: number('slow-ms', z.int().min(1).max(600_000)),
    timeoutMs: number('timeout-ms', z.int().min(1).max(600_000)),
  };
  return {
    ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
    only,
    withWrites: values['with-writes'] === true,
    closeSession: typeof values['close-session'] === 'string' ? values['close-session'] : null,
  };
}

export interface CliDeps {
  env: NodeJS.ProcessEnv;
  say(text: string): void;
  complain(text: string): void;
  readText(file: string): Promise<string>;
  now?: () => number;
}

/** Runs the command and returns its exit code. */
export async function runCli(args: readonly string[], deps: CliDeps): Promise<number> {
  const { env, say, complain, now } = deps;
  try {
    const values: Values = parse(args);
    if (values.help === true || args.length === 0) {
      say(help);
      return args.length === 0 ? 2 : 0;
    }
    if (values.list === true) {
      for (const id of conformanceCheckIds) say(id);
      return 0;
    }
    const config = typeof values.config === 'string' ? await readConfig(values.config, deps) : undefined;
    const report = await runConformance(readTarget(values, env, config), readOptions(values), {
      ...(now === undefined ? {} : { now }),
    });
    say(values.json === true ? JSON.stringify(report, null, 2) : asText(report));
    if (typeof values.html === 'string') await writeFile(values.html, asHtml(report));
    if (typeof values.markdown === 'string') await writeFile(values.markdown, asMarkdown(report));
    return report.failed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(`${error.message}\n\nludus-conformance --help shows the options.`);
    return 2;
  }
}

function parse(args: readonly string[]): Values {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true }).values as Values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function readConfig(file: string, { readText }: CliDeps): Promise<unknown> {
  try {
    return JSON.parse(await readText(file));
  } catch (error) {
    throw new UsageError(`--config ${file}: ${error instanceof Error ? error.message : error}`);
  }
}
