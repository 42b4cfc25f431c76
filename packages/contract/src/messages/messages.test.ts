import { describe, expect, expectTypeOf, it } from 'vitest';
import { texts as english } from '../texts/en.ts';
import { texts as italian } from '../texts/it.ts';
import { type MessageCode, messageOf, textMessage } from './message.ts';
import { message } from './schema.ts';

const flat = (texts: object): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([kind, of]) =>
      Object.entries(of as Record<string, string>).map(([key, text]) => [`${kind}.${key}`, text] as const),
    ),
  );
const placeholders = (text = '') => [...text.matchAll(/\{\{([^}]+)\}\}/g)].map(([, name]) => name).sort();

describe('[OPEN-71] the sentences of the server', () => {
  it('have the same keys in Italian, and the plural of the millions beside', () => {
    const wanted = [...flat(english).keys()].flatMap((key) =>
      key.endsWith('_other') ? [key, key.replace(/other$/, 'many')] : key,
    );
    expect([...flat(italian).keys()].sort()).toEqual(wanted.sort());
  });

  it('have the same placeholders in both languages', () => {
    for (const [key, text] of flat(italian)) {
      const original = flat(english).get(key.replace(/_many$/, '_other'));
      expect(placeholders(text), key).toEqual(placeholders(original));
    }
  });

  it('are written in two languages: only values and loan words are the same in both', () => {
    const same = [...flat(italian)].filter(([key, text]) => flat(english).get(key) === text);
    expect(same.map(([key]) => key)).toEqual([
      'alerts.titleAt',
      'alerts.metricRtp',
      'jobs.integrationFailed',
      'jobs.nothingFetched',
      'jobs.synchronizeFailure',
      'logFields.email',
      'logs.viewedManager',
      'logs.fieldsAnd',
      'logs.banner',
      'logs.miniBanner',
      'notifications.statementAnswered',
      'notifications.statementNote',
      'notifications.statementAdjusted',
      'notifications.happened',
      'notifications.requestNote',
      'notifications.dayAndTime',
      'periods.incidentsOfBoth',
      'plain.text',
      'quarantine.wrongValue',
    ]);
  });
});

describe('the refusals that the documents quote', () => {
  it('[ERR-066][ERR-081][ERR-082][ERR-083][ERR-109][ERR-111] stand literally in the English table', () => {
    expect(english.refusals.sessionNotFound).toBe('Session not found');
    expect(english.refusals.integrationHasGames).toBe("You can't delete a integration that has games.");
    expect(english.refusals.betsNotChangeable).toBe('Operator or Game does not allow to change bets.');
    expect(english.refusals.wrongExtension).toBe('Wrong file extension');
    expect(english.refusals.closeFailed).toBe(
      'Error closing session. Please try again later or contact the support.',
    );
    expect(english.refusals.refreshFailed).toBe('Error in updating session data. Please try again later.');
    expect(english.refusals.feedFailed).toBe('Something wrong happened loading the session feed');
    const { fields } = english;
    expect(fields.fetchIntervalTooLong).toBe(
      "You can't fetch more than 31 days of sessions at the same time.",
    );
    expect([fields.invalidBetRange, fields.invalidWinRange, fields.invalidGrossWinRange]).toEqual([
      'Invalid Bet range',
      'Invalid Win range',
      'Invalid Gross Win range',
    ]);
    expect([fields.invalidAddress, fields.duplicateAddress, fields.addressRequired]).toEqual([
      'Please enter a valid email address.',
      'Email already added',
      'Please enter at least one email address',
    ]);
    expect([fields.integrationOrAll, fields.reportTypeRequired]).toEqual([
      'Please select at least one integration, or ALL',
      'Please select at least one report type.',
    ]);
    expect([fields.betExists, fields.invalidBet, fields.nothingToUpdate]).toEqual([
      'This bet already exists',
      'Invalid bet',
      'Nothing to update',
    ]);
    expect([
      fields.descriptionRequired,
      fields.dateRequired,
      fields.severityRequired,
      fields.integrationsRequired,
    ]).toEqual([
      'Description is required',
      'Date is required',
      'Severity is required',
      'At least one integration is required',
    ]);
    expect([fields.ticketTitleRequired, fields.ticketDescriptionRequired]).toEqual([
      'Please enter a title.',
      'Please enter a description.',
    ]);
    expect([
      fields.usernameRequired,
      fields.usernameForm,
      fields.usernameTaken,
      fields.emailRequired,
      fields.emailTaken,
      fields.invalidEmail,
      fields.invalidEmailAddress,
      fields.roleRequired,
      fields.integrationRequired,
    ]).toEqual([
      'Username is required',
      'Username cannot contain spaces or special characters',
      'Username already exists',
      'Email is required',
      'Email already exists',
      'Invalid email',
      'Invalid email address',
      'Role is required',
      'Integration is required',
    ]);
  });
});

describe('a message', () => {
  it('names a text and all of its values', () => {
    expect(messageOf('jobs.received', { integration: 'Alpina', count: 3 })).toEqual({
      code: 'jobs.received',
      values: { integration: 'Alpina', count: 3 },
    });
    expect(messageOf('jobs.fetchStarted')).toEqual({ code: 'jobs.fetchStarted', values: {} });
    // @ts-expect-error: the text has a count
    messageOf('jobs.received', { integration: 'Alpina' });
    // @ts-expect-error: numbers travel as numbers
    messageOf('jobs.received', { integration: 'Alpina', count: '3' });
    // @ts-expect-error: there is no such text
    messageOf('jobs.unknown');
    expectTypeOf<'jobs.received_one'>().not.toExtend<MessageCode>();
  });

  it('may hold other messages', () => {
    const nested = messageOf('jobs.integrationFailed', {
      integration: 'Alpina',
      reason: textMessage('Out of order.'),
    });
    expect(message.parse(nested)).toEqual(nested);
    expect(message.parse({ code: 'a.b', values: { list: [nested, nested] } }).code).toBe('a.b');
    expect(message.safeParse({ code: 'a.b', values: { list: [1] } }).success).toBe(false);
    expect(message.safeParse({ code: 'a.b', values: {}, text: 'x' }).success).toBe(false);
  });
});
