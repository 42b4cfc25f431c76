/** The evidence of cases and of games as PDF, opened by addresses that are signed for one person each. */
import {
  gameLabel,
  isLanguage,
  type Language,
  messageOf,
  type RtpGame,
  type RtpIntegration,
} from '@ludus/contract';
import type { Actor } from '../../infra/access/index.ts';
import { type CurrentRights, findActor } from '../../infra/access/principal.ts';
import { recordAudit } from '../../infra/audit/index.ts';
import { romeDay, startOfRomeDay } from '../../infra/clock/index.ts';
import {
  createSignedFiles,
  type Download,
  downloadOf,
  type SignedFiles,
  type SignFileUrl,
} from '../../infra/http/index.ts';
import type { Infra } from '../../infra/module.ts';
import type { AwaitedCaseOf } from './cases.alerts.ts';
import { contextOf } from './cases.context.ts';
import { findCase, findCases, findEvents, noteOnce } from './cases.repo.ts';
import { evidenceName } from './cases.service.ts';
import { writeGameEvidence } from './evidence.game.ts';
import { hashOfInputs, inputsHashOf } from './evidence.hash.ts';
import { writeEvidence } from './evidence.ts';
import { evidenceOf } from './rtp-monitor.mapper.ts';
import type { RtpMonitorService } from './rtp-monitor.service.ts';

type FilesInfra = Pick<Infra, 'settings' | 'clock' | 'postgres'>;

/** `<case>-<language>`. Who takes one stands in the history of the case, once a day. */
export function createCaseFiles(infra: FilesInfra, rights: CurrentRights): SignedFiles {
  const { postgres, clock } = infra;
  async function find(file: string, userId: string, isDownload: boolean): Promise<Download | undefined> {
    const [id, language] = file.split('-');
    const actor = await findActor(userId, rights);
    if (actor?.can('rtp:monitor') !== true || !isLanguage(language)) return undefined;
    const row = await findCase(postgres.db, Number(id));
    if (row === undefined) return undefined;
    if (isDownload) {
      const at = clock.now();
      const since = startOfRomeDay(romeDay(at));
      await noteOnce(postgres.db, row.id, { at, kind: 'printed', userId, since, text: inputsHashOf(row) });
    }
    const bytes = await writeEvidence(row, await findEvents(postgres.db, row.id), language);
    return downloadOf(evidenceName(row.id, language), bytes);
  }
  return createSignedFiles(infra, {
    prefix: '/files/rtp-cases',
    purpose: 'rtp case',
    find: (id, userId, ipAddress) => find(id, userId, ipAddress !== undefined),
  });
}

/** Stands for the game as a whole in the id of a file. */
const wholeGame = 'all';

/** `<game>-<integration>-<language>`, measured when it is opened. Who takes one stands in the log: there is no case to note it in. */
export function createGameFiles(
  infra: FilesInfra,
  {
    rights,
    measureOne,
    awaitedCaseOf,
  }: { rights: CurrentRights; awaitedCaseOf: AwaitedCaseOf } & Pick<RtpMonitorService, 'measureOne'>,
): SignedFiles {
  const { postgres } = infra;

  async function note(
    actor: Actor,
    gameId: number,
    { name, place, inputs }: { name: string; place: string | null; inputs: string },
  ): Promise<void> {
    await recordAudit(postgres.db, {
      actor,
      type: 'games',
      action: 'print-rtp-evidence',
      objectId: gameId,
      description: messageOf('logs.rtpEvidencePrinted', {
        name,
        place: place ?? messageOf('logs.allIntegrations'),
      }),
      changes: { inputsSha256: { old: null, new: inputs } },
    });
  }

  async function find(file: string, userId: string, isDownload: boolean): Promise<Download | undefined> {
    const [id, at, language] = file.split('-');
    const actor = await findActor(userId, rights);
    if (actor?.can('rtp:monitor') !== true || !isLanguage(language)) return undefined;
    const gameId = Number(id);
    const measured = await measureOne(gameId, at === wholeGame ? undefined : Number(at));
    const own = measured?.integrations.find(({ integrationId }) => String(integrationId) === at);
    if (measured === undefined || (own === undefined && at !== wholeGame)) return undefined;
    const { game } = measured;
    const evidence = evidenceOf(game, own ?? game, measured);
    if (evidence === null) return undefined;
    const integrationName = own?.integrationName ?? null;
    const placed = own ?? { integrationId: null };
    const context = contextOf(measured.integrations, measured.played, placed);
    const inputs = hashOfInputs({ gameId, integrationId: placed.integrationId }, { ...evidence, context });
    if (isDownload) await note(actor, gameId, { name: gameLabel(game), place: integrationName, inputs });
    const open = await findCases(postgres.db, { state: 'open', gameId }, { limit: 200, offset: 0 });
    const bytes = await writeGameEvidence(
      {
        name: gameLabel(game),
        integrationName,
        evidence,
        context,
        inputs,
        // A case of the whole game concerns each of its integrations.
        openCases: open.rows
          .filter((row) => own === undefined || [own.integrationId, null].includes(row.integration_id))
          .map((row) => row.id),
        awaitedCase: await awaitedCaseOf(measured, own),
        username: actor.username,
      },
      language,
    );
    return downloadOf(gameFileName({ ...measured, at: own ?? null }, language), bytes);
  }

  return createSignedFiles(infra, {
    prefix: '/files/rtp-games',
    purpose: 'rtp game',
    find: (id, userId, ipAddress) => find(id, userId, ipAddress !== undefined),
  });
}

/** Signs the addresses of a game's evidence, for one person. */
export function gameFilesOf(
  printed: Printed,
  urlOf: SignFileUrl,
  userId: string,
): { en: string; it: string } {
  const file = (language: Language) =>
    urlOf({ id: gameFileId(printed, language), name: gameFileName(printed, language) }, userId);
  return { en: file('en'), it: file('it') };
}

/** Of one integration, or of the game as a whole, up to a day. */
interface Printed {
  game: Pick<RtpGame, 'gameId' | 'slug'>;
  at: Pick<RtpIntegration, 'integrationId' | 'integrationName'> | null;
  until: string;
}

const gameFileId = ({ game, at }: Printed, language: Language) =>
  `${game.gameId}-${at?.integrationId ?? wholeGame}-${language}`;

/** `rtp-ember_fox-alpina-2026-11-26-en.pdf`, with the last day that was measured. */
function gameFileName({ game, at, until }: Printed, language: Language): string {
  const place = at?.integrationName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${['rtp', game.slug, place, until, language].filter(Boolean).join('-')}.pdf`;
}
