/** Values without personal data: names of things in the code, statuses, counts, hosts; never values that someone sent. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer';
  attributes?: SpanAttributes;
  /** A W3C `traceparent`; the one of the running work unless given, and a trace of its own where there is none. */
  parent?: string | undefined;
  /** Milliseconds since 1970, of what is already over. */
  startedAt?: number;
}

/** A span that has begun. */
export interface RunningSpan {
  /** The W3C `traceparent` of what belongs below it. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Of an error only its kind is recorded: its message may hold what someone sent. */
  end(error?: unknown): void;
}

/** Records what happens to a collector of OpenTelemetry. */
export interface Tracing {
  start(name: string, options: SpanOptions): RunningSpan;
  /** Like `start`, where the running work is traced; undefined for what the hub does of its own accord. */
  startWithin(name: string, options: Omit<SpanOptions, 'parent'>): RunningSpan | undefined;
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}
