const blocks = /<\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|table|blockquote)\b[^>]*>/gi;
const looksLikeMarkup = /<[a-z!/][^>]*>|&(?:#\d+|#x[\da-f]+|[a-z]+);/i;

/** Text without its markup; blocks become lines. Nothing of it is ever run or fetched. */
export function plainText(text: string): string {
  if (!looksLikeMarkup.test(text)) return text;
  const { body } = new DOMParser().parseFromString(text.replaceAll(blocks, '\n'), 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template')) hidden.remove();
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
