import type { Settings } from '../infra/config/settings.ts';

/** Which parts of a hub run inside it or its sandbox, and which elsewhere, by the settings. */
export interface Parts {
  builtIn: string[];
  /** Each with where it is; never with credentials. */
  external: string[];
}

export function partsOf(settings: Settings): Parts {
  const { s3, sandbox } = settings;
  const places: Record<string, string | undefined> = {
    PostgreSQL: hostOf(settings.databaseUrl),
    ClickHouse: hostOf(settings.clickhouseUrl),
    files: s3 === undefined ? undefined : `bucket ${s3.bucket}`,
    'sign-in': hostOf(settings.oidcIssuer),
    mail: hostOf(settings.smtpUrl),
    'game storage': hostOf(settings.gameStorageUrl),
  };
  // Without an address, and without the sandbox, there are none.
  const absent = sandbox ? [] : ['mail', 'game storage'];
  const entries = Object.entries(places);
  return {
    builtIn: entries.flatMap(([part, place]) =>
      place === undefined && !absent.includes(part) ? [part] : [],
    ),
    external: entries.flatMap(([part, place]) => (place === undefined ? [] : [`${part} (${place})`])),
  };
}

/** The same in a sentence for whoever reads the log. */
export function describeParts({ builtIn, external }: Parts): string {
  const list = (parts: readonly string[]) => parts.join(', ') || 'nothing';
  return `built in: ${list(builtIn)}; external: ${list(external)}`;
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : (URL.parse(address)?.host ?? '');
}
