import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseDayText } from '../../lib/days.ts';
import { formatPeriod } from '../../lib/format.ts';
import { renderScreen } from '../../test/render.tsx';
import { PeriodPicker } from './period-picker.tsx';

const value = { from: '2026-11-01', to: '2026-11-20' };

describe('period picker', () => {
  beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T23:30:00Z'), toFake: ['Date'] }));
  afterEach(() => vi.useRealTimers());

  it('always shows its value, as dd/MM/yyyy', () => {
    expect(formatPeriod(value)).toBe('01/11/2026 – 20/11/2026');
    expect(formatPeriod({ from: '2026-11-20', to: '2026-11-20' })).toBe('20/11/2026');
    renderScreen(<PeriodPicker value={value} onChange={() => {}} />);
    expect(screen.getByRole('button', { name: 'Period: 01/11/2026 – 20/11/2026' })).toBeTruthy();
  });

  it('[OPEN-97] offers presets counted from today in Rome, also when it is still yesterday where the viewer is', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<PeriodPicker value={value} onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: /Period/ }));
    await user.click(await screen.findByRole('button', { name: 'Today' }));
    expect(onChange).toHaveBeenCalledWith({ from: '2026-11-21', to: '2026-11-21' });
  });

  it('takes both ends from the keyboard', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<PeriodPicker value={value} onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: /Period/ }));
    const first = await screen.findByRole('textbox', { name: 'Start date' });
    await user.clear(first);
    await user.type(first, '28/10/2026{Enter}');
    expect(onChange).toHaveBeenCalledWith({ from: '2026-10-28', to: '2026-11-20' });
  });

  it.each([
    ['Start date', '31/02/2026', 'Invalid date (dd/mm/yyyy)'],
    ['End date', 'tomorrow', 'Invalid date (dd/mm/yyyy)'],
    ['End date', '31/10/2026', 'The end date is before the start date'],
    ['Start date', '30/09/2026', 'No earlier than 01/10/2026'],
    ['End date', '21/11/2026', 'No later than 20/11/2026'],
  ])('[OPEN-97] takes no %s %s, and says why beside it until it is put right', async (name, text, said) => {
    const onChange = vi.fn();
    const { user } = renderScreen(
      <PeriodPicker value={value} onChange={onChange} min="2026-10-01" max="2026-11-20" />,
    );
    await user.click(screen.getByRole('button', { name: /Period/ }));
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name });
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
    expect(screen.getByRole('alert').textContent).toBe(said);
    expect(field.value).toBe(text);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(onChange).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, '15/11/2026{Enter}');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('shows its value again once it was closed with a period that was not taken', async () => {
    const { user } = renderScreen(<PeriodPicker value={value} onChange={() => {}} />);
    const button = screen.getByRole('button', { name: /Period/ });
    await user.click(button);
    const first = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Start date' });
    await user.clear(first);
    await user.type(first, '31/02/2026{Enter}');
    await user.keyboard('{Escape}');
    await user.click(button);
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Start date' })).value).toBe(
      '01/11/2026',
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('reads a day as people write it', () => {
    expect(parseDayText('1.3.2026')).toBe('2026-03-01');
    expect(parseDayText('01-03-2026')).toBe('2026-03-01');
    expect(parseDayText('29/02/2026')).toBeNull();
  });
});
