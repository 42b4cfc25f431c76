import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render.tsx';
import { formatPeriod, PeriodPicker, parseDayText } from './period-picker.tsx';

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
    const first = await screen.findByRole('textbox', { name: 'First day' });
    await user.clear(first);
    await user.type(first, '28/10/2026{Enter}');
    expect(onChange).toHaveBeenCalledWith({ from: '2026-10-28', to: '2026-11-20' });
  });

  it('takes nothing that is no day or ends before it begins, and shows its value again', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<PeriodPicker value={value} onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: /Period/ }));
    const first = await screen.findByRole<HTMLInputElement>('textbox', { name: 'First day' });
    for (const text of ['31/02/2026', 'tomorrow', '21/11/2026']) {
      await user.clear(first);
      await user.type(first, `${text}{Enter}`);
      expect(first.value).toBe('01/11/2026');
    }
    expect(onChange).not.toHaveBeenCalled();
  });

  it('reads a day as people write it', () => {
    expect(parseDayText('1.3.2026')).toBe('2026-03-01');
    expect(parseDayText('01-03-2026')).toBe('2026-03-01');
    expect(parseDayText('29/02/2026')).toBeNull();
  });
});
