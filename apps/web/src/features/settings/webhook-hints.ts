import type { WebhookDelivery } from '@ludus/contract';

/** What keeps a receiver from taking a call, by what is to be checked there. */
export type WebhookHint =
  | 'signature'
  | 'path'
  | 'redirect'
  | 'size'
  | 'rate'
  | 'receiver'
  | 'timeout'
  | 'name'
  | 'connection'
  | 'tls'
  | 'private'
  | 'cut';

const byStatus: Readonly<Record<number, WebhookHint>> = {
  400: 'signature',
  401: 'signature',
  403: 'signature',
  404: 'path',
  405: 'path',
  410: 'path',
  413: 'size',
  429: 'rate',
};

const byCause: Readonly<Record<string, WebhookHint>> = {
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  ECONNREFUSED: 'connection',
  EHOSTUNREACH: 'connection',
  ENETUNREACH: 'connection',
  ETIMEDOUT: 'connection',
};

/** The codes of OpenSSL and of Node for a certificate or a handshake that is not accepted. */
const isAboutTls = (cause: string) =>
  /CERT|TLS|SSL|^EPROTO$|^UNABLE_TO_|^DEPTH_ZERO_|^INVALID_CA$|^HOSTNAME_MISMATCH$/.test(cause);

/** What to check after a call that was not taken; null for one that was, and for a failure that says nothing. */
export function webhookHintOf({
  state,
  status,
  reasonDetail,
}: Pick<WebhookDelivery, 'state' | 'status' | 'reasonDetail'>): WebhookHint | null {
  if (state === 'delivered') return null;
  if (status !== null) {
    if (status >= 300 && status < 400) return 'redirect';
    return status >= 500 ? 'receiver' : (byStatus[status] ?? null);
  }
  const cause = String(reasonDetail?.values.cause ?? '');
  switch (reasonDetail?.code) {
    case 'outgoing.timeout':
      return 'timeout';
    case 'outgoing.privateAddress':
      return 'private';
    case 'outgoing.unreachable':
    case 'outgoing.cut':
    case 'outgoing.cutOff':
      return isAboutTls(cause) ? 'tls' : (byCause[cause] ?? 'cut');
    default:
      return null;
  }
}
