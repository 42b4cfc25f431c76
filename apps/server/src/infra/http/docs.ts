import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { AnyEndpoint } from '@ludus/contract';
import type { FastifyInstance } from 'fastify';
import { descriptionPath, docsPath } from './boot.ts';
import { docsMark, docsTheme, docsWayBack } from './docs.theme.ts';
import { buildOpenApi } from './openapi.ts';

/** The API's description, built at the first request, and the page that shows it. */
export async function addApiDescription(
  server: FastifyInstance,
  endpoints: readonly AnyEndpoint[],
  publicUrl: string,
): Promise<void> {
  let document: ReturnType<typeof buildOpenApi> | undefined;
  let description: string | undefined;
  const read = () => (document ??= buildOpenApi(endpoints, publicUrl));
  server.get(descriptionPath, (_request, reply) => {
    description ??= JSON.stringify(read());
    return reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(description);
  });
  await server.register(async (scope) => {
    // The page always reads `json` below its own address; this placeholder only satisfies the plugin that serves it.
    await scope.register(swagger, {
      mode: 'static',
      specification: {
        document: { openapi: '3.1.0', info: { title: 'Ludus Hub', version: '1' }, paths: {} },
      },
    });
    await scope.register(swaggerUi, {
      routePrefix: docsPath,
      // Without the bar of Swagger UI, whose field asks for the address of another description.
      uiConfig: { deepLinking: true, docExpansion: 'list', tryItOutEnabled: false, layout: 'BaseLayout' },
      theme: {
        title: 'Ludus Hub API',
        css: [{ filename: 'hub.css', content: docsTheme }],
        js: [{ filename: 'hub.js', content: docsWayBack }],
        favicon: [
          {
            filename: 'mark.svg',
            rel: 'icon',
            type: 'image/svg+xml',
            sizes: 'any',
            content: Buffer.from(docsMark),
          },
        ],
      },
      transformSpecification: () => read(),
      transformSpecificationClone: false,
    });
  });
}
