import { readFileSync } from 'node:fs';
import {
  type AnyEndpoint,
  type ErrorCode,
  errorReply,
  isOpenToTokens,
  roles,
  type Scope,
  scopeRoles,
  tokenScopeNames,
  type WebhookEventType,
  webhookBody,
  webhookDescriptions,
  webhookEventTypes,
} from '@ludus/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

const webhookTag = 'webhook events';
const webhookHeaderTexts = {
  'webhook-id': 'The same for every attempt: a receiver that knows it has the event already',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970',
  'webhook-signature':
    'One or two signatures, separated by a space: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64',
} as const;

const guide = readFileSync(new URL('./api-guide.md', import.meta.url), 'utf8');

const failures: Record<number, { code: ErrorCode; text: string }> = {
  401: { code: 'unauthorized', text: 'No token, or one that is not valid' },
  403: { code: 'forbidden', text: "The caller's roles do not allow this" },
  404: { code: 'not_found', text: 'No such object, or one of another integration' },
  408: { code: 'request_timeout', text: 'A body that took too long to arrive' },
  409: { code: 'conflict', text: 'A duplicate, or a state that forbids this' },
  413: { code: 'too_large', text: 'Too large' },
  415: { code: 'unsupported_media', text: 'A kind of file that is not accepted' },
  422: { code: 'validation', text: 'Values that do not fit; `fields` names each' },
  429: {
    code: 'too_many_requests',
    text: 'Too many calls in a minute; the header `Retry-After` says when to try again',
  },
  431: { code: 'too_large', text: 'An address or headers that are too long' },
  500: { code: 'internal', text: 'The hub failed' },
  502: { code: 'upstream', text: 'A platform or service did not answer properly' },
  503: { code: 'unavailable', text: 'A part of the hub is not ready' },
};

/** Stands for the address of the hub in the guide. */
const exampleAddress = 'https://hub.example.com';

/**
 * The API as an OpenAPI 3.1 document. Everything in it comes from the endpoints; ids of schemas become components. `publicUrl` is where the
 * hub that shows it is reached: its examples can be copied as they are.
 */
export function buildOpenApi(endpoints: readonly AnyEndpoint[], publicUrl?: string): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ludus Hub',
      version: '1',
      description: `${guide.replaceAll(exampleAddress, publicUrl ?? exampleAddress)}\n${scopesTable(endpoints)}`,
    },
    ...(publicUrl !== undefined && { servers: [{ url: publicUrl }] }),
    tags: [...new Set([...endpoints.map((endpoint) => endpoint.tag), webhookTag])].map((name) => ({ name })),
    paths,
    webhooks: webhookOperations(components),
    components: {
      schemas: components.schemas,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the identity provider that `GET /api/config` names',
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ludus_<id>_<secret>',
          description:
            'An API token, which people create in their settings. It makes the calls that name it here, as far as its scopes and the rights of its owner reach.',
        },
      },
    },
  };
}

/** What the hub sends to webhooks: the calls that a receiver serves. */
function webhookOperations(components: Components): Record<string, Json> {
  return Object.fromEntries(
    webhookEventTypes.map((type) => [type, { post: webhookOperation(type, components) }]),
  );
}

function webhookOperation(type: WebhookEventType, components: Components): Json {
  const { summary, description, example } = webhookDescriptions[type];
  const body = webhookBody(type).meta({
    id: `Webhook ${type}`.replace(/[ .]+(.)/g, (_, first) => first.toUpperCase()),
  });
  return {
    operationId: `on ${type}`.replace(/[ .]+(.)/g, (_, first) => first.toUpperCase()),
    tags: [webhookTag],
    summary,
    ...(description === undefined ? {} : { description }),
    security: [],
    parameters: Object.entries(webhookHeaderTexts).map(([name, text]) => ({
      ...{ name, in: 'header', required: true, description: text },
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: components.of(body, 'output'),
          example: { type, timestamp: '2026-11-26T10:15:00.000Z', data: example },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. Any other status is a failure, and the call is repeated.' },
      410: { description: 'There is no receiver any more: the webhook is switched off.' },
    },
  };
}

/** Which calls a token can make with each scope; those that change no call decide about fields. */
function scopesTable(endpoints: readonly AnyEndpoint[]): string {
  const open = endpoints.filter(isOpenToTokens);
  const callsOf = (access: string) =>
    open
      .filter((endpoint) => endpoint.access === access)
      .map(({ method, path }) => `\`${method} /api${path}\``)
      .join('<br>');
  const rows = tokenScopeNames.map(
    (scope) => `| \`${scope}\` | ${callsOf(scope) || 'amounts in the replies of other calls'} |`,
  );
  return [
    '## Scopes of API tokens',
    '',
    '| scope | calls |',
    '|---|---|',
    `| any | ${callsOf('signed-in')} |`,
    ...rows,
    '',
  ].join('\n');
}

function operation(endpoint: AnyEndpoint, components: Components): Json {
  const isPublic = endpoint.access === 'public';
  const statuses = new Set<number>([
    ...(isPublic ? [] : [401, 403]),
    ...(endpoint.failures ?? []),
    ...((endpoint.params ?? endpoint.query ?? endpoint.body ?? endpoint.headers) ? [422] : []),
    ...(endpoint.body === undefined && endpoint.upload === undefined ? [] : [408, 413, 415]),
    // An address that cannot be decoded names nothing.
    ...(endpoint.params === undefined ? [] : [404]),
    429,
    431,
    500,
  ]);
  const errors = [...statuses].sort((a, b) => a - b).map((status) => [status, failure(status, components)]);
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    ...rights(endpoint),
    security: isPublic ? [] : [{ bearer: [] }, ...(isOpenToTokens(endpoint) ? [{ apiToken: [] }] : [])],
    parameters: [
      ...parameters('path', endpoint.params, components),
      ...parameters('query', endpoint.query, components),
      ...headerParameters(endpoint),
    ],
    ...requestBody(endpoint, components),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: components.of(endpoint.response, 'output') } },
      },
      ...accepted(endpoint, components),
      ...Object.fromEntries(errors),
    },
  };
}

/** The response while a change is held. */
function accepted({ accepted: schema }: AnyEndpoint, components: Components): Json {
  if (schema === undefined) return {};
  return {
    202: {
      description: 'Not applied: the change waits for the approval of a second person',
      content: { 'application/json': { schema: components.of(schema, 'output') } },
    },
  };
}

function requestBody({ body, upload }: AnyEndpoint, components: Components): Json {
  if (upload !== undefined) return { requestBody: { required: true, content: uploadContent(body) } };
  if (body === undefined) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.of(body, 'input') } },
    },
  };
}

/** One file in the part `file`, and the fields of the body beside it. */
function uploadContent(body: z.ZodType | undefined): Json {
  const fields: Json =
    body === undefined ? {} : z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const schema = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' }, ...(fields.properties as Json | undefined) },
    required: ['file', ...((fields.required as string[] | undefined) ?? [])],
    additionalProperties: false,
  };
  return { 'multipart/form-data': { schema } };
}

function rights({ access, perMinute }: AnyEndpoint): Json {
  if (access === 'public') return {};
  const holders = access === 'signed-in' ? roles : scopeRoles[access as Scope];
  return {
    'x-access': access,
    'x-roles': [...holders],
    ...(perMinute === undefined ? {} : { 'x-calls-per-minute': perMinute }),
  };
}

function failure(status: number, components: Components): Json {
  const { code, text } = failures[status] ?? { code: 'internal', text: 'Failed' };
  return {
    description: text,
    content: {
      'application/json': {
        schema: components.of(errorReply, 'output'),
        example: { message: text, code, requestId: '5f0c9b0e-8b57-4d5f-a5ad-3b8ad9d1d7a1' },
      },
    },
  };
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined, components: Components): Json[] {
  if (schema === undefined) return [];
  const object = components.of(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(object.properties ?? {}).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || (object.required?.includes(name) ?? false),
    ...(value.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema: value,
  }));
}

function headerParameters({ headers = {} }: AnyEndpoint): Json[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', minLength: 1 },
  }));
}

/** Turns zod schemas into JSON schemas and collects the named ones. */
class Components {
  readonly schemas: Record<string, Json> = {};

  /** `input` is what a caller may send, `output` what a response holds. */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs,
      ...json
    } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
    }) as Json & { $defs?: Record<string, Json> };
    const suffix = io === 'input' ? 'Input' : '';
    for (const [name, definition] of Object.entries($defs ?? {})) {
      this.schemas[name + suffix] ??= this.#rewrite(definition, suffix);
    }
    const own = json.id as string | undefined;
    if (own === undefined) return this.#rewrite(json, suffix);
    this.schemas[own + suffix] ??= this.#rewrite(json, suffix);
    return { $ref: `#/components/schemas/${own}${suffix}` };
  }

  #rewrite(value: Json, suffix: string): Json {
    const { id: _, ...rest } = value;
    return JSON.parse(JSON.stringify(rest), (key, inner) =>
      key === '$ref' && typeof inner === 'string'
        ? inner.replace(/^#\/\$defs\/(.*)$/, `#/components/schemas/$1${suffix}`)
        : asEnum(inner),
    ) as Json;
  }
}

/** A choice between whole numbers as the enumeration that it is: generators of clients make a type of it. */
function asEnum(schema: unknown): unknown {
  const { anyOf, ...rest } = (schema ?? {}) as { anyOf?: Json[] };
  if (!Array.isArray(anyOf) || !anyOf.every((one) => Number.isInteger(one.const))) return schema;
  return { ...rest, type: 'integer', enum: anyOf.map((one) => one.const) };
}
