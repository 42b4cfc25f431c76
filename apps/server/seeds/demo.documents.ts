import { type DocumentType, gameLabel, type Jurisdiction, jurisdictionName } from '@ludus/contract';
import { addDays, type Day, romeDay } from '../src/infra/clock/index.ts';
import type { ImportedDocument } from '../src/modules/certificates/index.ts';
import { pdfOf } from './demo.pdf.ts';
import type { WorldGame } from './demo.world.ts';

/** A platform of the demo with the games that are active there. */
export interface DocumentOwner {
  id: number;
  name: string;
  games: readonly DocumentGame[];
}

export type DocumentGame = Pick<WorldGame, 'name' | 'sub_name' | 'rtp'> & { id: number };

export interface DocumentPlan {
  name(game: DocumentGame | undefined): string;
  type: DocumentType;
  /** Places in the list of games, or in that of the owner's active ones; none for a general document. */
  games: readonly number[];
  /** The place of the platform that it belongs to; without one it holds for every platform. */
  owner?: number;
  jurisdiction: Jurisdiction;
  version?: string;
  addedDaysAgo: number;
  /** Days from today; negative where it has ended, null where it does not expire. */
  validForDays: number | null;
  by: 'admin' | 'manager';
  /** Instead of what a laboratory certifies. */
  paragraphs?: readonly string[];
}

const laboratory = 'Orsa Gaming Laboratory';
const named = (what: string) => (game: DocumentGame | undefined) => `${game?.name} ${what}`;
const certificate = { name: named('certificate'), type: 'certificate' } as const;

/** Valid for months, expiring within 30 days (two), expired, and without an end; most games have none. Oldest first. */
const plans: readonly DocumentPlan[] = [
  {
    ...certificate,
    games: [3],
    jurisdiction: 'IT',
    addedDaysAgo: 374,
    validForDays: -9,
    by: 'admin',
  },
  {
    name: () => 'Random number generator certificate',
    type: 'certificate',
    games: [],
    owner: 0,
    jurisdiction: 'IT',
    addedDaysAgo: 353,
    validForDays: 12,
    by: 'admin',
  },
  {
    ...certificate,
    games: [1],
    jurisdiction: 'MT',
    addedDaysAgo: 341,
    validForDays: 24,
    by: 'manager',
  },
  {
    name: () => 'Operator guide summary',
    type: 'technical',
    games: [],
    owner: 0,
    jurisdiction: 'IT',
    addedDaysAgo: 210,
    validForDays: null,
    by: 'manager',
    paragraphs: [
      'Games: ask for a game from the Catalog. It is visible to players once the provider has activated it.',
      'Sessions: every game session is received from your platform. Search by session ID, ticket or player.',
      'Support: open a ticket from the session or the game that it is about. Answers also arrive by email.',
      'Maintenance: confirm the dates that the provider announces, or say that you are not available.',
    ],
  },
  {
    ...certificate,
    games: [0],
    jurisdiction: 'IT',
    addedDaysAgo: 155,
    validForDays: 210,
    by: 'admin',
  },
  {
    name: named('RTP test report'),
    type: 'test-report',
    games: [0],
    jurisdiction: 'IT',
    addedDaysAgo: 155,
    validForDays: null,
    by: 'admin',
  },
  {
    name: () => 'Responsible gaming',
    type: 'agreement',
    games: [],
    owner: 1,
    jurisdiction: 'MT',
    addedDaysAgo: 120,
    validForDays: 245,
    by: 'manager',
    paragraphs: [
      'Players find their limits, time spent and self-exclusion within two taps of every game.',
      'A game that is opened again shows the result of the last round before a new bet.',
      'No text of a game promises a win, and none speaks to people under 18.',
    ],
  },
  {
    ...certificate,
    games: [2],
    jurisdiction: 'SE',
    addedDaysAgo: 96,
    validForDays: 269,
    by: 'admin',
  },
  {
    name: named('rules of play'),
    type: 'game-rules',
    games: [0],
    jurisdiction: 'IT',
    addedDaysAgo: 71,
    validForDays: null,
    by: 'manager',
    paragraphs: [
      'A round costs the chosen bet. Wins are paid as the paytable of the game shows them.',
      'A round that is interrupted ends by itself; its win is credited to the balance of the player.',
      'A malfunction voids the round: the bet is returned.',
    ],
  },
  {
    name: () => 'Hit frequency test report',
    type: 'test-report',
    games: [4, 5, 6],
    jurisdiction: 'IT',
    addedDaysAgo: 48,
    validForDays: null,
    by: 'admin',
  },
  {
    ...certificate,
    games: [4],
    owner: 0,
    jurisdiction: 'IT',
    addedDaysAgo: 33,
    validForDays: 332,
    by: 'admin',
  },
  {
    ...certificate,
    games: [0],
    owner: 1,
    jurisdiction: 'MT',
    addedDaysAgo: 6,
    validForDays: 359,
    by: 'manager',
  },
];

/** Documents of the demo; those whose games or platform there are none of are left out. */
export function demoDocuments(
  owners: readonly DocumentOwner[],
  games: readonly DocumentGame[],
  now: Date,
): ImportedDocument[] {
  return documentsOf(plans, { owners, games, now, firstNumber: 1203 });
}

/** What plans make of the platforms and games that there are. */
export function documentsOf(
  plans: readonly DocumentPlan[],
  {
    owners,
    games,
    now,
    firstNumber,
  }: { owners: readonly DocumentOwner[]; games: readonly DocumentGame[]; now: Date; firstNumber: number },
): ImportedDocument[] {
  return plans.flatMap((plan, index) => {
    const owner = plan.owner === undefined ? null : owners[plan.owner];
    if (owner === undefined) return [];
    const choice = owner?.games ?? games;
    const chosen = plan.games.flatMap((place) => choice[place] ?? []);
    if (chosen.length < plan.games.length) return [];
    const name = plan.name(chosen[0]);
    const addedAt = new Date(now.getTime() - plan.addedDaysAgo * 86_400_000);
    const validUntil = plan.validForDays === null ? null : addDays(romeDay(now), plan.validForDays);
    const issued = addDays(romeDay(addedAt), -3);
    const number = `OGL-${issued.slice(0, 4)}-${String(firstNumber + index * 37)}`;
    const facts = factsOf(plan, chosen, owner?.name ?? null, { number, issued, validUntil });
    const content = pdfOf({
      title: name,
      subtitle: plan.paragraphs === undefined ? `Issued by ${laboratory}` : 'Ludus',
      facts,
      paragraphs: plan.paragraphs ?? [sentenceOf(plan)],
      footer:
        plan.paragraphs === undefined
          ? `Example of the demo. ${laboratory} is invented, and this page certifies nothing.`
          : 'Example of the demo.',
    });
    return {
      name,
      type: plan.type,
      fileName: plan.paragraphs === undefined ? `${number}.pdf` : `${fileNameOf(name)}.pdf`,
      contentType: 'application/pdf',
      content,
      gameIds: chosen.map(({ id }) => id),
      integrationId: owner?.id ?? null,
      // Certificates hold from the day of their issue; nothing is said of other documents.
      validFrom: plan.type === 'certificate' ? issued : null,
      validUntil,
      jurisdiction: plan.jurisdiction,
      language: 'en',
      ...(plan.version !== undefined && { version: plan.version }),
      addedAt,
      addedBy: plan.by,
    };
  });
}

function factsOf(
  { jurisdiction, type, paragraphs, version }: DocumentPlan,
  games: readonly DocumentGame[],
  ownerName: string | null,
  dates: { number: string; issued: Day; validUntil: Day | null },
): [string, string][] {
  const { number, issued, validUntil } = dates;
  const facts: ([string, string] | false)[] = [
    paragraphs === undefined && ['Number', number],
    games.length > 0 && [games.length > 1 ? 'Games' : 'Game', gamesText(games)],
    type !== 'game-rules' && games.length === 1 && ['RTP', `${games[0]?.rtp.toFixed(2)}%`],
    ['Integration', ownerName ?? 'All'],
    paragraphs === undefined && ['Laboratory', laboratory],
    // Without its regulator, which has not seen it.
    ['Jurisdiction', jurisdictionName(jurisdiction).replace(/ \(.*$/, '')],
    version !== undefined && ['Version', version],
    ['Issued', issued],
    ['Valid until', validUntil ?? 'No end'],
  ];
  return facts.filter((fact) => fact !== false);
}

/** A page has room for some. */
function gamesText(games: readonly DocumentGame[]): string {
  const named = games.slice(0, 3).map(gameLabel).join(', ');
  return games.length > 3 ? `${named} and ${games.length - 3} more` : named;
}

function sentenceOf({ type, games }: DocumentPlan): string {
  if (type === 'test-report')
    return 'The laboratory has played ten million rounds of the released build. The results agree with the declared mathematics within the expected deviation.';
  return games.length === 0
    ? 'The generator passes the statistical tests of the jurisdiction above. Its output can be neither predicted nor reproduced.'
    : 'The released build of the game has been tested against the technical requirements of the jurisdiction above and meets them.';
}

function fileNameOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
