import type { DemoGame } from '@ludus/contract/operator-api';
import type { Clock } from '../clock.ts';
import { Disturbances } from '../history/disturbances.ts';
import { PlatformHistory } from '../history/history.ts';
import { InjectedLines } from '../history/injected.ts';
import { buildModel } from '../history/model.ts';
import type { PlatformState, StateFile } from '../state-file.ts';
import { historyStart, type Offer, offersOf, type PlatformPlan } from '../world/platforms.ts';

/** One platform at work: its plan, what was done to it, and its history once that is built. */
export class PlatformRuntime {
  readonly plan: PlatformPlan;
  readonly offers: Offer[];
  readonly historyFrom: number;
  readonly state: PlatformState;
  readonly #file: StateFile;
  readonly #clock: Clock;
  readonly #history: Promise<PlatformHistory>;
  #start: (history: PlatformHistory) => void = () => undefined;
  #built: PlatformHistory | null = null;

  constructor(plan: PlatformPlan, catalogue: readonly DemoGame[], file: StateFile, clock: Clock) {
    this.plan = plan;
    this.offers = offersOf(plan, catalogue, file.epoch);
    this.historyFrom = historyStart(plan, file.epoch).first;
    this.state = file.platform(plan.key);
    this.#file = file;
    this.#clock = clock;
    this.#history = new Promise((resolve) => {
      this.#start = resolve;
    });
  }

  /** Builds the history; calls that need it wait for this. */
  async build(catalogue: readonly DemoGame[], perDay: number): Promise<void> {
    const { seed, epoch } = this.#file;
    const disturbances = new Disturbances(this.state.disturbances);
    const model = buildModel(this.plan, catalogue, { seed, epoch, perDay, disturbances });
    const history = new PlatformHistory(model, new InjectedLines(this.state.injected));
    await history.build(this.#clock.now(), this.state.closes);
    this.#built = history;
    this.#start(history);
  }

  /** The history brought to now, and the moment it stands at. */
  async current(): Promise<{ history: PlatformHistory; now: number }> {
    const history = await this.#history;
    return { history, now: history.advance(this.#clock.now()) };
  }

  /** Sessions held so far, null while the history is being built. */
  get sessions(): number | null {
    return this.#built?.table.count ?? null;
  }

  /** Keeps what was changed in `state`. */
  async save(): Promise<void> {
    await this.#file.save();
  }
}
