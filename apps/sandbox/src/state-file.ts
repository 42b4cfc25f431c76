import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { maintenanceNoticeSchema } from '@ludus/contract/operator-api';
import { z } from 'zod';
import { disturbanceSchema } from './history/disturbances.ts';
import { injectedLineSchema } from './history/injected.ts';
import { faultsSchema } from './platform/faults.ts';

const platformState = z.strictObject({
  /** Session id to the moment the hub closed it. */
  closes: z.record(z.string(), z.number()).default({}),
  /** Changed bets in cents by `<operator>/<game>`. */
  bets: z.record(z.string(), z.array(z.int())).default({}),
  faults: faultsSchema.prefault({}),
  injected: z.array(injectedLineSchema).default([]),
  disturbances: z.array(disturbanceSchema).default([]),
  maintenances: z.array(maintenanceNoticeSchema.extend({ receivedAt: z.string() })).default([]),
});
export type PlatformState = z.infer<typeof platformState>;

const stateSchema = z.strictObject({
  version: z.literal(1),
  /** Moment of the first start: history is generated relative to it. */
  epoch: z.number(),
  seed: z.int(),
  platforms: z.record(z.string(), platformState).default({}),
  rejectMail: z.boolean().default(false),
  /** What receivers of webhooks verify calls with, by their names. */
  webhookSecrets: z.record(z.string(), z.array(z.string())).default({}),
});

/** What the sandbox cannot derive from its seed, kept in one file that is always either the old or the new one. */
export class StateFile {
  readonly #path: string;
  readonly #state: z.infer<typeof stateSchema>;
  #writing: Promise<void> = Promise.resolve();
  #queued: Promise<void> | null = null;

  constructor(path: string, fresh: { epoch: number; seed: number }) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    let text: string | null = null;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    this.#state = stateSchema.parse(text === null ? { version: 1, ...fresh } : JSON.parse(text));
  }

  get epoch(): number {
    return this.#state.epoch;
  }

  get seed(): number {
    return this.#state.seed;
  }

  get rejectMail(): boolean {
    return this.#state.rejectMail;
  }

  set rejectMail(reject: boolean) {
    this.#state.rejectMail = reject;
  }

  get webhookSecrets(): Record<string, string[]> {
    return this.#state.webhookSecrets;
  }

  platform(key: string): PlatformState {
    const known = this.#state.platforms[key];
    if (known) return known;
    const empty = platformState.parse({});
    this.#state.platforms[key] = empty;
    return empty;
  }

  /** Writes the state as it is when the writing begins. Calls during one writing share the next. */
  save(): Promise<void> {
    this.#queued ??= this.#writing.then(async () => {
      this.#queued = null;
      const write = this.#write();
      this.#writing = write.catch(() => undefined);
      await write;
    });
    return this.#queued;
  }

  async #write(): Promise<void> {
    const temporary = `${this.#path}.new`;
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(JSON.stringify(this.#state));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, this.#path);
  }
}
