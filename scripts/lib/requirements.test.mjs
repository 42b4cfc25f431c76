import { describe, expect, it } from 'vitest';
import { checkRequirements, findIds, parsePage, renderIndex } from './requirements.mjs';

// The check reads this file too: the area does not exist, and markers are put together by `mark`, so that it finds none.
const mark = (...ids) => ids.map((id) => `[${id}]`).join('');
const first = 'ZOO-01';
const second = 'ZOO-02';
const unknown = 'ZOO-99';

const page = {
  path: 'docs/requirements/zoo.md',
  text: `# ZOO: Zoo\n\nAll animals.\n\n## Grid\n\n- **${first}** It has a title.\n- **${second}** It is short.\n`,
};
const testOf = (text) => ({ path: 'apps/web/src/zoo.test.tsx', text });
const check = (text, pages = [page]) => checkRequirements({ pages, tests: [testOf(text)] });

describe('the rows of a page', () => {
  it('are its lines with an id, below the heading of the area', () => {
    expect(parsePage(page)).toEqual({
      path: page.path,
      area: 'ZOO',
      title: 'Zoo',
      rows: [
        { id: first, line: 7 },
        { id: second, line: 8 },
      ],
      problems: [],
    });
  });

  it.each([
    ['a page without the heading of an area', '# Zoo\n', ':1: the first line must be'],
    ['a page named after another area', '# GNU: Gnus\n', ':1: the page of GNU must be named gnu.md'],
    ['a row of another area', '# ZOO: Zoo\n\n- **GNU-01** Sentence.\n', ':3: GNU-01 belongs to'],
    ['a row without an id', '# ZOO: Zoo\n\n- Sentence.\n', ':3: a row must read'],
    ['a row without a sentence', '# ZOO: Zoo\n\n- **ZOO-01**\n', ':3: a row must read'],
  ])('report %s', (_name, text, problem) => {
    expect(parsePage({ ...page, text }).problems).toEqual([expect.stringContaining(page.path + problem)]);
  });
});

describe('the ids that tests name', () => {
  const idsOf = (text) => findIds(text, new Set(['ZOO'])).map(({ id }) => id);

  it.each([
    ["it('$ has a title', () => {", 'it'],
    ['test.describe("$ the grid", () => {', 'describe'],
    ["it.each(['a', 'b'])('$ takes %s', (text) => {", 'a table test'],
    ["  '$ takes %s',", 'a title on a line of its own'],
    ["    ['$', 'a row of a table'],", 'a cell of a table'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source text of a test
    ['test(`$ ${account} signs in`, async () => {', 'a template string'],
  ])('are read from %s (%s)', (source) => {
    expect(idsOf(source.replace('$', mark(first, second)))).toEqual([first, second]);
  });

  it('include every id of a range', () => {
    expect(idsOf(`it('${mark('ZOO-09')} to ${mark('ZOO-11')} …')`).sort()).toEqual([
      'ZOO-09',
      'ZOO-10',
      'ZOO-11',
    ]);
  });

  it('include strings that are an id of a known area, and no others', () => {
    expect(idsOf(`['${first}', 'UTF-8', '${first} and more']`)).toEqual([first]);
  });

  it('come with their line', () => {
    expect(findIds(`\n\nit('${mark(first)} …')`, new Set())).toEqual([{ id: first, line: 3 }]);
  });

  it.each(['// ', '  /** ', '   * '])('are not read from a comment that starts with %j', (start) => {
    expect(idsOf(`${start}it('${mark(first)} …')`)).toEqual([]);
  });
});

describe('the check', () => {
  it('joins rows with the tests that name them, each file once', () => {
    const { areas, problems } = check(`it('${mark(first)} a');\nit('${mark(first)} b');`);
    expect(problems).toEqual([]);
    expect(areas[0].rows).toEqual([
      { id: first, tests: ['apps/web/src/zoo.test.tsx'] },
      { id: second, tests: [] },
    ]);
  });

  it.each([unknown, 'NOPE-1'])('reports a test that names the unknown %s', (id) => {
    expect(check(`\nit('${mark(first, id)} …')`).problems).toEqual([
      `apps/web/src/zoo.test.tsx:2: ${id} is in none of the pages of docs/requirements`,
    ]);
  });

  it('reports an id that is defined twice, in one page or in two', () => {
    const twice = { ...page, text: `${page.text}- **${first}** Again.\n` };
    const again = ':7: ZOO-01 is already defined in docs/requirements/zoo.md:7';
    expect(check('', [twice]).problems).toEqual([
      'docs/requirements/zoo.md:9: ZOO-01 is already defined in docs/requirements/zoo.md:7',
    ]);
    expect(check('', [page, { ...page, path: 'docs/requirements/old/zoo.md' }]).problems).toContain(
      `docs/requirements/old/zoo.md${again}`,
    );
  });
});

describe('the index', () => {
  const index = renderIndex(check(`it('${mark(first)} …')`).areas);

  it('counts the rows of each area and those with tests', () => {
    expect(index).toContain('| [ZOO](zoo.md) | Zoo | 2 | 1 |');
    expect(index).toContain('| | Total | 2 | 1 |');
  });

  it('links each row to its page and its tests', () => {
    expect(index).toContain(
      `- [${first}](zoo.md): [zoo.test.tsx](../../apps/web/src/zoo.test.tsx)\n- [${second}](zoo.md): no test\n`,
    );
  });
});
