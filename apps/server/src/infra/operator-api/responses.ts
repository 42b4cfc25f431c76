import { messageOf } from '@ludus/contract';
import { type PlatformService, platformErrorSchema } from '@ludus/contract/operator-api';
import type { OutgoingResponse } from '../outgoing/index.ts';
import { OperatorApiError } from './operator-api-error.ts';

/**
 * Accepts a 200 of one of these media types, or of none: its body is parsed anyway.
 * @throws OperatorApiError for everything else
 */
export async function assertUsable(
  response: OutgoingResponse,
  service: PlatformService,
  mediaTypes: readonly string[],
): Promise<void> {
  if (response.status !== 200) throw await refusalOf(response, service);
  const type = response.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '' || mediaTypes.includes(type)) return;
  response.discard();
  const detail =
    type === 'text/html'
      ? messageOf('services.webPage', { service })
      : messageOf('services.otherType', { service, type });
  throw new OperatorApiError(detail, false, 200);
}

async function refusalOf(response: OutgoingResponse, service: PlatformService): Promise<OperatorApiError> {
  const { status } = response;
  const text = await readExplanation(response);
  if (status === 401 || status === 403) {
    return new OperatorApiError(messageOf('services.tokenRefused', { service, status }), false, status);
  }
  if (status >= 300 && status < 400) {
    return new OperatorApiError(messageOf('services.redirects', { service, status }), false, status);
  }
  const isRetryable = status >= 500 || status === 429 || status === 408;
  const detail =
    text === null
      ? messageOf('services.error', { service, status })
      : messageOf('services.errorSaying', { service, status, text });
  return new OperatorApiError(detail, isRetryable, status);
}

// The platform's own words help the person who reads the failure; the status is enough without them.
async function readExplanation(response: OutgoingResponse): Promise<string | null> {
  try {
    const { message } = await response.json(platformErrorSchema);
    const text = message.slice(0, 200).trim();
    return /[.!?]$/.test(text) ? text : `${text}.`;
  } catch {
    return null;
  }
}
