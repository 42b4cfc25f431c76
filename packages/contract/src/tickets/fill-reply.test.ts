import { expect, it } from 'vitest';
import { fillReply } from './fill-reply.ts';

const values = { integration: 'Alpina & <Co>', ticket: '#12', person: '{ticket}' };

it('fills in each placeholder once, as text', () => {
  expect(fillReply('<p>{person}, {ticket} of {integration} {ticket}</p>', values)).toBe(
    '<p>{ticket}, #12 of Alpina &amp; &lt;Co&gt; #12</p>',
  );
});

it('leaves no space where there is no one to name', () => {
  expect(fillReply('<p>Hello {person}, we look</p>', { ...values, person: '' })).toBe(
    '<p>Hello, we look</p>',
  );
});

it('leaves other braces alone', () => {
  expect(fillReply('<p>{player} { ticket } {}</p>', values)).toBe('<p>{player} { ticket } {}</p>');
});
