import { existsSync, readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { closedPolicy } from './download.ts';
import { documentHeaders } from './security.ts';

/** The build manifest's entry of a part of the web app: its script, the parts that one imports, its style sheets. */
interface BuiltPart {
  file: string;
  imports?: string[];
  css?: string[];
}

/** Also in its compressed forms. The plugin leaves the charset of XML out. */
const svgFile = /\.svg(\.(br|gz))?$/;

/** Opened by itself it is no document: it runs nothing and shows nothing of others. */
const partFile = /\.(?:js|css|woff2|avif|webp|png)(?:\.(?:br|gz))?$/;

/** Plain names below the folder, which no build goes beyond: nothing hidden, encoded, empty or above. */
const filePath = /^(?:\/[\w~-][\w.~-]*)+$/;

export interface WebApp {
  /** Whether the build has this file now. */
  has(path: string): Promise<boolean>;
  sendFile(path: string, reply: FastifyReply): FastifyReply;
  /** The page of an address that only the app knows. */
  sendPage(url: string, reply: FastifyReply): FastifyReply;
}

/**
 * Serves the built web app from a folder. Files under `assets` carry a hash of their content in their names and are
 * cached by browsers for ever; the page itself is revalidated each time. What a request names is looked up on the disk:
 * a new build may take the place of the one that was there at the start. Returns undefined without a build.
 */
export async function serveWeb(server: FastifyInstance, folder: string): Promise<WebApp | undefined> {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      if (partFile.test(path)) {
        for (const name of documentHeaders) reply.removeHeader(name);
        void reply.header('content-security-policy', closedPolicy);
      }
      if (svgFile.test(path)) void reply.header('content-type', 'image/svg+xml; charset=utf-8');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const linksOf = currentLinks(folder);
  return {
    async has(path) {
      if (!filePath.test(path)) return false;
      const found = await stat(join(folder, path)).catch(() => null);
      return found?.isFile() ?? false;
    },
    sendFile: (path, reply) => reply.sendFile(path.slice(1)),
    sendPage: (url, reply) => reply.header('link', linksOf(url)).sendFile('index.html'),
  };
}

/** The links of the build that is in the folder now. */
function currentLinks(folder: string): (url: string) => string {
  const manifest = join(folder, 'manifest.json');
  const builtAt = () => statSync(manifest, { throwIfNoEntry: false })?.mtimeMs;
  let known = builtAt();
  let linksOf = pageLinks(manifest);
  return (url) => {
    const found = builtAt();
    // While a build is being written the manifest is missing; its last links are better than none.
    if (found !== undefined && found !== known) {
      linksOf = pageLinks(manifest);
      known = found;
    }
    return linksOf(url);
  };
}

const screens = 'src/routes/';

/**
 * The Link header of each address. Without it a browser would learn of the parts of a page one after the other: the
 * entry names the hub, which names the screen, and each costs a round trip. The first segment of an address is the name
 * of its screen's file; on the way back from the sign-in, which has code of its own, the screen is still to come.
 */
function pageLinks(manifest: string): (url: string) => string {
  const parts: Record<string, BuiltPart> = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
    : {};
  const entry = filesOf(parts, ['index.html']);
  const linksTo = (keys: readonly string[]) =>
    [
      '</api/config>; rel=preload; as=fetch; crossorigin=use-credentials',
      ...[...filesOf(parts, keys)].filter((file) => !entry.has(file)).map(linkTo),
    ].join(', ');
  const hub = ['src/app/boot.tsx', 'src/app/hub.tsx'];
  const byScreen = new Map(
    Object.keys(parts)
      .filter((key) => key.startsWith(screens) && key.includes('?'))
      .map((key) => [key.slice(screens.length).split('.')[0], linksTo([...hub, key])]),
  );
  const other = linksTo(hub);
  const back = linksTo([...hub, 'src/lib/auth/provider.ts']);
  return (url) => {
    const [path = '', query] = url.split('?', 2);
    const params = new URLSearchParams(query);
    if (params.has('code') && params.has('state')) return back;
    return byScreen.get(path.split('/')[1] || 'index') ?? other;
  };
}

/** The files of some parts and of everything they import. */
function filesOf(parts: Readonly<Record<string, BuiltPart>>, keys: readonly string[]): Set<string> {
  const reached = new Set(keys);
  const files = new Set<string>();
  for (const key of reached) {
    const { file, imports = [], css = [] } = parts[key] ?? {};
    for (const name of file ? [...css, file] : css) files.add(name);
    for (const imported of imports) reached.add(imported);
  }
  return files;
}

/** With low priority: what the first painting needs stands in the page itself and goes before. */
function linkTo(file: string): string {
  const kind = file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload';
  return `</${file}>; ${kind}; crossorigin; fetchpriority=low`;
}
