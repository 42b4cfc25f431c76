import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { realmPath } from './identity.origins.ts';

const files = {
  'sign-in.css': 'text/css; charset=utf-8',
  'sign-in.js': 'text/javascript; charset=utf-8',
  'theme.js': 'text/javascript; charset=utf-8',
  'mark.svg': 'image/svg+xml; charset=utf-8',
  'wall.webp': 'image/webp',
  'instrument-sans.woff2': 'font/woff2',
} as const;

type AssetName = keyof typeof files;

/** Addresses of the pages' own files; each holds a hash of the content, so that browsers may keep it for ever. */
export type SignInAssets = Readonly<Record<AssetName, string>>;

export interface ServedAsset {
  body: Buffer;
  type: string;
}

/** Reads the files once; the style sheet is served with the hashed addresses of what it names. */
export async function loadAssets(): Promise<{
  addresses: SignInAssets;
  byName: ReadonlyMap<string, ServedAsset>;
}> {
  const addresses: Partial<Record<AssetName, string>> = {};
  const byName = new Map<string, ServedAsset>();
  // The style sheet comes last, because it names the others.
  const names = (Object.keys(files) as AssetName[]).toSorted(
    (a, b) => Number(a.endsWith('.css')) - Number(b.endsWith('.css')),
  );
  for (const name of names) {
    let body: Buffer = await readFile(fileURLToPath(new URL(`assets/${name}`, import.meta.url)));
    if (name.endsWith('.css')) {
      const text = body.toString('utf8').replace(/url\("\.\/([^"]+)"\)/g, (whole, named: string) => {
        const address = addresses[named as AssetName];
        return address === undefined ? whole : `url("${address}")`;
      });
      body = Buffer.from(text);
    }
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const served = name.replace(/(\.[a-z0-9]+)$/, `-${hash}$1`);
    addresses[name] = `${realmPath}/assets/${served}`;
    byName.set(served, { body, type: files[name] });
  }
  return { addresses: addresses as SignInAssets, byName };
}
