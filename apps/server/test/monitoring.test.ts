/** Alert rules, dashboards and runbooks against the metrics that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createMetrics } from '../src/infra/metrics/index.ts';

const root = new URL('../../../', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** A test of its own holds this page and the registry equal. */
const documented = new Map(
  [...text('docs/metrics.md').matchAll(/^\| `(hub_\w+)` \| (\w+) \|(.*?)\| (process|hub) \|/gm)].map(
    ([, name = '', type = '', labels = '']) => [
      name,
      { type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label) },
    ],
  ),
);
const ofNode = createMetrics()
  .registry.getMetricsAsArray()
  .map(({ name }) => name)
  .filter((name) => !name.startsWith('hub_'));

const parts = { histogram: ['_bucket', '_count', '_sum'], counter: [''], gauge: [''] } as Record<
  string,
  string[]
>;
const samples = new Set([
  ...[...documented].flatMap(([name, { type }]) => (parts[type] ?? []).map((part) => name + part)),
  ...ofNode,
  'up',
]);
const everywhere = ['scope', 'instance', 'job', 'le'];

const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            labels: z.object({ severity: z.enum(['warning', 'critical']) }),
            annotations: z.object({ summary: z.string(), description: z.string(), runbook_url: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(text('deploy/prometheus/alerts.yaml')))
  .groups.flatMap((group) => group.rules);
const alerts = rules.map(({ alert }) => alert);

const dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z
    .array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) }))
    .min(1),
});
const dashboards = readdirSync(new URL('deploy/grafana/', root)).map((file) => ({
  file,
  board: dashboard.parse(JSON.parse(text(`deploy/grafana/${file}`))),
}));

/** Names of metrics in an expression, each with the labels that it selects by. */
function selectorsOf(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b((?:hub|nodejs|process)_\w+|up\b)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }),
  );
}

function problemsOf(expression: string): string[] {
  const selectors = selectorsOf(expression);
  if (selectors.length === 0) return ['reads no metric'];
  return selectors.flatMap(({ name, labels }) => {
    if (!samples.has(name)) return [`${name} does not exist`];
    const own = documented.get(name.replace(/_(?:bucket|count|sum)$/, '')) ?? documented.get(name);
    const known = [...(own?.labels ?? []), ...everywhere];
    return labels.filter((label) => !known.includes(label)).map((label) => `${name} has no label ${label}`);
  });
}

describe('an expression', () => {
  it.each([
    ['max(hub_nothing)', ['hub_nothing does not exist']],
    ['rate(hub_http_request_seconds[5m])', ['hub_http_request_seconds does not exist']],
    ['hub_jobs{name="x"} > 0', ['hub_jobs has no label name']],
    ['vector(1)', ['reads no metric']],
    ['max by (state) (hub_jobs{state="waiting"})', []],
  ])('is held against the metrics that exist: %s', (expression, problems) => {
    expect(problemsOf(expression)).toEqual(problems);
  });
});

describe('the alert rules', () => {
  it.each(rules.map(({ alert, expr }) => [alert, expr]))('%s reads metrics that exist', (_alert, expr) => {
    expect(problemsOf(expr)).toEqual([]);
  });

  it('each have a page of what to do, with the expression of the rule, and there is no other page', () => {
    const pages = readdirSync(new URL('docs/runbooks/', root)).filter((file) => file !== 'README.md');
    expect(pages.toSorted()).toEqual(alerts.map((alert) => `${alert}.md`).toSorted());
    for (const { alert, expr, annotations } of rules) {
      expect(annotations.runbook_url).toBe(`docs/runbooks/${alert}.md`);
      const page = text(annotations.runbook_url);
      expect(page.match(/^#+ .*/gm)).toEqual([
        `# ${alert}`,
        '## What it means',
        '## What to look at',
        '## What to do',
      ]);
      expect(page).toContain(`\n    ${expr}\n`);
      expect(page).toContain(annotations.summary);
    }
  });

  it('are listed in the index of the pages', () => {
    const listed = [...text('docs/runbooks/README.md').matchAll(/^\| \[(\w+)\]\((\w+)\.md\)/gm)];
    expect(listed.map(([, name]) => name)).toEqual(alerts);
    expect(listed.map(([, , file]) => file)).toEqual(alerts);
  });

  it('each have a unit test in which they fire, and one in which they do not', () => {
    const { tests } = z
      .object({
        tests: z.array(
          z.object({
            alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
          }),
        ),
      })
      .parse(parse(text('deploy/prometheus/alerts.test.yaml')));
    const outcomes = tests.flatMap(({ alert_rule_test: checks }) => checks);
    const firing = outcomes.filter(({ exp_alerts: fired }) => fired.length > 0);
    const quiet = outcomes.filter(({ exp_alerts: fired }) => fired.length === 0);
    for (const found of [firing, quiet])
      expect([...new Set(found.map(({ alertname }) => alertname))].toSorted()).toEqual(alerts.toSorted());
  });

  it('and pages name queries of metrics that exist', () => {
    for (const alert of alerts) {
      const quoted = [
        ...text(`docs/runbooks/${alert}.md`).matchAll(/`([^`]*(?:hub|nodejs|process)_[^`]*)`/g),
      ];
      for (const [, expression = ''] of quoted) expect([alert, problemsOf(expression)]).toEqual([alert, []]);
    }
  });
});

describe('the dashboards', () => {
  it.each(dashboards.map(({ file, board }) => [file, board] as const))(
    '%s reads metrics that exist',
    (file, board) => {
      expect(`${board.uid}.json`).toBe(file);
      for (const { title, targets } of board.panels)
        for (const { expr } of targets) expect([title, problemsOf(expr)]).toEqual([title, []]);
    },
  );
});
