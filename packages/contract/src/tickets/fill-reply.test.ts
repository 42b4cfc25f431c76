import { expect, it } from 'vitest';
import { fillReply } from './fill-reply.ts';

const values = { integration: 'Alpina & <Co>', ticket: '#12', person: '{ticket}' };

it('fills in each placeholder once, as text', () => {
  expect(fillReply('<p>{person}, {ticket} of {integration} {ticket}</p>', values)).toBe(
    '<p>{ticket}, #12 of Alpina &amp; &lt;Co&gt; #12</p>',
  );
});

it('leaves other braces alone', () => {
  expect(fillReply('<p>{player} { ticket } {}</p>', values)).toBe('<p>{player} { ticket } {}</p>');
});
