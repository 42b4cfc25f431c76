import { describe, expect, it } from 'vitest';
import { bareAddress, pastedText, readAddresses } from './addresses.ts';

describe('addresses behind a name', () => {
  it.each([
    ['Anna Rossi <anna@x.example>', ['anna@x.example']],
    ['Rossi, Anna <anna@x.example>; Bianchi, Ugo <ugo@x.example>', ['anna@x.example', 'ugo@x.example']],
    ['"Rossi, Anna" <anna@x.example>, "Ugo @ work" <ugo@x.example>', ['anna@x.example', 'ugo@x.example']],
    ["'anna@old.example' <anna@x.example>", ['anna@x.example']],
    ["Pat O'Brien <pat@x.example>\nUgo <ugo@x.example>\r\n", ['pat@x.example', 'ugo@x.example']],
    ['bob@x.example, Anna <anna@x.example>', ['bob@x.example', 'anna@x.example']],
    ['Anna <anna@x.example> bob@x.example', ['anna@x.example', 'bob@x.example']],
    ['<anna@x.example>', ['anna@x.example']],
    ['Anna <anna@x.example>; ANNA@x.example', ['anna@x.example']],
  ])('are taken out of %s', (text, addresses) => {
    expect(readAddresses(text)).toEqual({ addresses, wrong: [] });
  });

  it.each([
    ['Anna <anna@nowhere>', ['anna@nowhere']],
    ['no-one; Anna <anna@x.example>', ['no-one']],
    ['no-one\nAnna <anna@x.example>', ['no-one']],
    ['Anna <anna@x.example', ['Anna', '<anna@x.example']],
    ['bob@nowhere, Anna <anna@x.example>', ['bob@nowhere']],
  ])('do not hide what is no address in %s', (text, wrong) => {
    expect(readAddresses(text).wrong).toEqual(wrong);
  });

  it('come alone into a field for one address, and bare into one for several', () => {
    expect(bareAddress(' Anna <anna@x.example> ')).toBe('anna@x.example');
    expect(bareAddress(' anna@x.example ')).toBe('anna@x.example');
    expect(bareAddress('Anna <anna@x.example>; bob@x.example')).toBe('Anna <anna@x.example>; bob@x.example');
    const paste = (text: string) => pastedText('me@x.example', { getData: () => text });
    expect(paste('Anna <anna@x.example>\nno-one')).toBe('me@x.example anna@x.example no-one');
    expect(paste('Anna <anna@x.example>')).toBe('me@x.example anna@x.example');
    expect(paste('anna@x.example')).toBeNull();
  });
});
