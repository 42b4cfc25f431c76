import { describe, expect, it } from 'vitest';
import { linkAddress } from './link-address.ts';

describe('the address of a link', () => {
  it('[OPEN-60] gets the scheme that was left out, as the hub stores it', () => {
    const meant = {
      'www.example.com': 'https://www.example.com/',
      ' example.com/help?a=1#b ': 'https://example.com/help?a=1#b',
      'example.com:8443/x': 'https://example.com:8443/x',
      'http://example.com/': 'http://example.com/',
      'HTTPS://Example.com': 'https://example.com/',
      'anna@example.com': 'mailto:anna@example.com',
      'mailto:anna@example.com?subject=Reels': 'mailto:anna@example.com?subject=Reels',
    };
    for (const [typed, address] of Object.entries(meant)) expect(linkAddress(typed)).toBe(address);
  });

  it('[OPEN-60] is none that could run, lead into the hub, or lead nowhere', () => {
    for (const typed of [
      ...['javascript:alert(1)', 'JavaScript:alert(1).com', 'java\tscript:alert(1)', 'javascript:1'],
      ...['data:text/html,x', 'file:///etc/passwd', 'vbscript:x', 'tel:123'],
      ...['', '  ', '/catalog', '//example.com', '#part', 'two words', 'https://', 'mailto:no-one'],
    ]) {
      expect([typed, linkAddress(typed)]).toEqual([typed, null]);
    }
  });
});
