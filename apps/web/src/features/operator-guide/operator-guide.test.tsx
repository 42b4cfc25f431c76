import { conformanceCheckIds } from '@ludus/contract/conformance';
import {
  maintenanceNoticeSchema,
  maintenanceReceiptSchema,
  platformBetsSchema,
  platformEndpoints,
  platformGamesSchema,
  platformOperatorsSchema,
  platformSessionSchema,
  platformTotalsSchema,
  platformUsersSchema,
} from '@ludus/contract/operator-api';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import * as content from './content/guide.ts';
import { guide as english } from './content/guide-en.ts';
import { guide as italian } from './content/guide-it.ts';
import { OperatorGuidePage } from './pages/operator-guide-page.tsx';

describe('the operator guide', () => {
  it('has every call, token and check of the contract, with what each asks', async () => {
    renderScreen(<OperatorGuidePage />);
    const calls = await screen.findByRole('table', { name: 'Calls' });
    const rows = within(calls).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(Object.keys(platformEndpoints).length);
    expect(rows[2]).toHaveTextContent(
      'POST {data}/v1/sessions/{sessionId}/closeCloses an open session and returns its new statebookkeeping',
    );
    expect(screen.getAllByRole('article').map(({ id }) => id)).toEqual(
      conformanceCheckIds.map((id) => `check-${id}`),
    );
    expect(document.getElementById('check-amounts')).toHaveTextContent(
      'Integers in cents of euro: 1050 is 10,50 €.',
    );
  });

  it('shows examples as the schemas of the operator API have them', () => {
    const examples = [
      [platformSessionSchema, content.exampleSession],
      [platformTotalsSchema, content.exampleTotals],
      [platformOperatorsSchema, content.exampleOperators],
      [platformGamesSchema, content.exampleGames],
      [platformUsersSchema, content.exampleUsers],
      [platformBetsSchema, content.exampleBets],
      [maintenanceNoticeSchema, content.exampleNotice],
      [maintenanceReceiptSchema, content.exampleReceipt],
    ] as const;
    for (const [schema, example] of examples)
      expect(schema.safeParse(example).error, JSON.stringify(example)).toBeUndefined();
  });

  it('says the same in both languages: the same parts, and the same code', () => {
    const kindsOf = (blocks: readonly content.GuideBlock[]) =>
      blocks.map((block) => {
        if (typeof block === 'string') return block === 'calls' ? block : 'text';
        if ('list' in block) return `list of ${block.list.length}`;
        if ('table' in block) return `table of ${block.table.rows.map(([first]) => first).join()}`;
        return `example ${block.example}`;
      });
    const codeOf = (blocks: unknown) => (JSON.stringify(blocks).match(/`[^`]+`/g) ?? []).toSorted();
    for (const section of content.guideSections) {
      expect(kindsOf(italian[section].blocks), section).toEqual(kindsOf(english[section].blocks));
      expect(codeOf(italian[section].blocks), section).toEqual(codeOf(english[section].blocks));
    }
  });
});
