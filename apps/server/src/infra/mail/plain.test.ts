import { describe, expect, it } from 'vitest';
import { detailsMail } from './details.ts';
import { unlinked } from './plain.ts';
import { mailBodies } from './template.ts';

const cut = '\u200B';

describe('a text in a mail', () => {
  it.each([
    ['https://evil.example/login?a=b.c', 'https[:]//evil[.]example/login?a=b[.]c'],
    ['see HTTP://1.2.3.4/x now', 'see HTTP[:]//1[.]2[.]3[.]4/x now'],
    ['www.evil.example', 'www[.]evil[.]example'],
    ['evil.example/login', `evil.${cut}example/login`],
    ['boss@evil.example', `boss@evil.${cut}example`],
    ['javascript:alert(1)', 'javascript[:]alert(1)'],
    ['mailto:boss@evil.example', `mailto[:]boss@evil.${cut}example`],
    ['\\\\evil\\share', `\\${cut}\\evil\\share`],
    ['b\u00fccher.example', `b\u00fccher.${cut}example`],
  ])('%s becomes no link', (given, shown) => {
    expect(unlinked(given)).toBe(shown);
    expect(unlinked(shown)).toBe(shown);
  });

  it.each(['1.234,50 €', '28/03/2027 00:00', 'One sentence. Another one.', 'Type: real', 'a player: 12'])(
    '%s stays as it is',
    (given) => expect(unlinked(given)).toBe(given),
  );

  it('is linked in no part of a mail, while addresses of the hub are', () => {
    const evil = 'https://evil.example/login';
    const own = 'https://hub.test/files/1';
    const letter = { language: 'en', title: evil, paragraphs: [evil], reason: evil } as const;
    for (const { text, html } of [
      detailsMail('Sessions', 'A list.', [
        ['User ID', evil],
        ['Download', { url: own }],
      ]),
      mailBodies({ ...letter, button: { label: 'Open', url: own }, links: [{ text: evil, url: own }] }),
    ]) {
      expect(text + html).not.toMatch(/evil\.example|\/\/evil(?!\[)/);
      expect(text).toContain('https[:]//evil[.]example/login');
      expect(text).toContain(own);
      expect(new Set([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href))).toEqual(new Set([own]));
    }
  });
});
