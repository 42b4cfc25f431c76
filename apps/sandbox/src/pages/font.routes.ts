import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const FONTS = [
  'rubik/files/rubik-latin-wght-normal',
  'instrument-sans/files/instrument-sans-latin-wdth-normal',
];

/** The fonts of the sandbox's pages, from their packages. */
export function fontRoutes(app: FastifyInstance): void {
  app.register(fastifyStatic, {
    root: FONTS.map((font) =>
      dirname(fileURLToPath(import.meta.resolve(`@fontsource-variable/${font}.woff2`))),
    ),
    prefix: '/fonts/',
    index: false,
    allowedPath: (path) => FONTS.some((font) => font.endsWith(path.replace(/\.woff2$/, ''))),
    maxAge: '30d',
    decorateReply: false,
  });
}
