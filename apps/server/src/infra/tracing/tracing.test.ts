import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readTraceparent } from './index.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

describe('readTraceparent', () => {
  it.each([`00-${trace}-${span}-01`, `00-${trace}-${span}-00`])('takes %s', (header) => {
    expect(readTraceparent(header)).toBe(header);
  });

  it.each([
    undefined,
    '',
    `01-${trace}-${span}-01`,
    `00-${trace}-${span}`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `00-${trace}-${span}-01\nx`,
    [`00-${trace}-${span}-01`],
  ])('takes nothing from %j', (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});

describe('a process without a collector', () => {
  // The client of Prometheus loads its interfaces.
  it('loads nothing of OpenTelemetry but its interfaces', () => {
    const app = fileURLToPath(new URL('../../app.modules.ts', import.meta.url));
    const hub = fileURLToPath(new URL('../../app.ts', import.meta.url));
    const code = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
      await import(${JSON.stringify(app)});
      await import(${JSON.stringify(hub)});
      console.log(JSON.stringify([loaded.length > 500, loaded.filter((url) => /@opentelemetry\\/(?!api\\/)|tracing\\/otlp/.test(url))]));
      process.exit(0);
    `;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual([true, []]);
  });
});
