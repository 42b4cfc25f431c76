import { act, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isTime, parseTimeText, stepTime } from '../../lib/time-text.ts';
import { renderScreen } from '../../test/render.tsx';
import { TimeInput } from './time-input.tsx';

describe('a time that is typed', () => {
  it.each<[string, string | null]>([
    ['14:30', '14:30'],
    ['9', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9.30', '09:30'],
    ['9h30', '09:30'],
    [' 23:59 ', '23:59'],
    ['0', '00:00'],
    ['24:00', null],
    ['12:60', null],
    ['2:30 pm', null],
    ['123456', null],
    ['-1', null],
    ['', null],
  ])('%j is %s', (text, time) => {
    expect(parseTimeText(text)).toBe(time);
  });

  it.each<[string, boolean]>([
    ['00:00', true],
    ['23:59', true],
    ['9:30', false],
    ['24:00', false],
    ['', false],
  ])('%j is whole: %s', (text, whole) => {
    expect(isTime(text)).toBe(whole);
  });

  it.each<[string | null, number, string]>([
    ['14:30', 15, '14:45'],
    ['14:37', 15, '14:45'],
    ['14:37', -15, '14:30'],
    ['14:30', -15, '14:15'],
    ['23:45', 15, '00:00'],
    ['00:00', -15, '23:45'],
    ['14:37', 60, '15:37'],
    ['00:10', -60, '23:10'],
    [null, 15, '00:00'],
    [null, -15, '23:45'],
  ])('%s and %d minutes are %s', (time, minutes, next) => {
    expect(stepTime(time, minutes)).toBe(next);
  });
});

describe('the field of a time', () => {
  afterEach(() => act(() => i18next.changeLanguage('en')));

  function renderTime(initial = '') {
    const onChange = vi.fn();
    function Field() {
      const [time, setTime] = useState(initial);
      return (
        <TimeInput
          label="Start time"
          value={time}
          onChange={(next) => {
            onChange(next);
            setTime(next);
          }}
        />
      );
    }
    const rendered = renderScreen(<Field />);
    return { ...rendered, onChange, field: screen.getByRole('textbox', { name: 'Start time' }) };
  }

  it('writes what was typed as a time of 24 hours once it is left', async () => {
    const { user, field, onChange } = renderTime();
    expect(field).toHaveAttribute('placeholder', 'hh:mm');
    await user.type(field, '930');
    expect(field).toHaveValue('930');
    await user.tab();
    expect(field).toHaveValue('09:30');
    expect(onChange).toHaveBeenLastCalledWith('09:30');
    expect(field).not.toHaveAttribute('aria-invalid', 'true');
  });

  it('keeps what is no time, and names it once the field is left', async () => {
    const { user, field } = renderTime();
    await user.type(field, '25:00');
    expect(screen.queryByText('Enter a time from 00:00 to 23:59.')).toBeNull();
    await user.tab();
    expect(field).toHaveValue('25:00');
    expect(screen.getByText('Enter a time from 00:00 to 23:59.')).toBeVisible();
    await user.clear(field);
    await user.tab();
    expect(screen.queryByText('Enter a time from 00:00 to 23:59.')).toBeNull();
  });

  it('steps by a quarter with the arrows and by an hour with the page keys, and says so', async () => {
    const { user, field } = renderTime('14:37');
    await user.click(field);
    await user.keyboard('{ArrowUp}');
    expect(field).toHaveValue('14:45');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(field).toHaveValue('14:15');
    await user.keyboard('{PageUp}');
    expect(field).toHaveValue('15:15');
    expect(field).toHaveAccessibleDescription(
      '24-hour time. Arrow keys change it by 15 minutes, Page Up and Page Down by an hour.',
    );
  });

  it('speaks Italian', async () => {
    const { field } = renderTime();
    await act(() => i18next.changeLanguage('it'));
    expect(field).toHaveAttribute('placeholder', 'oo:mm');
  });
});
