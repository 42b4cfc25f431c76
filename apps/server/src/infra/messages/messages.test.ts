import { messageOf, textMessage } from '@ludus/contract';
import { describe, expect, it } from 'vitest';
import { renderMessage } from './index.ts';

describe('[OPEN-71] messages in the reader’s language', () => {
  it('are singular, plural and grouped as the language has it', () => {
    const received = (count: number) => messageOf('jobs.received', { integration: 'Alpina', count });
    expect(renderMessage(received(1))).toBe('Alpina: 1 session received');
    expect(renderMessage(received(1065))).toBe('Alpina: 1.065 sessions received');
    expect(renderMessage(received(1), 'it')).toBe('Alpina: 1 sessione ricevuta');
    expect(renderMessage(received(1065), 'it')).toBe('Alpina: 1.065 sessioni ricevute');
    expect(renderMessage(received(2_000_000), 'it')).toBe('Alpina: 2.000.000 sessioni ricevute');
  });

  it('render the messages they hold', () => {
    const failure = (integration: string) =>
      messageOf('jobs.integrationFailed', { integration, reason: messageOf('mail.unreachable') });
    const partly = messageOf('jobs.fetchedWithRemarks', {
      count: 7,
      done: 1,
      all: 3,
      remarks: [failure('Alpina'), failure('Baltica')],
    });
    expect(renderMessage(partly)).toBe(
      '7 sessions received from 1 of 3 integrations. Alpina: The mail server cannot be reached. Baltica: The mail server cannot be reached.',
    );
    expect(renderMessage(partly, 'it')).toBe(
      '7 sessioni ricevute da 1 integrazioni su 3. Alpina: Il server di posta non è raggiungibile. Baltica: Il server di posta non è raggiungibile.',
    );
  });

  it('show what comes from outside as it is', () => {
    const text = 'It says: {{count}} of $t(jobs.fetchStarted) <b>failed</b>';
    expect(renderMessage(textMessage(text), 'it')).toBe(text);
  });
});
