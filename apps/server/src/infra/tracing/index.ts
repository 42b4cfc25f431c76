/** Traces, where `OTEL_EXPORTER_OTLP_ENDPOINT` is set; the SDK of OpenTelemetry is not loaded otherwise. */
import type { Settings } from '../config/settings.ts';
import type { Log } from '../log/index.ts';
import type { Tracing } from './types.ts';

export type { RunningSpan, SpanAttributes, SpanOptions, Tracing } from './types.ts';

/** Loads OpenTelemetry and connects it with the collector; undefined without the setting. */
export async function openTracing(
  { otlpEndpoint, otelServiceName }: Pick<Settings, 'otlpEndpoint' | 'otelServiceName'>,
  log: Log,
): Promise<Tracing | undefined> {
  if (otlpEndpoint === undefined) return undefined;
  const { createTracing } = await import('./otlp.ts');
  return createTracing({ endpoint: otlpEndpoint, serviceName: otelServiceName }, log);
}

const traceparentForm = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The header of a request when it is a `traceparent` of the W3C, version 00. */
export function readTraceparent(header: unknown): string | undefined {
  return typeof header === 'string' && traceparentForm.test(header) ? header : undefined;
}
