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
      '7 sessions received. Integrations reached: 1 of 3. Alpina: The mail server cannot be reached. Baltica: The mail server cannot be reached.',
    );
    expect(renderMessage(partly, 'it')).toBe(
      '7 sessioni ricevute. Integrazioni raggiunte: 1 su 3. Alpina: Il server di posta non è raggiungibile. Baltica: Il server di posta non è raggiungibile.',
    );
  });

  it('agree in number with 1 of 1, whatever the first number is', () => {
    const fetched = messageOf('jobs.fetched', { count: 2, done: 1, all: 1 });
    expect(renderMessage(fetched)).toBe('2 sessions received. Integrations reached: 1 of 1.');
    expect(renderMessage(fetched, 'it')).toBe('2 sessioni ricevute. Integrazioni raggiunte: 1 su 1.');
    const mailed = messageOf('jobs.mailed', { sent: 1, all: 1 });
    expect(renderMessage(mailed)).toBe('Addresses reached: 1 of 1');
    expect(renderMessage(mailed, 'it')).toBe('Indirizzi raggiunti: 1 su 1');
    const file = { rows: 1, file: 'real.csv' };
    expect(renderMessage(messageOf('jobs.fileWritten', file))).toBe('Rows in real.csv: 1');
    expect(renderMessage(messageOf('jobs.fileWritten', file), 'it')).toBe('Righe in real.csv: 1');
    const refused = messageOf('mail.refusedForSome', { refused: 1, count: 3 });
    expect(renderMessage(refused, 'it')).toBe(
      'Il server di posta ha rifiutato l’email. Indirizzi rifiutati: 1 su 3.',
    );
  });

  it('show what comes from outside as it is', () => {
    const text = 'It says: {{count}} of $t(jobs.fetchStarted) <b>failed</b>';
    expect(renderMessage(textMessage(text), 'it')).toBe(text);
  });
});
