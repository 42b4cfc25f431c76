import { messageOf } from '@ludus/contract';
import sanitizeHtml from 'sanitize-html';
import { ValidationError } from '../../infra/errors/index.ts';

/** What texts of tickets consist of; the editor makes nothing else, and everything else is left out. */
const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr'],
    ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'code'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  // What is inside these is no text that someone wrote.
  nonTextTags: [
    ...['script', 'style', 'template', 'textarea', 'option', 'noscript', 'noembed', 'noframes'],
    ...['iframe', 'object', 'xmp', 'plaintext', 'title', 'svg', 'math'],
  ],
  nestingLimit: 40,
  transformTags: {
    a: (_tag, { href = '' }) => ({
      tagName: 'a',
      attribs: linkAttributes(href),
    }),
  },
};

// Addresses without a scheme would lead into the hub itself.
function linkAttributes(href: string): sanitizeHtml.Attributes {
  const address = URL.parse(href);
  if (address === null || !['http:', 'https:', 'mailto:'].includes(address.protocol)) return {};
  return { href: address.href, rel: 'noopener noreferrer nofollow', target: '_blank' };
}

/** Text of people without anything that could run, load or hide; null when nothing is left to read. */
export function cleanedHtml(html: string): string | null {
  const cleaned = sanitizeHtml(html, options).trim();
  const text = sanitizeHtml(cleaned, { allowedTags: [], allowedAttributes: {} });
  return /[^\s\u200b-\u200d\u2060\ufeff]/.test(text.replaceAll(/&nbsp;|\u00a0/g, ' ')) ? cleaned : null;
}

/** What is kept of a text. @throws ValidationError with the documents' words when that is nothing */
export function requiredHtml(html: string): string {
  const cleaned = cleanedHtml(html);
  if (cleaned === null) {
    const refusal = messageOf('fields.ticketDescriptionRequired');
    throw new ValidationError({ description: refusal }, refusal);
  }
  return cleaned;
}
