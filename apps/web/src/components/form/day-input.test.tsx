import { act, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Day, isInvalidDay, parseDayText, type TypedDay } from '../../lib/days.ts';
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
  afterEach(() => act(() => i18next.changeLanguage('en')));

  function renderDay(initial: Day | null = null) {
    const onChange = vi.fn();
    function Field() {
      const [day, setDay] = useState<TypedDay>(initial);
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

  it('keeps what is no day as it was typed, hands it on as such, and says so once the field is left', async () => {
    const { user, onChange } = renderDay('2027-06-05');
    const field = await screen.findByRole('textbox', { name: 'Release date' });
    await user.clear(field);
    // No month for a day.
    await user.type(field, '06/30/2027');
    expect(field).not.toBeInvalid();
    await user.tab();
    expect(field).toHaveValue('06/30/2027');
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Invalid date (dd/mm/yyyy)');
    expect(onChange).toHaveBeenLastCalledWith('06/30/2027');
    expect(isInvalidDay(onChange.mock.lastCall?.[0])).toBe(true);
  });

  it('says so on Enter too, and takes it back while someone mends it', async () => {
    const { user, onChange } = renderDay();
    const field = await screen.findByRole('textbox', { name: 'Release date' });
    await user.type(field, '31/02/2027{Enter}');
    expect(field).toBeInvalid();
    await user.type(field, '{Backspace}');
    expect(field).not.toBeInvalid();
    await user.clear(field);
    await user.type(field, '28/2/2027');
    await user.tab();
    expect(field).not.toBeInvalid();
    expect(field).toHaveValue('28/02/2027');
    expect(onChange).toHaveBeenLastCalledWith('2027-02-28');
  });

  it('says so in Italian', async () => {
    const { user } = renderDay();
    await act(() => i18next.changeLanguage('it'));
    const field = await screen.findByRole('textbox', { name: 'Release date' });
    await user.type(field, 'domani');
    await user.tab();
    expect(field).toHaveAccessibleDescription('Data non valida (gg/mm/aaaa)');
  });

  it('is emptied with what is no day, and by removing the text', async () => {
    const { user, onChange } = renderDay();
    const field = await screen.findByRole('textbox', { name: 'Release date' });
    await user.type(field, 'tomorrow');
    await user.click(screen.getByRole('button', { name: 'Remove Release date' }));
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(field).toHaveValue('');
    await user.type(field, '05/06/2027');
    await user.clear(field);
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(field).not.toBeInvalid();
  });

  it('is emptied by its button', async () => {
    const { user, onChange } = renderDay('2027-06-05');
    await user.click(await screen.findByRole('button', { name: 'Remove Release date' }));
    expect(onChange).toHaveBeenLastCalledWith(null);
    expect(screen.getByRole('textbox', { name: 'Release date' })).toHaveValue('');
  });
});
