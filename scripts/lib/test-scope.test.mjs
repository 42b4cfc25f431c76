import { describe, expect, it } from 'vitest';
import { testScopeOf } from './test-scope.mjs';

describe('the tests of a change', () => {
  it.each([
    ['apps/server/src/modules/bets/bets.service.ts', 'apps/server/src/modules/bets/'],
    ['apps/server/src/modules/integrations/editor/tokens.ts', 'apps/server/src/modules/integrations/'],
    ['apps/server/src/infra/http/route.ts', 'apps/server/src/infra/http/'],
    ['apps/server/test/support/tickets/tickets-hub.ts', 'apps/server/src/modules/tickets/'],
    ['apps/web/src/features/charts/components/totals-tab.tsx', 'apps/web/src/features/charts/'],
    ['apps/web/src/components/table/data-table.module.css', 'apps/web/src/components/table/'],
    ['apps/web/src/components/modal.tsx', 'apps/web/src/components/'],
    ['apps/web/src/app/shell/navigation.ts', 'apps/web/src/app/shell/'],
    ['packages/contract/src/metrics.ts', 'packages/contract/'],
    ['scripts/check.mjs', 'scripts/'],
    ['apps/server/test/access.test.ts', 'apps/server/test/access.test.ts'],
  ])('after %s are in %s', (changed, scope) => {
    expect(testScopeOf([changed])).toEqual([scope]);
  });

  it('are none for documents, browser tests and settings', () => {
    expect(testScopeOf(['docs/web.md', 'e2e/charts.spec.ts', 'package.json'])).toEqual([]);
  });

  it('are named once, the larger part for what lies inside it', () => {
    expect(
      testScopeOf([
        'apps/web/src/lib/format.ts',
        'apps/web/src/lib/api/query.ts',
        'apps/server/src/modules/bets/bets.repo.ts',
        'apps/server/src/modules/bets/bets.test.ts',
      ]),
    ).toEqual(['apps/server/src/modules/bets/', 'apps/web/src/lib/']);
  });
});
