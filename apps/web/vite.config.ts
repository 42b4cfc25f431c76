import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where `vite dev` sends what it does not serve itself. */
const hub = process.env.HUB_URL ?? 'http://127.0.0.1:3000';

const compressible = /\.(?:js|css|html|svg|json|txt)$/;

/**
 * Writes a .br and a .gz beside every text file of the build. The server sends them as they are, which costs it nothing
 * per request and lets the build afford the slowest brotli level.
 */
function precompress(): Plugin {
  let folder = 'dist';
  return {
    name: 'ludus-precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
      await Promise.all(
        files.map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          const content = await readFile(path);
          if (content.length < 1024) return;
          const [brotli, zipped] = await Promise.all([
            promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
            promisify(gzip)(content, { level: 9 }),
          ]);
          await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
        }),
      );
    },
  };
}

/** The first thing a browser loads may weigh this much, compressed; everything else is asked for when it is needed. */
const entryBudgetBytes = 220_000;

/** Fails the build when the entry and what it imports at once have outgrown their budget. */
function entryBudget(): Plugin {
  return {
    name: 'ludus-entry-budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const names = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.isEntry ? [file.fileName] : [],
      );
      const reached = new Set<string>();
      for (let name = names.pop(); name !== undefined; name = names.pop()) {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || reached.has(name)) continue;
        reached.add(name);
        names.push(...chunk.imports);
      }
      let bytes = 0;
      for (const name of reached) {
        const chunk = bundle[name];
        if (chunk?.type === 'chunk') bytes += gzipSync(chunk.code).length;
      }
      if (bytes > entryBudgetBytes) {
        this.error(`The entry weighs ${bytes} bytes compressed; its budget is ${entryBudgetBytes}.`);
      }
    },
  };
}

/** Fails the build when the texts of a language travel with anything else: people load the one they read, and no other. */
function textsApart(): Plugin {
  return {
    name: 'ludus-texts-apart',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const kinds = new Set(
          file.moduleIds.map((id) => /(?:i18n\.|\/texts\/)(\w+)\.ts$/.exec(id)?.[1] ?? 'code'),
        );
        if (kinds.size > 1) this.error(`${file.fileName} mixes ${[...kinds].join(', ')}.`);
      }
    },
  };
}

/** Fails the build when a Mantine component of it has no style sheet in src/theme/mantine.css. */
function mantineStyles(): Plugin {
  const classes = /\bm_[0-9a-f]{6,8}\b/g;
  return {
    name: 'ludus-mantine-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const named = new Set<string>();
      const styled = new Set<string>();
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') for (const [name] of file.code.matchAll(classes)) named.add(name);
        else if (file.fileName.endsWith('.css'))
          for (const [name] of String(file.source).matchAll(classes)) styled.add(name);
      }
      const bare = [...named].filter((name) => !styled.has(name));
      if (bare.length > 0) this.error(`These classes of Mantine have no styles: ${bare.join(', ')}.`);
    },
  };
}

/** What the entry consists of: React and the sign-in. The rest waits for nobody who must sign in first. */
const groundModules =
  /vite\/preload-helper|node_modules\/(?:react|react-dom|scheduler|oidc-client-ts|jwt-decode)\/|contract\/src\/(?:roles|language)\.ts|src\/(?:app\/texts|lib\/(?:stored-language|api\/first-call|auth\/(?:session|identity|token-watch)))\.ts/;

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    entryBudget(),
    textsApart(),
    mantineStyles(),
    precompress(),
  ],
  server: {
    port: 5173,
    proxy: {
      '/api': hub,
      '/realms': hub,
      '/media': hub,
      '/files': hub,
      '/socket.io': { target: hub, ws: true },
    },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    // The server tells the browser with the page which parts its address needs (platform/http/static).
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Modules of four pages or more travel in one piece; split by who shares them they made seventy requests of a page.
          groups: [
            { name: 'ground', test: groundModules, includeDependenciesRecursively: false, priority: 2 },
            { name: 'most', minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
    // Pictures stay files: a data: address would need another exception in the content policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
});
