import { emailAddress } from '@ludus/contract';

/** The parts of a typed or pasted text, each once whatever its case, and those among them that are no address. */
export interface TypedAddresses {
  addresses: string[];
  wrong: string[];
}

/**
 * Takes the addresses out of `Name <address>`, as mail programs copy them. What stands before the bracket is the name,
 * which may hold commas; what has an @ there, and no quotes around it, is an address of its own.
 */
function withoutNames(text: string): string {
  return text
    .replace(/(["'])[^"'<>;\r\n]*\1\s*(?=<)/g, ' ')
    .replace(/(?<=^|[>;\r\n])([^<>;\r\n]*)<\s*([^<>\s]*)\s*>/g, (_match, before: string, address: string) => {
      const others = before.split(/[\s,]+/).filter((part) => part.includes('@'));
      return [...others, address, ''].join(' ');
    });
}

/**
 * Reads one address, or several with commas, semicolons, spaces or line breaks between them (none has a space),
 * each bare or behind a name.
 */
export function readAddresses(text: string): TypedAddresses {
  const addresses = withoutNames(text)
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .reduce(withAddress, []);
  return { addresses, wrong: addresses.filter((one) => !emailAddress.safeParse(one).success) };
}

/** Whether the list has that address, in whatever case. */
export const hasAddress = (list: readonly string[], address: string): boolean =>
  list.some((other) => other.toLowerCase() === address.toLowerCase());

/** The list with an address more, unless it is there. */
export function withAddress(list: string[], address: string): string[] {
  return hasAddress(list, address) ? list : [...list, address];
}

/** A refusal in its own words; where others were in order, it names those it is about. */
export function refusalOf(message: string, { addresses, wrong }: TypedAddresses): string {
  return wrong.length < addresses.length ? `${message} (${wrong.join(', ')})` : message;
}

/** What is typed where one address belongs, without the name before it. */
export function bareAddress(text: string): string {
  const { addresses } = readAddresses(text);
  return text.includes('<') && addresses.length === 1 ? String(addresses[0]) : text.trim();
}

/**
 * What stands in a field for one line after a paste: what was there, and the pasted addresses with spaces between them.
 * Null for a text that a field takes as it is.
 */
export function pastedText(before: string, clipboard: Pick<DataTransfer, 'getData'>): string | null {
  const text = clipboard.getData('text');
  const { addresses } = readAddresses(text);
  return addresses.length > 1 || text.includes('<') ? [before, ...addresses].join(' ').trim() : null;
}
