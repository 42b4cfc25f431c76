import type { Service, ServiceAnswer, TimedServiceAnswer } from '@ludus/contract';
import { useEffect, useRef, useState } from 'react';
import { checkNewService } from '../../domain/integration/manage-integrations.ts';

/** Nothing while unchecked, then a spinner, a tick or a cross. */
export type ServiceCheck =
  | { state: 'unchecked' }
  | { state: 'loading' }
  /** The time that it took to respond, where it was measured. */
  | { state: 'ok'; latencyMs: number | null }
  | ({ state: 'failed' } & Pick<ServiceAnswer, 'reason' | 'reasonDetail'>);

const unchecked: ServiceCheck = { state: 'unchecked' };

export function checkOfAnswer({
  ok,
  reason,
  reasonDetail,
  latencyMs = null,
}: ServiceAnswer & Partial<TimedServiceAnswer>): ServiceCheck {
  return ok ? { state: 'ok', latencyMs } : { state: 'failed', reason, reasonDetail };
}

async function answerOf(url: string, token: string, signal: AbortSignal): Promise<ServiceCheck> {
  try {
    return checkOfAnswer(await checkNewService(url, token, signal));
  } catch (error) {
    if (signal.aborted) return unchecked;
    console.warn('A service could not be checked.', error);
    return { state: 'failed', reason: (error as Error).message };
  }
}

/**
 * The live check of a service that is being typed. `ask` asks only with both values and only when they
 * differ from those asked for last, `askAgain` also when these failed; both resolve to the result. `forget`, on
 * every change, drops a result that no longer fits.
 */
export function useServiceCheck() {
  const [check, setCheck] = useState<ServiceCheck>(unchecked);
  const running = useRef<AbortController | null>(null);
  const latestCheck = useRef<{ question: string; answer: Promise<ServiceCheck> } | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const forget = () => {
    running.current?.abort();
    latestCheck.current = null;
    setCheck(unchecked);
  };
  const ask = (url: string, token: string): Promise<ServiceCheck> => {
    const question = `${url}\n${token}`;
    if (url === '' || token === '') return Promise.resolve(unchecked);
    if (question === latestCheck.current?.question) return latestCheck.current.answer;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setCheck({ state: 'loading' });
    const answer = answerOf(url, token, controller.signal);
    latestCheck.current = { question, answer };
    void answer.then((found) => {
      if (!controller.signal.aborted) setCheck(found);
    });
    return answer;
  };
  const askAgain = (url: string, token: string): Promise<ServiceCheck> => {
    if (check.state === 'failed') forget();
    return ask(url, token);
  };
  return { check, ask, askAgain, forget };
}

/** One live check for each of the four services. */
export function useServiceChecks(): Record<Service, ReturnType<typeof useServiceCheck>> {
  return {
    gaming: useServiceCheck(),
    data: useServiceCheck(),
    play: useServiceCheck(),
    launch: useServiceCheck(),
  };
}
