import { migrateRecords } from '../app.migrations.ts';
import type { Clock } from '../infra/clock/index.ts';
import type { Settings } from '../infra/config/settings.ts';
import type { Log } from '../infra/log/index.ts';
import { openPostgres } from '../infra/postgres/index.ts';
import { createIdentityModule } from '../modules/identity/index.ts';
import { createPersonalData, type Person, type PersonalDataService } from '../modules/personal-data/index.ts';
import { UsageError } from './usage.ts';

interface CommandDeps {
  settings: Settings;
  log: Log;
  clock: Clock;
  say(line: string): void;
}

/** Prints everything that the hub has of a person as JSON. Works beside a running hub. */
export async function exportPerson(text: string, deps: CommandDeps): Promise<void> {
  await withPersonalData(deps, async (personalData) => {
    const person = await findOne(personalData, text);
    const data = await personalData.read(person);
    deps.say(JSON.stringify({ exportedAt: deps.clock.now().toISOString(), person, data }, null, 2));
  });
}

/** Erases what the hub has of a person, or only counts it. Works beside a running hub. */
export async function erasePerson(
  text: string,
  { isConfirmed }: { isConfirmed: boolean },
  deps: CommandDeps,
): Promise<void> {
  const { say, settings } = deps;
  await withPersonalData(deps, async (personalData, administersAccounts) => {
    const person = await findOne(personalData, text);
    if (!isConfirmed) {
      say(`The hub has of ${nameOf(person)}:`);
      for (const [place, rows] of Object.entries(await personalData.read(person)))
        if (rows.length > 0) say(`  ${place}  ${rows.length}`);
      say('Nothing was erased: run the command again with --yes. docs/personal-data.md says what stays.');
      return;
    }
    const erased = await personalData.erase(person);
    say(`Erased of ${nameOf(person)}:`);
    for (const [table, count] of Object.entries(erased)) say(`  ${table}  ${count}`);
    if (!administersAccounts)
      say(
        `The account itself is at ${settings.oidcIssuer}: remove it there, or the next sign-in stores it again.`,
      );
    if (person.subject === null)
      say(
        'Their platform lists them: have them removed there, or the next synchronisation stores them again.',
      );
  });
}

async function withPersonalData(
  { settings, log, clock }: CommandDeps,
  work: (personalData: PersonalDataService, administersAccounts: boolean) => Promise<void>,
): Promise<void> {
  const postgres = await openPostgres(settings, log);
  try {
    await migrateRecords(postgres, log);
    const { identityProvider } = createIdentityModule({ settings, log, clock, postgres });
    const personalData = createPersonalData({ postgres, clock, identityProvider });
    await work(personalData, identityProvider !== undefined);
  } finally {
    await postgres.close();
  }
}

async function findOne(personalData: PersonalDataService, text: string): Promise<Person> {
  const people = await personalData.find(text);
  const [person, ...others] = people;
  if (person === undefined)
    throw new UsageError(
      `No one has the username, the address or the id ${text}. Removed users are found by their id.`,
    );
  if (others.length > 0) {
    const listed = people.map((one) => `${one.id} (${nameOf(one)}, ${one.integration ?? 'provider'})`);
    throw new UsageError(`Several people fit ${text}: name one by id, ${listed.join(', ')}.`);
  }
  return person;
}

const nameOf = ({ username, subject, id }: Person): string => username ?? subject ?? String(id);
