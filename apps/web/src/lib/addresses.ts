import { emailAddress } from '@ludus/contract';

/** The parts of a typed or pasted text, each once whatever its case, and those among them that are no address. */
export interface TypedAddresses {
  addresses: string[];
  wrong: string[];
}

/** Reads one address, or several with commas, semicolons, spaces or line breaks between them (OPEN-66: none has a space). */
export function readAddresses(text: string): TypedAddresses {
  const addresses = text
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

/** What stands in a field for one line after a paste: what was there, and the pasted lines with spaces between them. */
export function pastedText(before: string, clipboard: Pick<DataTransfer, 'getData'>): string | null {
  const text = clipboard.getData('text');
  return readAddresses(text).addresses.length > 1 ? `${before} ${text.replace(/\s+/g, ' ')}`.trim() : null;
}
