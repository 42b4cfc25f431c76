// After the dot of a domain it keeps mail programs from making a link, and shows nothing.
const breaker = '\u200B';

/**
 * Returns a text in which no mail program finds an address to link: `https://evil.example` becomes `https[:]//evil[.]example`,
 * and a bare domain or email address gets an invisible character after each dot. All texts of mails pass through
 * here, except the URLs of the hub itself.
 */
export function unlinked(text: string): string {
  return text
    .replaceAll(/([a-z][a-z0-9+.-]{0,30}):(?=[/\\]{2})(\S*)/gi, (_, scheme: string, rest: string) => {
      return `${scheme}[:]${rest.replaceAll(/\.(?=[^\s.])/g, '[.]')}`;
    })
    .replaceAll(/\b(mailto|tel|sms|callto|facetime|javascript|data|file):(?=\S)/gi, '$1[:]')
    .replaceAll(/\bwww\d*\.(\S*)/gi, (found: string) => found.replaceAll('.', '[.]'))
    .replaceAll(/\\\\(?=\S)/g, `\\${breaker}\\`)
    .replaceAll(/(?<=[\p{L}\p{N}_-])([.\u3002\uFF0E\uFF61])(?=[\p{L}][\p{L}\p{N}-])/gu, `$1${breaker}`);
}
