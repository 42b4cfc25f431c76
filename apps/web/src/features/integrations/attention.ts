import {
  type countOpenSessions,
  type FiguresCoverage,
  type OpenAge,
  openAgeRanges,
  openAges,
  type ResponseOf,
  type Service,
  type ServiceStatus,
  services,
} from '@ludus/contract';

/** A session that is open for longer than a day has most likely lost its end. */
const longOpen: readonly OpenAge[] = openAges.filter(
  (age) => openAgeRanges[age].fromMs >= openAgeRanges.under21d.fromMs,
);

/** Something at an integration that someone should look at. */
export type Finding = { id: number; name: string } & (
  | { kind: 'failing'; services: readonly Service[] }
  | { kind: 'neverFetched' }
  | { kind: 'late'; since: string | null }
  | { kind: 'quarantined'; count: number }
  | { kind: 'unreconciled'; count: number; day: string | undefined }
  | { kind: 'open'; count: number; ages: readonly OpenAge[] }
);

/** Of one kind, and never empty. */
export type FindingGroup = [Finding, ...Finding[]];
export type CountedFinding = Extract<Finding, { count: number }>;
export const isCounted = (finding: Finding): finding is CountedFinding => 'count' in finding;

/** What counts most first. */
const kinds: readonly Finding['kind'][] = [
  'failing',
  'neverFetched',
  'late',
  'quarantined',
  'unreconciled',
  'open',
];

interface Sources {
  health: readonly ServiceStatus[] | undefined;
  coverage: FiguresCoverage | undefined;
  open: ResponseOf<typeof countOpenSessions> | undefined;
}

/** How many a finding is about; those of one kind stand by it, the largest first. */
const countOf = (finding: Finding): number => ('count' in finding ? finding.count : 0);

/** What there is to look at, as far as it is known. */
export function findingsOf({ health, coverage, open }: Sources): Finding[] {
  const found: Finding[] = [];
  for (const row of health ?? []) {
    const of = { id: row.integrationId, name: row.integrationName };
    const failing = services.filter((service) => row[service] === 'failing');
    if (failing.length > 0) found.push({ ...of, kind: 'failing', services: failing });
    if (row.fetchedAt === null) found.push({ ...of, kind: 'neverFetched' });
    else if (row.isFetchLate) found.push({ ...of, kind: 'late', since: row.fetchedAt });
  }
  for (const one of coverage?.integrations ?? []) {
    const of = { id: one.integrationId, name: one.integrationName };
    if (one.quarantinedRows > 0) found.push({ ...of, kind: 'quarantined', count: one.quarantinedRows });
    if (one.unreconciledDays > 0)
      found.push({
        ...of,
        kind: 'unreconciled',
        count: one.unreconciledDays,
        day: one.latestUnreconciledDays[0],
      });
  }
  for (const { integration, cells } of open?.rows ?? []) {
    const old = cells.filter(({ age }) => longOpen.includes(age));
    const count = old.reduce((sum, cell) => sum + cell.count, 0);
    if (count > 0) found.push({ ...integration, kind: 'open', count, ages: longOpen });
  }
  return kinds.flatMap((kind) =>
    found.filter((one) => one.kind === kind).sort((one, other) => countOf(other) - countOf(one)),
  );
}

/** Several integrations with a count of one kind stand together; every other finding by itself. */
export function groupsOf(findings: readonly Finding[]): FindingGroup[] {
  const groups: FindingGroup[] = [];
  for (const finding of findings) {
    const last = groups.at(-1);
    if (isCounted(finding) && last?.[0].kind === finding.kind) last.push(finding);
    else groups.push([finding]);
  }
  return groups;
}
