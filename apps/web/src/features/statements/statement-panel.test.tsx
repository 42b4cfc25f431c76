import type { StatementDetail } from '@ludus/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import { Refusal } from '../../test/answer-calls.ts';
import {
  alpina,
  balance,
  detail,
  disputed,
  panel,
  place,
  show,
  text,
} from '../../test/statements-screen.tsx';
import { setViewport } from '../../test/viewport.ts';

afterEach(() => {
  void setLanguage('en');
  setViewport(1440);
});

describe('a statement', () => {
  it('is paid with the amount that is open, and the payment is taken back with a reason', async () => {
    const paid: StatementDetail = {
      ...detail,
      paid: 1_597.59,
      open: 0,
      payment: 'settled',
      payments: [
        {
          id: 5,
          amount: 1_597.59,
          receivedOn: '2026-11-20',
          reference: 'TRX 1',
          recordedAt: '2026-11-20T10:00:00.000Z',
          recordedBy: 'paolo',
          reversal: null,
        },
      ],
    };
    let isPaid = false;
    const { user, of } = show(
      { id: 8 },
      {
        getStatement: () => (isPaid ? paid : detail),
        recordPayment: () => {
          isPaid = true;
          return paid;
        },
        reversePayment: detail,
      },
    );
    await user.click(within(await panel()).getByRole('button', { name: 'Record payment' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment for LH-2026-0001' });
    expect(within(dialog).getByRole('textbox', { name: 'Amount' })).toHaveValue('1.597,59');
    await user.type(within(dialog).getByRole('textbox', { name: 'Reference' }), 'TRX 1');
    await user.click(within(dialog).getByRole('button', { name: 'Record payment' }));
    await waitFor(() =>
      expect(of('recordPayment')[0]?.body).toMatchObject({ amount: 1_597.59, reference: 'TRX 1' }),
    );
    const payments = await screen.findByRole('table', { name: 'Payments' });
    expect(screen.queryByRole('button', { name: 'Void statement' })).toBeNull();
    await user.click(within(payments).getByRole('button', { name: 'Take back' }));
    const reversal = await screen.findByRole('dialog', { name: /^Take back/ });
    await user.click(within(reversal).getByRole('button', { name: 'Take back' }));
    expect(within(reversal).getByText('Say why, in a few words.')).toBeInTheDocument();
    await user.type(within(reversal).getByRole('textbox', { name: 'Reason' }), 'Other invoice');
    await user.click(within(reversal).getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(of('reversePayment')[0]?.body).toEqual({ reason: 'Other invoice' }));
    expect(of('reversePayment')[0]?.path).toContain('/payments/5/');
  });

  it('is paid with more than is open only once that is confirmed, and says in whose favour it is then', async () => {
    const more: StatementDetail = { ...detail, paid: 1_597.6, open: -0.01, payment: 'settled' };
    let isPaid = false;
    const { user, of } = show(
      { id: 8 },
      {
        getStatement: () => (isPaid ? more : detail),
        recordPayment: () => {
          isPaid = true;
          return more;
        },
      },
    );
    await user.click(within(await panel()).getByRole('button', { name: 'Record payment' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment for LH-2026-0001' });
    expect(within(dialog).queryByRole('checkbox')).toBeNull();
    const amount = within(dialog).getByRole('textbox', { name: 'Amount' });
    for (const typed of ['0', '-5']) {
      await user.clear(amount);
      await user.type(amount, typed);
      await user.click(within(dialog).getByRole('button', { name: 'Record payment' }));
      expect(
        within(dialog).getByText('Enter an amount above 0, in euro and whole cents.'),
      ).toBeInTheDocument();
      expect(within(dialog).queryByRole('checkbox')).toBeNull();
    }
    await user.clear(amount);
    await user.type(amount, '1597,60');
    await user.click(within(dialog).getByRole('button', { name: 'Record payment' }));
    expect(within(dialog).getByText('Confirm that more is meant, or change the amount.')).toBeInTheDocument();
    expect(of('recordPayment')).toHaveLength(0);
    await user.click(within(dialog).getByRole('checkbox', { name: /^Record 0,01\s€ more than is open/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Record payment' }));
    await waitFor(() =>
      expect(of('recordPayment')[0]?.body).toEqual({
        ...{ amount: 1_597.6, reference: '' },
        receivedOn: expect.any(String),
      }),
    );
    await waitFor(async () => expect(text(await panel())).toContain(', paid, 0,01 € in favour'));
  });

  it('keeps what was typed when the server refuses a field', async () => {
    const { user } = show(
      { id: 8 },
      {
        recordPayment: new Refusal(422, 'invalid', {
          code: 'validation',
          fields: { receivedOn: 'The day is not here yet.' },
        }),
      },
    );
    await user.click(within(await panel()).getByRole('button', { name: 'Record payment' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment for LH-2026-0001' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reference' }), 'TRX 1');
    await user.click(within(dialog).getByRole('button', { name: 'Record payment' }));
    expect(await within(dialog).findByText('The day is not here yet.')).toBeInTheDocument();
    expect(within(dialog).getByRole('textbox', { name: 'Reference' })).toHaveValue('TRX 1');
  });

  it('asks before a dialog is closed with something typed', async () => {
    const { user } = show({ id: 8 });
    await user.click(within(await panel()).getByRole('button', { name: 'Record payment' }));
    const dialog = await screen.findByRole('dialog', { name: 'Payment for LH-2026-0001' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reference' }), 'TRX');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard what you typed?' });
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Payment for/ })).toBeNull());
  });

  it('says why an email was not delivered', async () => {
    show({ id: 8 });
    const mails = within(await panel()).getByRole('table', { name: 'Emails' });
    expect(mails).toHaveTextContent('The mail server did not accept the email (SMTP 552).');
  });

  it('is withdrawn with a reason, after one more question', async () => {
    const { user, of } = show({ id: 8 }, { voidStatement: { ...detail, state: 'void' } });
    await user.click(within(await panel()).getByRole('button', { name: 'Void statement' }));
    const dialog = await screen.findByRole('dialog', { name: 'Void LH-2026-0001' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Wrong terms');
    await user.click(within(dialog).getByRole('button', { name: 'Void statement' }));
    expect(of('voidStatement')).toHaveLength(0);
    const question = await screen.findByRole('dialog', { name: /^Void LH-2026-0001 of/ });
    await user.click(within(question).getByRole('button', { name: 'Void statement' }));
    await waitFor(() => expect(of('voidStatement')[0]?.body).toEqual({ reason: 'Wrong terms' }));
  });

  it('that is disputed is adjusted by what was disputed, or rejected with a note', async () => {
    const { user, of } = show({ id: 8 }, { getStatement: disputed, resolveStatement: detail });
    const banner = await screen.findByRole('region', { name: 'Dispute' });
    expect(banner).toHaveTextContent('Two sessions are not ours.');
    expect(text(banner)).toContain('for 97,59 €, VAT included');
    expect(within(banner).getByRole('textbox', { name: 'Amount taken off' })).toHaveValue('97,59');
    expect(text(banner)).toContain('Open afterwards: 1.500,00 €');
    await user.click(within(banner).getByRole('button', { name: 'Accept dispute' }));
    expect(within(banner).getByText('Say why, in a few words.')).toBeInTheDocument();
    await user.type(within(banner).getByRole('textbox', { name: 'Note' }), 'Agreed');
    await user.click(within(banner).getByRole('button', { name: 'Accept dispute' }));
    const asks = await screen.findByRole('dialog', { name: 'Accept the dispute of LH-2026-0001?' });
    expect(text(asks)).toContain('97,59 € is taken off, VAT included: the statement comes to 1.500,00 €.');
    expect(of('resolveStatement')).toHaveLength(0);
    await user.click(within(asks).getByRole('button', { name: 'Accept dispute' }));
    await waitFor(() =>
      expect(of('resolveStatement')[0]?.body).toEqual({
        outcome: 'accepted',
        note: 'Agreed',
        adjustment: -97.59,
      }),
    );
  });

  it('that is disputed proposes no more than is open, and says in whose favour more would be', async () => {
    const dispute = { ...disputed, dispute: { ...disputed.dispute, amount: 20_000 } };
    const { user } = show({ id: 8 }, { getStatement: { ...dispute, paid: 597.59, open: 1_000 } });
    const banner = await screen.findByRole('region', { name: 'Dispute' });
    const amount = within(banner).getByRole('textbox', { name: 'Amount taken off' });
    expect(amount).toHaveValue('1.000,00');
    expect(within(banner).queryByRole('checkbox')).toBeNull();
    await user.clear(amount);
    await user.type(amount, '1200');
    expect(
      within(banner).getByRole('checkbox', { name: /^Take off 200,00\s€ more than is open/ }),
    ).toBeVisible();
    expect(text(banner)).toContain(
      '200,00 € more than is open: it is in favour of Alpina afterwards, on its balance.',
    );
  });

  it('that is disputed is adjusted by more than was disputed only by who confirms it', async () => {
    const { user, of } = show({ id: 8 }, { getStatement: disputed, resolveStatement: detail });
    const banner = await screen.findByRole('region', { name: 'Dispute' });
    const accept = within(banner).getByRole('button', { name: 'Accept dispute' });
    const amount = within(banner).getByRole('textbox', { name: 'Amount taken off' });
    await user.type(within(banner).getByRole('textbox', { name: 'Note' }), 'Agreed');
    for (const typed of ['0', '-5']) {
      await user.clear(amount);
      await user.type(amount, typed);
      await user.click(accept);
      expect(
        within(banner).getByText('Enter an amount above 0, in euro and whole cents.'),
      ).toBeInTheDocument();
    }
    await user.clear(amount);
    await user.type(amount, '1,234');
    await user.click(accept);
    expect(within(banner).getByText('Enter an amount above 0, in euro and whole cents.')).toBeInTheDocument();
    expect(amount).toHaveValue('1,234');
    await user.clear(amount);
    await user.type(amount, '100');
    await user.click(accept);
    expect(within(banner).getByText('Confirm that more is meant, or change the amount.')).toBeInTheDocument();
    await user.click(
      within(banner).getByRole('checkbox', { name: /^Take off 2,41\s€ more than is disputed/ }),
    );
    await user.click(accept);
    const asks = await screen.findByRole('dialog', { name: 'Accept the dispute of LH-2026-0001?' });
    await user.click(within(asks).getByRole('button', { name: 'Accept dispute' }));
    await waitFor(() => expect(of('resolveStatement')[0]?.body).toMatchObject({ adjustment: -100 }));
  });

  it('is withdrawn from dispute by the integration, after a question', async () => {
    const { user, of } = show(
      { id: 8 },
      { getStatement: disputed, withdrawDispute: detail },
      'integration_admin',
    );
    await user.click(within(await panel()).getByRole('button', { name: 'Withdraw dispute' }));
    const asks = await screen.findByRole('dialog', { name: 'Withdraw the dispute of LH-2026-0001?' });
    expect(of('withdrawDispute')).toHaveLength(0);
    await user.click(within(asks).getByRole('button', { name: 'Withdraw dispute' }));
    await waitFor(() => expect(of('withdrawDispute')).toHaveLength(1));
  });

  it('that is settled asks for nothing after a rejected dispute, and names no day', async () => {
    const event = { note: 'They are yours.', at: '2026-11-07T10:00:00.000Z', amount: null };
    const settled = {
      ...{ ...detail, disputeOutcome: 'rejected', payment: 'settled', paid: 1_597.59, open: 0 },
      history: [{ ...event, action: 'reject', side: 'provider', username: 'paolo' }, ...detail.history],
    };
    const { user } = show({ id: 8 }, { getStatement: settled });
    const outcome = await screen.findByRole('region', { name: 'Answer to the dispute' });
    expect(text(outcome)).toContain('The statement comes to 1.597,59 €, nothing of it is open.');
    expect(within(await panel()).queryByText('Pay by')).toBeNull();
    // An address that names only a statement leaves the list when it is closed.
    await user.click(within(await panel()).getByRole('button', { name: 'Close' }));
    expect(place.shown).toEqual({ tab: 'list' });
  });

  it('has what decides first, and the games last', async () => {
    show({ id: 8 });
    const dialog = await panel();
    const parts = ['Amount', 'Payments', 'Emails', 'Terms', 'Restatements', 'By operator and game'];
    const regions = within(dialog)
      .getAllByRole('region')
      .map((region) => region.getAttribute('aria-label'));
    expect(regions.filter((name) => name !== null && parts.includes(name))).toEqual(parts);
    expect(within(dialog).getByRole('group', { name: 'By operator and game' })).toHaveStyle({
      maxHeight: '460px',
    });
    expect(dialog).toHaveTextContent('The platform rounds the due of each session');
  });

  it('says how its dispute ended until it is acknowledged, with the amount that this confirms', async () => {
    const adjusted: StatementDetail = {
      ...detail,
      disputeOutcome: 'accepted',
      payment: 'partPaid',
      adjusted: -97.59,
      adjustments: [
        {
          ...{ number: 'LH-2026-0001-A1', at: '2026-11-07T10:00:00.000Z', username: 'paolo', note: 'Ours.' },
          ...{ net: -79.99, vatRate: 2200, vat: -17.6, amount: -97.59 },
          files: [{ language: 'en', url: '/files/adjustment.pdf?sig=4' }],
        },
      ],
      files: [
        ...detail.files,
        {
          ...{ format: 'pdf', language: 'it', edition: 'issued', url: '/files/statement.pdf?sig=3' },
          sha256: '56ef34cd12ab'.repeat(5).concat('0000'),
        },
        { format: 'pdf', language: 'en', edition: 'now', sha256: null, url: '/files/statement.pdf?sig=2' },
      ],
      paid: 500,
      open: 1_000,
      history: [
        {
          action: 'accept',
          side: 'provider',
          username: 'paolo',
          at: '2026-11-07T10:00:00.000Z',
          note: 'Two sessions were not yours.',
          amount: -97.59,
        },
        ...detail.history,
      ],
    };
    const { user } = show({ id: 8 }, { getStatement: adjusted }, 'integration_admin');
    const dialog = await panel();
    expect(within(dialog).getByText('Adjusted, part paid')).toBeInTheDocument();
    const outcome = within(dialog).getByRole('region', { name: 'Answer to the dispute' });
    expect(text(outcome)).toContain('Dispute acceptedby paolo on 07/11/2026');
    expect(text(outcome)).toContain('Two sessions were not yours.');
    expect(text(outcome)).toContain(
      '97,59 € taken off, VAT included. The statement now asks for 1.500,00 €.',
    );
    expect(within(dialog).getByRole('link', { name: 'PDF English, As issued' })).toHaveAttribute(
      'href',
      '/files/statement.pdf?sig=1',
    );
    expect(within(dialog).getByRole('link', { name: 'PDF English, As of now' })).toHaveAttribute(
      'href',
      '/files/statement.pdf?sig=2',
    );
    const checksums = within(dialog).getByText('SHA-256 of PDF English');
    expect(checksums).not.toBeVisible();
    await user.click(within(dialog).getByText('Checksums of the files'));
    expect(checksums).toBeVisible();
    expect(text(dialog)).toContain(
      'SHA-256 of PDF English ab12cd34ef56…SHA-256 of PDF Italian 56ef34cd12ab…',
    );
    expect(within(dialog).getByRole('button', { name: 'Copy SHA-256 of PDF Italian' })).toBeInTheDocument();
    const amount = within(dialog).getByRole('region', { name: 'Amount' });
    expect(text(amount)).toContain(
      'Total1.597,59 €Taken off, LH-2026-0001-A1 net −79,99 €, VAT 22% −17,60 € PDF English−97,59 €Total after the dispute1.500,00 €Paid−500,00 €Now to pay1.000,00 €',
    );
    expect(within(amount).getByRole('link', { name: 'PDF English, LH-2026-0001-A1' })).toHaveAttribute(
      'href',
      '/files/adjustment.pdf?sig=4',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
    const asks = await screen.findByRole('dialog', { name: 'Acknowledge LH-2026-0001?' });
    expect(text(asks)).toContain(
      'You confirm 1.500,00 €. Issued with 1.597,59 €, changed by −97,59 € after the dispute.',
    );
  });

  it('says that a dispute was accepted in part, and how much of it', async () => {
    const event = { note: 'Some of them.', at: '2026-11-07T10:00:00.000Z' };
    const partly = {
      ...detail,
      state: 'issued',
      disputeOutcome: 'accepted',
      adjusted: -20,
      history: [
        { ...event, action: 'accept', side: 'provider', username: 'paolo', amount: -20 },
        { ...event, action: 'dispute', side: 'integration', username: 'ada', amount: 97.59 },
        ...detail.history,
      ],
    };
    show({ id: 8 }, { getStatement: partly }, 'integration_admin');
    // The sum after the dispute is the one to pay: it stands once.
    expect(within(await panel()).queryByText('Total after the dispute')).toBeNull();
    const outcome = await screen.findByRole('region', { name: 'Answer to the dispute' });
    expect(text(outcome)).toContain('Dispute partly accepted: 20,00 € of 97,59 €');
    expect(text(screen.getByRole('list', { name: 'History' }))).toContain('Dispute partly accepted');
  });

  it('is answered by the integration, which sees neither emails nor what the provider does', async () => {
    const { deliveries: _deliveries, ...own } = detail;
    const { user, of } = show(
      { id: 8 },
      {
        listBalances: { rows: [balance(alpina, 1_597.59)] },
        getStatement: own,
        disputeStatement: disputed,
        acknowledgeStatement: own,
      },
      'integration_admin',
    );
    const dialog = await panel();
    expect(within(dialog).queryByRole('button', { name: 'Record payment' })).toBeNull();
    expect(within(dialog).queryByText('Emails')).toBeNull();
    expect(within(dialog).queryByRole('link', { name: 'Show the closed month' })).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'PDF English' })).toHaveAttribute(
      'href',
      '/files/statement.pdf?sig=1',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Acknowledge' }));
    const accepts = await screen.findByRole('dialog', { name: 'Acknowledge LH-2026-0001?' });
    await user.click(within(accepts).getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(of('acknowledgeStatement')[0]?.body).toEqual({}));
    await user.click(await within(dialog).findByRole('button', { name: 'Dispute' }));
    const asks = await screen.findByRole('dialog', { name: 'Dispute LH-2026-0001' });
    await user.type(within(asks).getByRole('textbox', { name: 'Reason' }), 'Not ours');
    const amount = within(asks).getByRole('textbox', { name: 'Disputed amount, VAT included' });
    await user.type(amount, '1597,60');
    await user.click(within(asks).getByRole('button', { name: 'Dispute' }));
    expect(text(asks)).toContain('At most 1.597,59 €, VAT included: the statement asks for no more.');
    expect(of('disputeStatement')).toHaveLength(0);
    for (const typed of ['0', '-5', 'abc']) {
      await user.clear(amount);
      await user.type(amount, typed);
      await user.click(within(asks).getByRole('button', { name: 'Dispute' }));
      expect(within(asks).getByText('Enter an amount above 0, in euro and whole cents.')).toBeInTheDocument();
    }
    await user.clear(amount);
    await user.type(amount, '97,59');
    await user.click(within(asks).getByRole('button', { name: 'Dispute' }));
    const confirm = await screen.findByRole('dialog', { name: /^Dispute 97,59\s€ of LH-2026-0001\?$/ });
    expect(of('disputeStatement')).toHaveLength(0);
    await user.click(within(confirm).getByRole('button', { name: 'Dispute' }));
    await waitFor(() =>
      expect(of('disputeStatement')[0]?.body).toEqual({ reason: 'Not ours', amount: 97.59 }),
    );
  });

  it('speaks Italian on a phone', async () => {
    setViewport(390);
    await setLanguage('it');
    show({ id: 8 });
    const dialog = await screen.findByRole('dialog', { name: 'Rendiconto LH-2026-0001, Alpina' });
    expect(dialog).toHaveTextContent('Dovuto secondo le condizioni');
  });
});
