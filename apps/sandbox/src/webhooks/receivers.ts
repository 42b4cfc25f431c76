import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { StateFile } from '../state-file.ts';
import { type SignedCall, type Verification, verifyCall } from './verify.ts';

/** A call of a webhook, as its receiver has taken it. */
export interface ReceivedCall extends Verification {
  id: string;
  receiver: string;
  receivedAt: string;
  /** The header `webhook-id`: the same for each attempt of a delivery. */
  messageId: string;
  /** The `type` of the body; null for a body that is no event. */
  type: string | null;
  /** Whether the receiver had accepted this message before: it would not process it again. */
  isRepeat: boolean;
  /** What it replied. */
  status: number;
  body: string;
}

/** The next calls fail with a status, whatever they carry. */
export interface ReceiverFaults {
  failNext: number;
  status: number;
}

/** Calls kept at most, of all receivers together; the oldest go first. A restart forgets them. */
export const MAX_CALLS = 200;

const ACCEPTED = 204;
const UNAUTHORIZED = 401;

/** Machines of integrations that receive webhooks, by name. Their secrets outlive a restart. */
export class WebhookReceivers {
  readonly #file: StateFile;
  readonly #clock: Clock;
  readonly #faults = new Map<string, ReceiverFaults>();
  #calls: ReceivedCall[] = [];

  constructor(file: StateFile, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
  }

  /** Newest first; those of one receiver, or all. */
  list(receiver?: string): ReceivedCall[] {
    return receiver ? this.#calls.filter((call) => call.receiver === receiver) : this.#calls;
  }

  find(id: string): ReceivedCall | undefined {
    return this.#calls.find((call) => call.id === id);
  }

  clear(): void {
    this.#calls = [];
  }

  /** The secrets that a receiver knows, of which any may have signed. */
  async setSecrets(receiver: string, secrets: string[]): Promise<void> {
    this.#file.webhookSecrets[receiver] = secrets;
    await this.#file.save();
  }

  faultsOf(receiver: string): ReceiverFaults {
    return this.#faults.get(receiver) ?? { failNext: 0, status: 500 };
  }

  setFaults(receiver: string, faults: ReceiverFaults): void {
    this.#faults.set(receiver, faults);
  }

  /** Takes a call and returns it with the status of the reply. */
  receive(receiver: string, call: SignedCall): ReceivedCall {
    const now = this.#clock.now();
    const verification = verifyCall(this.#file.webhookSecrets[receiver] ?? [], call, now);
    const messageId = String(call.headers['webhook-id'] ?? '');
    const received: ReceivedCall = {
      id: randomUUID(),
      receiver,
      receivedAt: new Date(now).toISOString(),
      messageId,
      type: typeOf(call.body),
      isRepeat: this.list(receiver).some((one) => one.messageId === messageId && one.status === ACCEPTED),
      status: this.#nextFault(receiver) ?? (verification.verdict === 'valid' ? ACCEPTED : UNAUTHORIZED),
      body: call.body,
      ...verification,
    };
    this.#calls = [received, ...this.#calls].slice(0, MAX_CALLS);
    return received;
  }

  #nextFault(receiver: string): number | null {
    const { failNext, status } = this.faultsOf(receiver);
    if (failNext === 0) return null;
    this.#faults.set(receiver, { failNext: failNext - 1, status });
    return status;
  }
}

function typeOf(body: string): string | null {
  try {
    const { type } = JSON.parse(body) as { type?: unknown };
    return typeof type === 'string' ? type : null;
  } catch {
    return null;
  }
}
