import { distance } from 'fastest-levenshtein';
import { settingNames } from './environment.ts';
import { fileNameOf, secretNames } from './secrets.ts';

/** A variable of the environment that was probably meant as a setting, and which one. */
export interface UnknownSetting {
  name: string;
  suggestion: string | undefined;
}

const known = [...settingNames, ...secretNames.map(fileNameOf)];
/** Of `npm start`, the build of the web application and the tests. */
const ofTools = ['HUB_URL'];
const prefix = 'HUB_';

/** Other programs read these: Node, npm, libpq, the SDK of Amazon, Kubernetes and the shell. */
const foreign = /^(NODE|NPM|PG|AWS|KUBERNETES|OTEL|LC|XDG|SSL|VITE|PLAYWRIGHT)(_|[A-Z])|^npm_/;

/** Kubernetes and Docker describe each service this way, the one named "hub" too; the value of `<SERVICE>_PORT` is an address. */
const serviceLink = /_SERVICE_HOST$|_SERVICE_PORT(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/;
const isServiceLink = (name: string, value: string) =>
  serviceLink.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value));

/** Parts of addresses that the hub takes as one setting. */
const addressPart = /^(DATABASE|CLICKHOUSE|SMTP)_(HOST|PORT|USER|USERNAME|PASSWORD|DB|NAME|DATABASE)$/;

/**
 * Finds names that the hub does not read although they look like settings: those that begin with HUB_, differ from a setting by a
 * letter or two or by case, are parts of an address that is not set, or name a file of a setting that is no secret.
 */
export function findUnknownSettings(env: Readonly<Record<string, string | undefined>>): UnknownSetting[] {
  const unknown = Object.keys(env).filter(
    (name) =>
      !known.includes(name) &&
      !ofTools.includes(name) &&
      !foreign.test(name) &&
      !isServiceLink(name, env[name] ?? ''),
  );
  return unknown.flatMap((name) => {
    const suggestion = suggestionFor(name, env);
    return suggestion !== undefined || name.startsWith(prefix) ? [{ name, suggestion }] : [];
  });
}

function suggestionFor(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const part = addressPart.exec(name)?.[1];
  if (part !== undefined) {
    const address = `${part}_URL`;
    return env[address] === undefined && env[fileNameOf(address)] === undefined ? address : undefined;
  }
  const upper = name.toUpperCase();
  const candidates = upper.startsWith(prefix) ? [upper, upper.slice(prefix.length)] : [upper];
  if (upper.endsWith('_FILE')) candidates.push(upper.slice(0, -'_FILE'.length));
  const [nearest] = candidates
    .flatMap((candidate) => known.map((setting) => ({ setting, apart: distance(candidate, setting) })))
    .filter(({ setting, apart }) => apart <= tolerance(setting))
    .sort((a, b) => a.apart - b.apart);
  return nearest?.setting;
}

/** Short names are near to too many others, such as PORT to SORT. */
function tolerance({ length }: string): number {
  if (length < 8) return 0;
  return length < 12 ? 1 : 2;
}

/** The warning about such a name. */
export function describeUnknown({ name, suggestion }: UnknownSetting): string {
  const cure = suggestion === undefined ? 'remove it, or see .env.example' : `did you mean ${suggestion}?`;
  return `${name} is no setting of the hub: ${cure}`;
}
