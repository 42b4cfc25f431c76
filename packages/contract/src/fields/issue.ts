import { type Message, type MessageCode, messageOf } from '../messages/message.ts';

/** A code of this table without values, as the message of a schema's check. */
export type FieldCode = Extract<MessageCode, `fields.${string}`>;
export const fieldCode = <Code extends FieldCode>(code: Code): Code => code;

/** What is read of a finding of zod. */
export interface SchemaIssue {
  code?: string | undefined;
  message: string;
  origin?: string | undefined;
  minimum?: number | bigint | undefined;
  maximum?: number | bigint | undefined;
  params?: Record<string, unknown> | undefined;
}

/** Returns what a schema's finding says: the code its check names, or else a sentence for its kind. */
export function messageOfIssue(issue: SchemaIssue): Message {
  // The error of a whole schema stands for its limits too, unless a limit says otherwise.
  if (issue.message === 'fields.tooLong') return tooBig(issue.origin, Number(issue.maximum));
  if (issue.message.startsWith('fields.')) {
    return { code: issue.message, values: (issue.params ?? {}) as Message['values'] };
  }
  switch (issue.code) {
    case 'unrecognized_keys':
      return messageOf('fields.unknown');
    case 'invalid_type':
      return messageOf('fields.wrongType');
    case 'invalid_value':
      return messageOf('fields.notListed');
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    default:
      return messageOf('fields.invalid');
  }
}

function tooSmall(origin: string | undefined, limit: number): Message {
  if (origin === 'string') return messageOf('fields.tooShort', { count: limit });
  return origin === 'array'
    ? messageOf('fields.tooFew', { count: limit })
    : messageOf('fields.tooSmall', { limit });
}

function tooBig(origin: string | undefined, limit: number): Message {
  if (origin === 'string') return messageOf('fields.tooLong', { count: limit });
  return origin === 'array'
    ? messageOf('fields.tooMany', { count: limit })
    : messageOf('fields.tooLarge', { limit });
}
