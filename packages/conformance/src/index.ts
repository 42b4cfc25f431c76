/** Checks whether an operator platform does what the operator API asks of it. */
export { type HttpRequest, type HttpResponse, type Send, SendError } from './http.ts';
export { asHtml, asMarkdown, asText } from './report.ts';
export { type RunDeps, runConformance } from './run.ts';
export { type ConformanceOptions, defaultOptions, type Target } from './target.ts';
