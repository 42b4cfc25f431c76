import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { RangeInput, type RangeValue, sliderBounds, typedEnd } from './range-input.tsx';

function Range({
  onChange,
  typedMin,
  sliderMin,
}: {
  onChange: (v: RangeValue) => void;
  typedMin?: number;
  sliderMin?: number;
}) {
  const [value, setValue] = useState<RangeValue | null>(null);
  return (
    <RangeInput
      label="Bet"
      value={value}
      typedMin={typedMin}
      sliderMin={sliderMin}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('range input', () => {
  it('[OPEN-79][LIST-23] shows no bound, and says nothing, until it is touched', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Range onChange={onChange} />);
    for (const end of ['Bet, minimum', 'Bet, maximum']) {
      expect(field(end)).toHaveValue('');
      expect(field(end)).toHaveAttribute('placeholder', 'Any');
      await user.click(field(end));
      await user.tab();
    }
    expect(onChange).not.toHaveBeenCalled();
    await user.type(field('Bet, minimum'), '-300{Enter}');
    expect(onChange).toHaveBeenLastCalledWith({ min: -300, max: null });
    expect(field('Bet, maximum')).toHaveValue('');
  });

  it('[LIST-11][LIST-23] raises a typed value to the least allowed', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Range onChange={onChange} typedMin={0.1} />);
    await user.clear(field('Bet, minimum'));
    await user.type(field('Bet, minimum'), '0,05{Enter}');
    expect(onChange).toHaveBeenLastCalledWith({ min: 0.1, max: null });
    expect(field('Bet, minimum').value).toBe('0,10');
  });

  it('[LIST-23] lets the slider grow with an upper value beyond 3000', () => {
    expect(sliderBounds(null, 0, 3000)).toEqual([0, 3000]);
    expect(sliderBounds({ min: 10, max: 12_500 }, 0, 3000)).toEqual([0, 12_500]);
    expect(sliderBounds({ min: -4000, max: null }, -1000, 3000)).toEqual([-4000, 3000]);
  });

  it('[OPEN-79] lets the slider choose 0 where a typed value may not be', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Range onChange={onChange} typedMin={0.1} />);
    act(() => screen.getByRole('slider', { name: 'Bet, minimum' }).focus());
    await user.keyboard('{ArrowRight}');
    expect(onChange).toHaveBeenLastCalledWith({ min: 1, max: null });
    await user.keyboard('{ArrowLeft}');
    expect(onChange).toHaveBeenLastCalledWith({ min: 0, max: null });
    expect(field('Bet, minimum').value).toBe('0');
  });

  it('[OPEN-79] takes negative values where they may be, and an empty end as no bound', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Range onChange={onChange} sliderMin={-1000} />);
    await user.clear(field('Bet, minimum'));
    await user.type(field('Bet, minimum'), '-500{Enter}');
    expect(onChange).toHaveBeenLastCalledWith({ min: -500, max: null });
    expect(field('Bet, maximum').value).toBe('');
    await user.type(field('Bet, maximum'), '200{Enter}');
    expect(onChange).toHaveBeenLastCalledWith({ min: -500, max: 200 });
    await user.clear(field('Bet, maximum'));
    await user.tab();
    expect(onChange).toHaveBeenLastCalledWith({ min: -500, max: null });
  });

  it('keeps its value when something else than a number is typed', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Range onChange={onChange} />);
    await user.clear(field('Bet, maximum'));
    await user.type(field('Bet, maximum'), 'much{Enter}');
    expect(onChange).not.toHaveBeenCalled();
    expect(field('Bet, maximum').value).toBe('');
    expect(typedEnd('1.234,567')).toBe(1234.57);
  });
});
