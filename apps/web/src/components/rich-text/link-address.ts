const schemes = ['http:', 'https:', 'mailto:'];

/**
 * The address that is meant by what someone typed, as it is stored; null when it is none that a text may lead to. A page
 * without a scheme gets `https://`, a mail address `mailto:`.
 */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  const address = completed(text);
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (!schemes.includes(url.protocol)) return null;
  return url.protocol === 'mailto:' && !url.pathname.includes('@') ? null : url.href;
}

function completed(text: string): string | null {
  if (/^[^\s:/?#@]+@[^\s:/?#@]+\.[^\s:/?#@]+$/.test(text)) return `mailto:${text}`;
  // Digits after a colon are a port.
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(text)) return text;
  return /^[^\s/?#]+\.[^\s/?#]+/.test(text) ? `https://${text}` : null;
}
