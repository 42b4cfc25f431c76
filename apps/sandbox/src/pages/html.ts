import escapeHtml from 'escape-html';

/** Already safe HTML, to be put into a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | Html[];

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map((one) => one.text).join('');
  return escapeHtml(String(part));
}

/** A template whose values are escaped unless they are Html themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + render(parts[i - 1] ?? '') + string));
}

/** Colours and type of all sandbox pages; `theme` light or dark wins over the reader's system. */
const STYLE = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--line:#dfe3ea;--text:#1a1f2b;--soft:#5b6475;--accent:#3b5bdb;--good:#157f3d;--bad:#c92a2a}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--bg:#0f1218;--card:#171b24;--line:#2a303d;--text:#e6e9f0;--soft:#98a2b5;--accent:#8ea4ff;--good:#51cf66;--bad:#ff8787}}
:root[data-theme=dark]{color-scheme:dark;--bg:#0f1218;--card:#171b24;--line:#2a303d;--text:#e6e9f0;--soft:#98a2b5;--accent:#8ea4ff;--good:#51cf66;--bad:#ff8787}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;padding:20px;background:var(--bg);color:var(--text);font:14px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto}
h1{font-size:20px;margin:0 0 4px}h2{font-size:16px;margin:0 0 8px}
p{margin:0 0 12px}.soft{color:var(--soft)}a{color:var(--accent)}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px;margin:0 0 16px}
table{border-collapse:collapse;width:100%}th,td{padding:6px 10px;text-align:left;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;font-size:12px}tr:last-child td{border-bottom:0}
.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.good{color:var(--good)}.bad{color:var(--bad)}
code{font:12px ui-monospace,monospace;overflow-wrap:anywhere}
button,input,select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:7px;padding:5px 10px}
button{cursor:pointer}button:focus-visible,a:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
tr.opens{cursor:pointer}tr.opens:hover td{background:color-mix(in srgb,var(--accent) 8%,transparent)}
tr.opens a{font-weight:600;text-decoration:none}
pre{white-space:pre-wrap;overflow-wrap:anywhere}dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}.card>dl,.card>pre{margin:0}
.row{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center}
`;

/** A whole page. `theme` is light, dark, or anything else for the reader's own choice. */
export function page(options: {
  title: string;
  body: Html;
  theme?: string;
  style?: string;
  script?: string;
}): string {
  const theme = options.theme === 'light' || options.theme === 'dark' ? ` data-theme="${options.theme}"` : '';
  const script = options.script ? `<script type="module" src="${escapeHtml(options.script)}"></script>` : '';
  return `<!doctype html>
<html lang="en"${theme}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(options.title)}</title><link rel="icon" href="data:,"><style>${STYLE}${options.style ?? ''}</style></head>
<body><main>${options.body.text}</main>${script}</body></html>`;
}
