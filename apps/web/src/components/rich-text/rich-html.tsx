import createDOMPurify, { type Config } from 'dompurify';
import { useMemo } from 'react';
import styles from './rich-html.module.css';

const config: Config = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr'],
    ...['a', 'strong', 'b', 'em', 'i', 'u', 's', 'code'],
  ],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const purifier = createDOMPurify(window);
// Links of people lead out of the hub, and must not reveal where from.
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A' || !node.hasAttribute('href')) return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** Text of people without anything that could run or load, whoever has cleaned it before. */
export function cleanedHtml(html: string): string {
  return purifier.sanitize(html, config);
}

/** Formatted text that someone wrote. */
export function RichHtml({ html }: { html: string }) {
  const cleaned = useMemo(() => cleanedHtml(html), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned in the line above
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: cleaned }} />;
}
