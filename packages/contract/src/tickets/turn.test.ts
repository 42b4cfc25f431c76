import { describe, expect, it } from 'vitest';
import { answerDue, type TicketTarget, type TicketTurnFacts, ticketTurn } from './turn.ts';

type AnswerFacts = TicketTurnFacts['answers'][number];

const by = (side: AnswerFacts['side'], createdAt: number, waitsFor: AnswerFacts['waitsFor'] = null) => ({
  side,
  createdAt,
  waitsFor,
});
const turnOf = (part: Partial<TicketTurnFacts>) =>
  ticketTurn({
    status: 'ongoing',
    isDeleted: false,
    hasIntegration: true,
    createdAt: 100,
    reporterSide: 'integration',
    answers: [],
    ...part,
  });

describe('whom a ticket waits for', () => {
  it('is the side that did not write last, the reporter included', () => {
    expect(turnOf({})).toEqual({ side: 'provider', since: 100, answeredAt: null });
    expect(turnOf({ reporterSide: 'provider' })).toEqual({
      side: 'integration',
      since: 100,
      answeredAt: null,
    });
    expect(turnOf({ answers: [by('provider', 200)] })).toEqual({
      side: 'integration',
      since: 200,
      answeredAt: null,
    });
    expect(turnOf({ answers: [by('provider', 200), by('integration', 300)] })).toEqual({
      side: 'provider',
      since: 300,
      answeredAt: 200,
    });
  });

  it('is whom the last answer names, since that side was waited for without a break', () => {
    const stays = [by('provider', 200, 'provider')];
    expect(turnOf({ answers: stays })).toEqual({ side: 'provider', since: 100, answeredAt: 200 });
    expect(turnOf({ answers: [...stays, by('integration', 300)] })).toEqual({
      side: 'provider',
      since: 100,
      answeredAt: 200,
    });
    expect(turnOf({ answers: [...stays, by('provider', 400)] })).toEqual({
      side: 'integration',
      since: 400,
      answeredAt: null,
    });
    expect(turnOf({ answers: [by('provider', 200), by('integration', 300, 'integration')] })).toEqual({
      side: 'integration',
      since: 200,
      answeredAt: 300,
    });
  });

  it('is the provider where no integration could answer, and where no side is known', () => {
    expect(
      turnOf({ hasIntegration: false, reporterSide: 'provider', answers: [by('provider', 200)] }),
    ).toEqual({ side: 'provider', since: 100, answeredAt: 200 });
    expect(turnOf({ reporterSide: null, answers: [by(null, 200)] })?.side).toBe('provider');
  });

  it('is no one once it is closed or deleted', () => {
    expect(turnOf({ status: 'closed' })).toBeNull();
    expect(turnOf({ isDeleted: true })).toBeNull();
  });
});

describe('when an answer of the provider is due', () => {
  const hour = 3_600_000;
  const target = { firstAnswerHours: 8, nextAnswerHours: 24 };
  const due = (answers: AnswerFacts[], hours: TicketTarget = target) => {
    const turn = turnOf({ createdAt: 0, answers });
    return turn && answerDue(turn, hours);
  };

  it('is the first target after the report, and the next one after each wait', () => {
    expect(due([])).toEqual({ from: 0, at: 8 * hour, hours: 8 });
    const replied = [by('provider', hour), by('integration', 2 * hour)];
    expect(due(replied)).toEqual({ from: 2 * hour, at: 26 * hour, hours: 24 });
    // A second message does not put off what is due.
    expect(due([...replied, by('integration', 5 * hour)])?.at).toBe(26 * hour);
  });

  it('begins anew with an answer that leaves the turn with the provider', () => {
    expect(due([by('provider', hour, 'provider')])).toEqual({ from: hour, at: 25 * hour, hours: 24 });
  });

  it('is nothing while the integration has the turn, and without a target', () => {
    expect(due([by('provider', hour)])).toBeNull();
    expect(due([], { ...target, firstAnswerHours: null })).toBeNull();
  });
});
