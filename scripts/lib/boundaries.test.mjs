import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from './boundaries.mjs';

describe('the boundaries', () => {
  let folder;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ludus-boundaries-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function violations(path, text) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return findViolations(folder);
  }

  it.each([
    ['apps/server/src/infra/http/a.ts', "import { x } from '../../modules/games/index.ts';"],
    ['apps/server/src/modules/games/a.ts', "import { x } from '../sessions/sessions.repo.ts';"],
    ['apps/server/src/modules/games/a.ts', "import type { X } from '../sessions/sessions.repo.ts';"],
    ['apps/server/src/modules/games/a.test.ts', "import { x } from '../sessions/sessions.repo.ts';"],
    ['apps/server/src/modules/games/a.ts', "import { x } from '../../../test/support/games/x.ts';"],
    ['apps/server/src/modules/games/games.testing.ts', "import type { X } from '../../../test/hub.ts';"],
    ['apps/server/src/modules/games/a.ts', "import { x } from './games.test.ts';"],
    ['apps/web/src/features/games/a.tsx', "import { x } from '../../test/render.tsx';"],
    [
      'apps/server/test/support/games/a.ts',
      "import { x } from '../../../src/modules/sessions/sessions.repo.ts';",
    ],
    ['apps/server/src/app.ts', "export * from './modules/games/games.service.ts';"],
    ['packages/conformance/src/a.ts', "import { x } from '@ludus/server';"],
    ['packages/conformance/src/a.ts', "import { x } from '../../../apps/sandbox/src/x.ts';"],
    ['packages/contract/src/a.ts', "import { readFile } from 'node:fs';"],
    ['packages/contract/src/a.ts', "import { x } from '../../../apps/web/src/x.ts';"],
    ['apps/web/src/features/games/a.tsx', "import { x } from '../sessions/x.tsx';"],
    ['apps/web/src/features/games/a.tsx', "const x = import('../sessions/x.tsx');"],
    ['apps/web/src/components/table/a.tsx', "import { x } from '../../features/games/x.tsx';"],
    ['apps/web/src/components/table/a.tsx', "import { x } from '../../domain/game/games.ts';"],
    ['apps/web/src/components/table/a.tsx', "import { call } from '../../lib/api/index.ts';"],
    ['apps/web/src/features/games/a.tsx', "import { queryFor } from '../../lib/api/query.ts';"],
    ['apps/web/src/features/games/a.tsx', "import { x } from '../../app/shell/x.tsx';"],
    ['apps/web/src/domain/game/a.ts', "import type { X } from '../../features/games/search.ts';"],
    ['apps/web/src/domain/game/a.ts', "import { x } from '../../app/router.tsx';"],
    ['apps/web/src/lib/a.ts', "import { x } from '../components/x.tsx';"],
    ['apps/web/src/theme/a.ts', "import { x } from '../domain/game/x.ts';"],
    ['apps/sandbox/src/a.ts', "import { x } from '@ludus/contract';"],
    ['apps/sandbox/src/a.ts', "import { x } from '../../server/src/x.ts';"],
    ['e2e/a.spec.ts', "import { x } from '../apps/server/src/x.ts';"],
    ['apps/server/src/infra/http/a.ts', 'const port = process.env.PORT;'],
    ['apps/server/src/modules/games/a.ts', 'const at = new Date();'],
    ['apps/server/src/modules/games/a.ts', 'const at = Date.now();'],
    ['apps/server/src/modules/games/games.service.ts', "import { sql } from 'kysely';"],
    ['apps/server/src/modules/games/games.service.ts', "import type { Kysely } from 'kysely';"],
    ['apps/server/src/modules/games/games.service.ts', "await tx.selectFrom('games').execute();"],
    ['apps/server/src/modules/games/games.service.ts', "await deps.clickhouse.rows<Row>('SELECT 1', {});"],
    ['apps/web/src/features/games/a.tsx', 'x;\n'.repeat(401)],
  ])('reports %s with %s', (path, text) => {
    expect(violations(path, text)).toEqual([expect.stringContaining(`${path}: `)]);
  });

  it.each([
    ['apps/server/src/modules/games/a.ts', "import { x } from '../sessions/index.ts';"],
    ['apps/server/src/modules/games/a.ts', "import { x } from './games.repo.ts';"],
    ['apps/server/src/modules/games/a.test.ts', "import { x } from '../../../test/support/sessions/x.ts';"],
    ['apps/server/test/support/games/a.ts', "import { x } from '../sessions/x.ts';"],
    ['bench/src/a.ts', "import { x } from '../../apps/server/test/catalogue.ts';"],
    ['apps/server/test/support/games/a.ts', "import { x } from '../../../src/modules/games/games.repo.ts';"],
    ['apps/server/src/modules/games/games.repo.ts', "import { sql } from 'kysely';"],
    ['apps/server/src/modules/games/games.tables.ts', "import type { Generated } from 'kysely';"],
    ['apps/server/src/modules/games/games.stats.ts', "await clickhouse.rows('SELECT 1', {});"],
    ['apps/server/src/modules/games/a.test.ts', 'const at = new Date();'],
    [
      'apps/server/src/modules/games/a.ts',
      '// never new Date() here\n/* process.env */\nconst at = new Date(0);',
    ],
    ['apps/server/src/cli.ts', 'loadSettings(process.env);'],
    ['apps/web/src/features/games/a.tsx', "import { x } from '../../domain/game/x.ts';"],
    ['apps/web/src/features/games/a.tsx', "import { ApiError } from '../../lib/api/error.ts';"],
    ['apps/web/src/features/games/a.test.tsx', "import { keyOf } from '../../lib/api/index.ts';"],
    ['apps/web/src/domain/game/a.ts', "import { x } from '../../components/form/x.tsx';"],
    ['apps/web/src/domain/game/a.ts', "import { call } from '../../lib/api/index.ts';"],
    ['apps/web/src/app/a.ts', "import { call } from '../lib/api/index.ts';"],
    ['apps/web/src/routes/games.tsx', "import { x } from '../features/games/x.tsx';"],
    ['apps/sandbox/src/a.ts', "import { x } from '@ludus/contract/operator-api';"],
    ['packages/contract/src/a.ts', "import { z } from 'zod';\nimport { x } from './x.ts';"],
    ['apps/web/src/features/games/a.test.tsx', 'x;\n'.repeat(401)],
  ])('allows %s with %s', (path, text) => {
    expect(violations(path, text)).toEqual([]);
  });
});
