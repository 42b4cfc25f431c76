/** What a saved reply is filled in with, in the order in which it is named to its writer. */
export const replyPlaceholders = ['integration', 'ticket', 'person'] as const;
export type ReplyPlaceholder = (typeof replyPlaceholders)[number];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The HTML of a saved reply with its placeholders filled in, without the space before an empty one; other braces stay. */
export function fillReply(html: string, values: Record<ReplyPlaceholder, string>): string {
  return html.replaceAll(
    /( |&nbsp;)?\{(integration|ticket|person)\}/g,
    (_whole, space = '', name: ReplyPlaceholder) =>
      values[name] === '' ? '' : space + escaped(values[name]),
  );
}
