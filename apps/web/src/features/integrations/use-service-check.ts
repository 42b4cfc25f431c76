import { checkService, type Service } from '@ludus/contract';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api/index.ts';

/** INT-11: nothing while unchecked, then a spinner, a tick or a cross. */
export type ServiceCheck =
  | { state: 'unchecked' }
  | { state: 'loading' }
  | { state: 'ok' }
  | { state: 'failed'; reason: string | null };

const unchecked: ServiceCheck = { state: 'unchecked' };

/** A header carries plain letters only; anything else goes percent-encoded. */
function headerText(value: string): string {
  return value.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

async function answerOf(url: string, token: string, signal: AbortSignal): Promise<ServiceCheck> {
  try {
    const headers = { 'x-service-url': headerText(url), 'x-service-token': headerText(token) };
    const answer = await call(checkService, {}, { signal, headers });
    return answer.ok ? { state: 'ok' } : { state: 'failed', reason: answer.reason };
  } catch (error) {
    if (signal.aborted) return unchecked;
    console.warn('A service could not be checked.', error);
    return { state: 'failed', reason: (error as Error).message };
  }
}

/**
 * The live check of a service that is being typed (INT-10, OPEN-47). `ask` asks only with both values and only when they
 * differ from those asked for last, `askAgain` also when these did not answer; both resolve to what was found. `forget`, on
 * every change, drops an answer that no longer fits.
 */
export function useServiceCheck() {
  const [check, setCheck] = useState<ServiceCheck>(unchecked);
  const running = useRef<AbortController | null>(null);
  const asked = useRef<{ question: string; answer: Promise<ServiceCheck> } | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const forget = () => {
    running.current?.abort();
    asked.current = null;
    setCheck(unchecked);
  };
  const ask = (url: string, token: string): Promise<ServiceCheck> => {
    const question = `${url}\n${token}`;
    if (url === '' || token === '') return Promise.resolve(unchecked);
    if (question === asked.current?.question) return asked.current.answer;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setCheck({ state: 'loading' });
    const answer = answerOf(url, token, controller.signal);
    asked.current = { question, answer };
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
