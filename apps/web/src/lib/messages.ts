import { type Message, type MessageValue, messageOfIssue, type SchemaIssue } from '@ludus/contract';
import i18next from 'i18next';

declare module './texts.ts' {
  interface HubTexts {
    messages: typeof import('@ludus/contract/texts/en').texts;
  }
}

/**
 * Renders a message of the server in the reader's language.
 * @param fallback the same in English, for a code that only a newer server knows; the code itself when there is none
 */
export function renderMessage(message: Message | null | undefined, fallback = message?.code ?? ''): string {
  if (!message || !i18next.exists(message.code, { ns: 'messages', ...pluralOf(message) })) return fallback;
  const replace = Object.fromEntries(
    Object.entries(message.values).map(([name, value]) => [name, renderValue(value)]),
  );
  return String(
    i18next.t(message.code as 'jobs.fetchStarted', { ns: 'messages', replace, ...pluralOf(message) }),
  );
}

/** Returns why something failed, such as the delivery of a mail or a service, in the reader's language; null when it did not. */
export function reasonText({
  reason,
  reasonDetail,
}: {
  reason: string | null;
  reasonDetail?: Message | undefined;
}): string | null {
  return reason === null ? null : renderMessage(reasonDetail, reason);
}

/** Renders what a schema of the contract finds in a form, as the server would say it. */
export function renderIssue(issue: SchemaIssue): string {
  return renderMessage(messageOfIssue(issue), issue.message);
}

function pluralOf({ values: { count } }: Message): { count?: number } {
  return typeof count === 'number' ? { count } : {};
}

/** Renders one of the values of a message. */
export function renderValue(value: MessageValue): string | number {
  if (typeof value !== 'object') return value;
  return [value]
    .flat()
    .map((part) => renderMessage(part, part.code))
    .join(' ');
}
