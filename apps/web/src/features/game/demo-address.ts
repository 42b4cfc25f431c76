/** The demo of a game on the demo host; null without a host. */
export function demoAddress(host: string | null, slug: string): string | null {
  return host === null ? null : `${host.replace(/\/+$/, '')}/${encodeURIComponent(slug)}?fullBtn=false`;
}
