import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { currentContext, type Log } from '../log/index.ts';
import { thisRelease } from '../release/index.ts';
import type { RunningSpan, SpanOptions, Tracing } from './types.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const exportMs = 5_000;
const closeMs = 2_000;

/** Sends spans in batches by OTLP over http. A collector that is away costs its spans, and nothing else. */
export function createTracing(
  { endpoint, serviceName }: { endpoint: string; serviceName: string },
  log: Log,
): Tracing {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = loggedExporter(new OTLPTraceExporter({ url, timeoutMillis: exportMs }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': thisRelease.version }),
    // A caller that does not want its trace recorded says so in its header.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: exportMs })],
  });
  const tracer = provider.getTracer('ludus-hub');

  function start(name: string, options: SpanOptions): RunningSpan {
    const { kind, attributes = {}, startedAt } = options;
    const parent = 'parent' in options ? options.parent : currentContext()?.traceparent;
    const span = tracer.startSpan(
      name,
      { kind: kinds[kind], attributes, ...(startedAt === undefined ? {} : { startTime: startedAt }) },
      contextOf(parent),
    );
    return {
      traceparent: traceparentOf(span),
      rename: (to) => void span.updateName(to),
      set: (further) => void span.setAttributes(further),
      end(error) {
        if (error !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        }
        span.end();
      },
    };
  }

  return {
    start,
    startWithin: (name, options) =>
      currentContext()?.traceparent === undefined ? undefined : start(name, options),
    async close() {
      const limit = Promise.withResolvers<void>();
      const timer = setTimeout(limit.resolve, closeMs);
      await Promise.race([provider.shutdown().catch(() => {}), limit.promise]);
      clearTimeout(timer);
    },
  };
}

function contextOf(traceparent: string | undefined) {
  const [, traceId, spanId, flags] = traceparent?.split('-') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Logs when the collector begins to fail, and when it takes spans again. */
function loggedExporter(exporter: SpanExporter, log: Log): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error !== undefined && !isFailing) log.warn({ err: error }, 'traces cannot be sent');
        if (error === undefined && isFailing) log.info('traces are sent again');
        isFailing = error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
