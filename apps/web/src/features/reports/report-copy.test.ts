import i18next from 'i18next';
import { expect, it } from 'vitest';
import { aReport } from '../../test/reports.ts';
import { copiedTree } from './report-copy.ts';
import { autoExpansion, buildTree, orderOf, visibleRows } from './tree.ts';

it('[OPEN-84] a copied report has a column for each level, which holds the names above a row too', () => {
  const report = aReport();
  const tree = buildTree(report.response);
  const rows = visibleRows(tree, orderOf(tree, { by: 'bet', desc: true }), null, autoExpansion);
  const words = { t: i18next.getFixedT('en', 'reports'), common: i18next.getFixedT('en', 'common') };
  const copied = copiedTree(tree, rows.node, ['bet', 'rtp'], report.totals, words);
  expect(copied.columns.map(({ label }) => label)).toEqual([
    'Level',
    'Integration',
    'Platform',
    'Operator',
    'Game',
    'Bet',
    'RTP',
  ]);
  expect(copied.rows.slice(0, 6)).toEqual([
    ['Integration', 'Alpina', '', '', '', 1200.5, 0.7496876301541024],
    ['Platform', 'Alpina', 'Orobic Network', '', '', 1100.5, 0.745115856428896],
    ['Operator', 'Alpina', 'Orobic Network', 'Lago', '', 1100.5, 0.745115856428896],
    ['Game', 'Alpina', 'Orobic Network', 'Lago', 'Frostjarl', 1100.5, 0.745115856428896],
    ['Operator', 'Alpina', '', 'Vetta Gioco', '', 100, 0.8],
    ['Game', 'Alpina', '', 'Vetta Gioco', 'Wolves of Skadi', 60, 0.3333333333333333],
  ]);
  expect(copied.footer).toEqual(['Total', '', '', '', '', 1250.5, 0.7277089164334266]);
});
