import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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
    precompress(),
  ],
  server: {
    port: 5173,
    proxy: {
      '/api': hub,
      '/realms': hub,
      '/media': hub,
      '/socket.io': { target: hub, ws: true },
    },
  },
  build: {
    target: 'es2023',
    sourcemap: false,
    // Pictures stay files: a data: address would need another exception in the content policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
});
