// Runs the test of traces through a real collector: `OTELCOL=/usr/bin/otelcol npm run test:traces`.
// OTELCOL is any build of the OpenTelemetry collector with the receiver `otlp` and the exporter `otlphttp`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { inRoot, root } from './lib/paths.mjs';

if (!existsSync(process.env.OTELCOL ?? '')) {
  console.error('Set OTELCOL to the program of an OpenTelemetry collector, such as otelcol of its releases.');
  process.exit(2);
}
const args = ['run', '--project', 'server', 'test/tracing.test'];
const { status } = spawnSync(inRoot('node_modules', '.bin', 'vitest'), args, { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
