import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { type Day, parseDayText } from '../../lib/days.ts';
import { renderScreen } from '../../test/render.tsx';
import { DayInput } from './day-input.tsx';

describe('a day that is typed', () => {
  it.each<[string, Day | null]>([
    ['30/06/2027', '2027-06-30'],
    ['05/06/2027', '2027-06-05'],
    ['5/6/2027', '2027-06-05'],
    ['5.6.2027', '2027-06-05'],
    ['05-06-2027', '2027-06-05'],
    ['  30/06/2027 ', '2027-06-30'],
    ['29/02/2028', '2028-02-29'],
    ['29/02/2027', null],
    ['31/04/2027', null],
    ['06/30/2027', null],
    ['00/06/2027', null],
    ['2027/06/30', null],
    ['30/06/27', null],
    ['30/06/202', null],
    ['30/06/2027/1', null],
    ['30/06', null],
    ['June 30 2027', null],
    ['', null],
  ])('%j is %s', (text, day) => {
    expect(parseDayText(text)).toBe(day);
  });
});

describe('the field of a day', () => {
  function renderDay(initial: Day | null = null) {
    const onChange = vi.fn();
    function Field() {
      const [day, setDay] = useState(initial);
      return (
        <DayInput
          label="Release date"
          optional
          value={day}
          onChange={(next) => {
            onChange(next);
            setDay(next);
          }}
        />
      );
    }
    return { ...renderScreen(<Field />), onChange };
  }

  it('[WIZ-20][EDIT-03] reads the day first, and writes it as it was typed', async () => {
    const { user, onChange } = renderDay();
    const field = await screen.findByRole('textbox', { name: 'Release date' });
    await user.type(field, '05/06/2027');
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith('2027-06-05');
    expect(field).toHaveValue('05/06/2027');
  });

  it('takes no month for a day', async () => {
    const { user, onChange } = renderDay();
    const field = await screen.findByRole('textbox', { name: 'Release date' });
    await user.type(field, '06/30/2027');
    await user.tab();
    expect(field).toHaveValue('');
    expect(onChange.mock.calls.flat().filter((day) => day !== null)).toEqual([]);
  });

  it('is emptied by its button', async () => {
    const { user, onChange } = renderDay('2027-06-05');
    await user.click(await screen.findByRole('button', { name: 'Remove Release date' }));
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(screen.getByRole('textbox', { name: 'Release date' })).toHaveValue('');
  });
});
