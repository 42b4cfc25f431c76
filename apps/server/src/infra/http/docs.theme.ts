/** The look of the API's page: the colours and type of the hub, in the theme of the device, over Swagger UI's own style sheet. */
export const docsTheme = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(#f3f3f4, #0b0c0f);
  --panel: light-dark(#ffffff, #131418);
  --raised: light-dark(#f6f6f7, #1b1d23);
  --border: light-dark(#e3e4e8, #23262d);
  --control: light-dark(#878c99, #626775);
  --text: light-dark(#16181d, #eceae4);
  --secondary: light-dark(#545966, #a8abb6);
  --accent: light-dark(#7d5800, #eec560);
  --read: light-dark(#1b5bb8, #7bb4ff);
  --write: light-dark(#1d7a47, #62d093);
  --remove: light-dark(#b3261e, #ff8178);
}
html, body { background: var(--canvas); }
body { margin: 0; }
.hub-back { display: block; max-width: 1120px; margin: 0 auto; padding: 24px 24px 0; font: 500 14px "Instrument Sans", Arial, "Helvetica Neue", sans-serif; color: var(--accent); }
.swagger-ui, .swagger-ui :is(.info .title, .info p, .info li, .info table, .info h1, .info h2, .info h3, .info h4, .opblock-tag, .opblock .opblock-summary-path, .opblock .opblock-summary-description, .opblock-description-wrapper p, .opblock-section-header h4, .opblock-section-header label, .tab li, .parameter__name, .parameter__type, .parameter__in, .response-col_status, .response-col_links, .responses-inner :is(h4, h5), .model, .model-title, .prop-type, .renderedMarkdown p, table thead tr :is(td, th), label, select, .scheme-container .schemes > label) {
  font-family: "Instrument Sans", Arial, "Helvetica Neue", sans-serif;
  color: var(--text);
}
.swagger-ui .wrapper { max-width: 1120px; padding: 0 24px; }
.swagger-ui .info { margin: 24px 0 24px; }
.swagger-ui .info .title { font-size: 28px; font-weight: 600; letter-spacing: -0.012em; }
.swagger-ui .info .title small { background: var(--raised); border: 1px solid var(--border); border-radius: 6px; }
.swagger-ui .info .title small pre, .swagger-ui .info .base-url, .swagger-ui .info > a { color: var(--secondary); }
.swagger-ui .info .title small.version-stamp { display: none; }
.swagger-ui :is(.info .description, .markdown) { max-width: 76ch; line-height: 1.6; }
.swagger-ui :is(.info, .markdown, .renderedMarkdown) :is(p, li, td, th) { font-size: 14px; line-height: 1.6; color: var(--text); }
.swagger-ui :is(a, .info a, .nostyle, .model-toggle) { color: var(--accent); }
.swagger-ui :is(code, pre, .markdown code, .renderedMarkdown code, .markdown pre, .microlight) { font-size: 13px; color: var(--text); background: var(--raised); border: 1px solid var(--border); border-radius: 6px; }
.swagger-ui :is(.highlight-code, .opblock-body pre.microlight, .example) :is(code, pre) { background: var(--raised) !important; border: 0; }
.swagger-ui :is(.highlight-code, .opblock-body pre.microlight) { background: var(--raised) !important; border: 1px solid var(--border); color: var(--text) !important; }
.swagger-ui .scheme-container { background: var(--panel); border-block: 1px solid var(--border); box-shadow: none; margin: 0 0 16px; padding: 16px 0; }
.swagger-ui .opblock-tag { font-size: 16px; font-weight: 600; border-bottom: 1px solid var(--border); }
.swagger-ui .opblock-tag small { color: var(--secondary); font-size: 13px; }
.swagger-ui .opblock-tag:hover { background: var(--raised); }
.swagger-ui .opblock, .swagger-ui .opblock:is(.opblock-get, .opblock-post, .opblock-put, .opblock-patch, .opblock-delete) { background: var(--panel); border: 1px solid var(--border); border-radius: 10px; box-shadow: none; }
.swagger-ui .opblock .opblock-summary, .swagger-ui .opblock:is(.opblock-get, .opblock-post, .opblock-put, .opblock-patch, .opblock-delete) .opblock-summary { border-color: var(--border); }
.swagger-ui .opblock .opblock-summary-method { min-width: 68px; padding: 4px 0; font-size: 12px; text-shadow: none; background: var(--raised) !important; border: 1px solid var(--border); border-radius: 6px; color: var(--read); }
.swagger-ui .opblock:is(.opblock-post, .opblock-put, .opblock-patch) .opblock-summary-method { color: var(--write); }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { color: var(--remove); }
.swagger-ui .opblock .opblock-summary-path { font-size: 14px; font-weight: 550; }
.swagger-ui .opblock .opblock-summary-description { font-size: 13px; color: var(--secondary); }
.swagger-ui .opblock .opblock-section-header { background: var(--raised); box-shadow: none; border-block: 1px solid var(--border); }
.swagger-ui table thead tr :is(td, th) { color: var(--secondary); border-bottom: 1px solid var(--border); }
.swagger-ui :is(input, select, textarea) { background: var(--panel); color: var(--text); border: 1px solid var(--control); border-radius: 8px; box-shadow: none; }
.swagger-ui .btn { color: var(--text); background: var(--panel); border: 1px solid var(--control); border-radius: 8px; box-shadow: none; }
.swagger-ui .btn.authorize { color: #1a1407; background: #e9ba48; border-color: #e9ba48; }
.swagger-ui .btn.authorize svg { fill: #1a1407; }
.swagger-ui :is(.dialog-ux .modal-ux, .dialog-ux .modal-ux-header) { color: var(--text); background: var(--panel); border-color: var(--border); }
.swagger-ui .dialog-ux .modal-ux :is(h3, h4, p, label) { color: var(--text); }
.swagger-ui section.models { border: 1px solid var(--border); border-radius: 10px; }
.swagger-ui section.models .model-container { background: var(--panel); }
.swagger-ui :is(.model-box, .json-schema-2020-12, .json-schema-2020-12-head) { background: transparent; color: var(--text); }
.swagger-ui :is(.json-schema-2020-12__title, .json-schema-2020-12-property .json-schema-2020-12__title, .json-schema-2020-12-keyword__name--primary, .json-schema-2020-12__attribute--primary) { font-family: "Instrument Sans", Arial, sans-serif; color: var(--text); }
.swagger-ui :is(.json-schema-2020-12-keyword__name--secondary, .json-schema-2020-12-keyword__value--secondary, .json-schema-2020-12__attribute) { color: var(--secondary); }
.swagger-ui :is(.expand-operation, .opblock-summary-control, .model-toggle::after, .authorization__btn, .json-schema-2020-12-accordion) svg, .swagger-ui .arrow { fill: var(--secondary); }
.swagger-ui :is(.opblock-control-arrow, .expand-operation) svg { fill: var(--secondary); }
.swagger-ui .opblock .tab-header .tab-item.active h4 span::after { background: var(--accent) !important; }
/* Its highlighter writes colours for a dark ground into the elements. */
.swagger-ui .microlight span[style] { color: var(--text) !important; }
.swagger-ui .microlight span[style*="162, 252"] { color: var(--write) !important; }
.swagger-ui .microlight span[style*="211, 99"] { color: var(--read) !important; }
.swagger-ui :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** Puts the way back above the page, whose own markup is not ours. */
export const docsWayBack = `
const back = document.createElement('a');
back.className = 'hub-back';
back.href = '/';
back.textContent = '← Ludus Hub';
document.body.prepend(back);
`;

/** The mark of the hub. */
export const docsMark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Ludus Hub</title><rect width="32" height="32" rx="7" fill="#0b0c0f"/><g fill="#eceae4"><circle cx="8.5" cy="8" r="3.3"/><circle cx="8.5" cy="16" r="3.3"/><circle cx="16.3" cy="24" r="3.3"/><circle cx="24" cy="24" r="3.3"/></g><circle cx="8.5" cy="24" r="3.3" fill="#e9ba48"/></svg>`;
