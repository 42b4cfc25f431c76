import {
  type ConformanceFinding,
  type ConformanceReport,
  type ConformanceResult,
  conformanceChecks,
  fillConformanceText,
} from '@ludus/contract/conformance';
import { conformanceTexts as texts } from '@ludus/contract/conformance/en';

const marks = { passed: '✓', failed: '✗', skipped: '–' } as const;

/** A finding in words. A check that it names is named by its title. */
function wordsOf({ code, values }: ConformanceFinding): string {
  const { check } = values;
  const title = texts.checks[check as keyof typeof texts.checks]?.title;
  return fillConformanceText(
    texts.findings[code],
    title === undefined ? values : { ...values, check: title },
  );
}

const summary = ({ passed, failed, skipped }: ConformanceReport): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Results by area, in their order. */
function byArea(report: ConformanceReport): { area: string; results: ConformanceResult[] }[] {
  const groups = Map.groupBy(report.results, ({ id }) => conformanceChecks[id]);
  return [...groups].map(([area, results]) => ({ area: texts.areas[area], results }));
}

/** The report for a terminal: one line a check, and what to do about those that failed. */
export function asText(report: ConformanceReport): string {
  const lines: string[] = [];
  for (const { area, results } of byArea(report)) {
    lines.push(area);
    for (const { id, state, findings } of results) {
      const { title, asks, expected, mend } = texts.checks[id];
      lines.push(`  ${marks[state]} ${id.padEnd(18)} ${title}`);
      const [first] = findings;
      if (state !== 'failed') {
        if (first !== undefined) lines.push(`${' '.repeat(23)}${wordsOf(first)}`);
        continue;
      }
      lines.push(`      asked     ${asks}`, `      expected  ${expected}`);
      for (const finding of findings) {
        lines.push(`      found     ${wordsOf(finding)}`);
        if (finding.request !== null) lines.push(`                ${finding.request}`);
      }
      lines.push(`      mend      ${mend}`);
    }
    lines.push('');
  }
  return [...lines, `${summary(report)}.`].join('\n');
}

/** The report as Markdown, for an issue or a mail. */
export function asMarkdown(report: ConformanceReport): string {
  const lines = ['# Conformance of the operator API', '', `${report.startedAt}: ${summary(report)}.`, ''];
  // Found texts come from the platform: they must not become markup.
  const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>|#]/g, '\\$&');
  for (const { area, results } of byArea(report)) {
    lines.push(`## ${area}`, '');
    for (const { id, state, findings } of results) {
      const { title, asks, expected, mend } = texts.checks[id];
      lines.push(`- ${marks[state]} **${title}** (\`${id}\`): ${texts.states[state].toLowerCase()}`);
      if (state === 'failed') lines.push(`  - Asked: ${plain(asks)}`, `  - Expected: ${plain(expected)}`);
      for (const finding of findings) {
        lines.push(`  - ${state === 'failed' ? 'Found: ' : ''}${plain(wordsOf(finding))}`);
        if (finding.request !== null) lines.push('', '    ```sh', `    ${finding.request}`, '    ```', '');
      }
      if (state === 'failed') lines.push(`  - Mend: ${plain(mend)}`);
    }
    lines.push('');
  }
  return lines.join('\n');
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => escapes[one] ?? one);

const style = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}details,p.check{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent);margin:0;padding:.5rem 0}
summary{cursor:pointer}code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow-x:auto;padding:.5rem;background:color-mix(in srgb,currentColor 7%,transparent)}
.failed>summary{font-weight:600}small{opacity:.75}dt{font-weight:600}dd{margin:0 0 .5rem}`;

/** The report as one file for a browser; it loads nothing. */
export function asHtml(report: ConformanceReport): string {
  const sections = byArea(report).map(
    ({ area, results }) =>
      `<section><h2>${escaped(area)}</h2>${results.map(resultHtml).join('\n')}</section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Conformance of the operator API</title><style>${style}</style></head><body>
<h1>Conformance of the operator API</h1><p>${escaped(report.startedAt)}: ${escaped(summary(report))}.</p>
${sections.join('\n')}
</body></html>
`;
}

function resultHtml({ id, state, findings }: ConformanceResult): string {
  const { title, asks, expected, mend } = texts.checks[id];
  const found = findings.map((finding) => {
    const request = finding.request === null ? '' : `<pre>${escaped(finding.request)}</pre>`;
    return `<dd>${escaped(wordsOf(finding))}${request}</dd>`;
  });
  const part = (name: string, text: string): string => `<dt>${name}</dt><dd>${escaped(text)}</dd>`;
  return `<details class="${state}"${state === 'failed' ? ' open' : ''}><summary>${marks[state]} ${escaped(title)} <small>${texts.states[state]} · <code>${id}</code></small></summary>
<dl>${part('Asked', asks)}${part('Expected', expected)}${found.length > 0 ? `<dt>Found</dt>${found.join('')}` : ''}${state === 'failed' ? part('Mend', mend) : ''}</dl></details>`;
}
