/** A receiver of OTLP over http with JSON, behind a real collector where OTELCOL names the program of one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../../../src/infra/postgres/cluster.ts';

const attributeValue = z.union([
  z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.object({ intValue: z.coerce.number() }).transform(({ intValue }) => intValue),
]);
const attributes = z
  .array(z.object({ key: z.string(), value: attributeValue }))
  .default([])
  .transform((pairs) => Object.fromEntries(pairs.map(({ key, value }) => [key, value])));
const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().default(''),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.string().regex(/^\d+$/),
  endTimeUnixNano: z.string().regex(/^\d+$/),
  attributes,
  status: z.object({ code: z.int().default(0) }).default({ code: 0 }),
});
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      // SDKs describe themselves in it, with values of more types.
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export type ReceivedSpan = z.output<typeof span>;

export interface Collector {
  /** What OTEL_EXPORTER_OTLP_ENDPOINT is set to. */
  endpoint: string;
  spans: ReceivedSpan[];
  /** Everything that was received, as text. */
  received: string[];
  /** Ends the collector, which sends on what it holds. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export async function startCollector(folder: string): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(body);
    const { resourceSpans } = traces.parse(JSON.parse(body));
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = process.env.OTELCOL;
  const collector = program === undefined ? undefined : await runCollector(program, own, folder);
  return {
    endpoint: collector?.endpoint ?? own,
    spans,
    received,
    async drain() {
      if (collector === undefined || collector.child.exitCode !== null) return;
      collector.child.kill('SIGTERM');
      await once(collector.child, 'exit');
    },
    async close() {
      collector?.child.kill('SIGKILL');
      server.closeAllConnections();
      server.close();
    },
  };
}

async function runCollector(
  program: string,
  target: string,
  folder: string,
): Promise<{ endpoint: string; child: ChildProcess }> {
  const port = await freePort();
  const file = join(folder, 'collector.yaml');
  await writeFile(
    file,
    `
receivers: { otlp: { protocols: { http: { endpoint: '127.0.0.1:${port}' } } } }
exporters: { otlphttp: { endpoint: '${target}', encoding: json, compression: none } }
service:
  telemetry: { metrics: { level: none } }
  pipelines: { traces: { receivers: [otlp], exporters: [otlphttp] } }
`,
  );
  const child = spawn(program, ['--config', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`The collector ended with ${child.exitCode}`);
    await wait(100);
  }
  return { endpoint: `http://127.0.0.1:${port}`, child };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [outcome] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'error').then(() => [false]),
  ]).catch(() => [false]);
  socket.destroy();
  return outcome === true;
}
