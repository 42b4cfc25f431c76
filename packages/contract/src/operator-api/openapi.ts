import { z } from 'zod';
import { NDJSON_MEDIA_TYPE, OPERATOR_API_VERSION } from './constants.ts';
import { type PlatformEndpoint, platformEndpoints } from './endpoints.ts';
import { platformErrorSchema, sessionFeedTrailerSchema } from './schemas.ts';

type Json = Record<string, unknown>;

const REFUSALS: Record<number, string> = {
  401: 'No token, or not the token of this call',
  404: 'No such object at this platform',
  409: 'The state of the object forbids it',
  422: 'A parameter or the body is not as described',
  500: 'The platform failed; ask again later',
  503: 'The platform is not ready; ask again later',
};

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, id: __, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', io }) as Json;
  return json;
}

function parameters(where: 'path' | 'query', object: z.ZodObject | undefined): Json[] {
  if (!object) return [];
  const json = schemaOf(object, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required?.includes(name) ?? false),
    schema,
  }));
}

function operation(name: string, endpoint: PlatformEndpoint, service: string): Json {
  const token = endpoint.token === 'own' ? service : endpoint.token;
  const responses: Json = {
    200: {
      description: endpoint.ndjson
        ? 'One session per line; the last line is the trailer with the next cursor and the number of sessions'
        : 'Done',
      content: endpoint.ndjson
        ? {
            [NDJSON_MEDIA_TYPE]: {
              schema: {
                oneOf: [schemaOf(endpoint.response, 'output'), schemaOf(sessionFeedTrailerSchema, 'output')],
              },
            },
          }
        : { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
    },
  };
  for (const status of [401, ...endpoint.refusals, 422, 500, 503]) {
    responses[status] = {
      description: REFUSALS[status],
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return {
    operationId: endpoint.service === 'any' ? `${name}_${service}` : name,
    summary: endpoint.summary,
    tags: [service],
    servers: [
      {
        url: '{baseUrl}',
        description: `Base URL of the ${service} service`,
        variables: { baseUrl: { default: `https://platform.example/${service}` } },
      },
    ],
    security: [{ [`${token}Token`]: [] }],
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses,
  };
}

/**
 * The operator API as an OpenAPI 3.1 document. The health call exists at each service and is described once, at the play
 * service, because OpenAPI keys operations by path.
 */
export function buildOperatorOpenApi(): Json {
  const paths: Record<string, Json> = {};
  const tokens = new Set<string>();
  for (const [name, endpoint] of Object.entries<PlatformEndpoint>(platformEndpoints)) {
    const service = endpoint.service === 'any' ? 'play' : endpoint.service;
    tokens.add(endpoint.token === 'own' ? service : endpoint.token);
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operation(name, endpoint, service);
    paths[endpoint.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ludus operator API',
      version: OPERATOR_API_VERSION,
      description: 'What a platform of operators answers, so that Ludus Hub can store sessions.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(platformErrorSchema, 'output') },
      securitySchemes: Object.fromEntries(
        [...tokens].map((token) => [
          `${token}Token`,
          { type: 'http', scheme: 'bearer', description: `The ${token} token` },
        ]),
      ),
    },
  };
}
