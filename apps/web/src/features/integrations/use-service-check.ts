import { checkService } from '@ludus/contract';
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

/**
 * The live check of a service that is being typed (INT-10, OPEN-47). `ask` asks only with both values and only when they
 * differ from those asked for last; `forget`, on every change, drops an answer that no longer fits.
 */
export function useServiceCheck() {
  const [check, setCheck] = useState<ServiceCheck>(unchecked);
  const running = useRef<AbortController | null>(null);
  const asked = useRef<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const forget = () => {
    running.current?.abort();
    asked.current = null;
    setCheck(unchecked);
  };
  const ask = async (url: string, token: string) => {
    const question = `${url}\n${token}`;
    if (url === '' || token === '' || question === asked.current) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    asked.current = question;
    setCheck({ state: 'loading' });
    let found: ServiceCheck;
    try {
      const headers = { 'x-service-url': headerText(url), 'x-service-token': headerText(token) };
      const answer = await call(checkService, {}, { signal: controller.signal, headers });
      found = answer.ok ? { state: 'ok' } : { state: 'failed', reason: answer.reason };
    } catch (error) {
      if (controller.signal.aborted) return;
      console.warn('A service could not be checked.', error);
      found = { state: 'failed', reason: (error as Error).message };
    }
    if (!controller.signal.aborted) setCheck(found);
  };
  return { check, ask, forget };
}
