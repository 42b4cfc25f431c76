import type { BeginQuery } from '../clickhouse/index.ts';
import type { Outgoing } from '../outgoing/index.ts';
import type { QueryListener } from '../postgres/index.ts';
import type { Tracing } from './types.ts';

const longestText = 2_000;

/** Traces queries of PostgreSQL with their text, in which placeholders stand for the values. */
export function tracePostgres(tracing: Tracing): QueryListener {
  return ({ query: { sql }, queryDurationMillis, ...event }) => {
    const span = tracing.startWithin(`postgresql ${sql.split(' ', 1)[0]}`, {
      kind: 'client',
      startedAt: performance.timeOrigin + performance.now() - queryDurationMillis,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, longestText) },
    });
    span?.end(event.level === 'error' ? event.error : undefined);
  };
}

/** Traces queries of the session store by their labels: their text holds values. */
export function traceClickHouse(tracing: Tracing): BeginQuery {
  return (label, operation) => {
    const span = tracing.startWithin(`clickhouse ${label}`, {
      kind: 'client',
      attributes: {
        'db.system.name': 'clickhouse',
        'db.operation.name': operation,
        'db.query.summary': label,
      },
    });
    return (error) => span?.end(error);
  };
}

/**
 * Traces calls to platforms and other services by host and method: paths hold ids. The trace does not leave the hub with them;
 * the ids of its requests are no business of others.
 */
export function traceOutgoing(outgoing: Outgoing, tracing: Tracing | undefined): Outgoing {
  if (tracing === undefined) return outgoing;
  return {
    ...outgoing,
    async send(url, request) {
      const method = request?.method ?? 'GET';
      const span = tracing.startWithin(`${method} ${URL.parse(url)?.hostname ?? ''}`, {
        kind: 'client',
        attributes: { 'http.request.method': method, 'server.address': URL.parse(url)?.hostname ?? '' },
      });
      try {
        const response = await outgoing.send(url, request);
        span?.set({ 'http.response.status_code': response.status });
        span?.end();
        return response;
      } catch (error) {
        span?.end(error);
        throw error;
      }
    },
  };
}
