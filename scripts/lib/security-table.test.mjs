import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requirementNumbers } from './asvs-level-2.mjs';
import { findTableProblems } from './security-table.mjs';

describe('the list of ASVS 5.0 requirements', () => {
  it('has the 253 of levels 1 and 2, of 17 chapters, each once', () => {
    expect(requirementNumbers).toHaveLength(253);
    expect(new Set(requirementNumbers).size).toBe(253);
    expect(new Set(requirementNumbers.map((number) => number.split('.')[0])).size).toBe(17);
    expect(requirementNumbers.slice(0, 3)).toEqual(['V1.1.1', 'V1.1.2', 'V1.2.1']);
    expect(requirementNumbers.at(-1)).toBe('V17.3.2');
    // Only of level 3.
    expect(requirementNumbers).not.toContain('V2.3.5');
  });
});

describe('a table of requirements', () => {
  let root;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'ludus-security-'));
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'a.test.ts'), '');
  });

  afterAll(() => rmSync(root, { recursive: true }));

  const head = '| No. | Asks for | State | Shown by, or the reason |\n|---|---|---|---|';
  const definition = '[a.test]: ../a.test.ts';
  const good = [
    '| V1.1.1 | decode once | met | [a.test] |',
    '| V1.1.2 | escape last | not applicable | The hub writes no such format. |',
    '| V1.2.1 | encode by context | open | Left to the proxy. Half of it: [a.test](../a.test.ts) |',
  ];
  const problemsOf = (rows, definitions = [definition]) =>
    findTableProblems({
      text: [head, ...rows, '', ...definitions].join('\n'),
      numbers: ['V1.1.1', 'V1.1.2', 'V1.2.1'],
      file: join(root, 'docs', 'security.md'),
      root,
    });

  it('is right when each number has a state with its evidence or its reason', () => {
    expect(problemsOf(good)).toEqual([]);
  });

  it.each([
    ['a missing number', good.slice(1), ['V1.1.1 is missing.', 'The link definition [a.test] is not used.']],
    ['a number twice', [...good, good[0]], ['V1.1.1 appears 2 times.']],
    [
      'a number of another level',
      [...good, '| V2.3.5 | two people | met | [a.test] |'],
      ['V2.3.5 is no requirement of level 1 or 2.'],
    ],
    [
      'a state of its own',
      [good[0], good[1], '| V1.2.1 | encode | partly | Half of it is there. |'],
      ['V1.2.1 has the state "partly"; use met, not applicable, open.'],
    ],
    [
      'a claim without evidence',
      [good[0], good[1], '| V1.2.1 | encode | met | Certainly, everywhere. |'],
      ['V1.2.1 is met without a test or file that shows it.'],
    ],
    [
      'an open one without a reason',
      [good[0], good[1], '| V1.2.1 | encode | open | [a.test] |'],
      ['V1.2.1 is open without a reason.'],
    ],
    [
      'one that does not apply, without a reason',
      [good[0], '| V1.1.2 | escape last | not applicable | |', good[2]],
      ['V1.1.2 is not applicable without a reason.'],
    ],
    [
      'no words for what is asked',
      [good[0], good[1], '| V1.2.1 | | met | [a.test] |'],
      ['V1.2.1 does not say what it asks for.'],
    ],
    [
      'a column too many',
      [good[0], good[1], '| V1.2.1 | encode | met | [a.test] | and more |'],
      ['V1.2.1 has more than four columns.'],
    ],
    [
      'evidence that is not defined',
      [good[0], good[1], '| V1.2.1 | encode | met | [b.test] |'],
      ['V1.2.1 refers to [b.test], which no link definition names.'],
    ],
    [
      'a file that does not exist',
      [good[0], good[1], '| V1.2.1 | encode | met | [b](../b.test.ts) |'],
      ['The link ../b.test.ts leads to no file of the repository.'],
    ],
    [
      'a file outside of the repository',
      [good[0], good[1], '| V1.2.1 | encode | met | [root](../..) |'],
      ['The link ../.. leads to no file of the repository.'],
    ],
  ])('is wrong with %s', (_what, rows, problems) => {
    expect(problemsOf(rows)).toEqual(problems);
  });

  it('is wrong with a definition of a file that does not exist', () => {
    expect(problemsOf(good, ['[a.test]: ../gone.test.ts'])).toEqual([
      'The link ../gone.test.ts leads to no file of the repository.',
    ]);
  });
});
