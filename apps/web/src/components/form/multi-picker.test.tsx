import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render.tsx';
import { MultiPicker, matchingOptions, type PickerOption } from './multi-picker.tsx';

const options: PickerOption[] = [
  { value: '1', label: 'Alpina' },
  { value: '2', label: 'Baltica' },
  { value: '3', label: 'Meridiana', disabled: true, note: 'does not offer every game chosen' },
  { value: '4', label: 'Castello' },
];

function Picker({
  onChange = () => {},
  start = [],
  inRow = false,
}: {
  onChange?: (value: string[]) => void;
  start?: string[];
  inRow?: boolean;
}) {
  const [value, setValue] = useState(start);
  return (
    <MultiPicker
      label="Integrations"
      compact={inRow}
      selectAll={inRow}
      options={options}
      value={value}
      placeholder="All"
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

describe('multi picker', () => {
  it('chooses by name and by keyboard alone', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Picker onChange={onChange} />);
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Integrations' }));
    await user.keyboard('balt{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(['2']);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(['2', '4']);
    await user.keyboard('{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith(['2']);
  });

  it('shows two chips and how many more are chosen', () => {
    renderScreen(<Picker start={['1', '2', '4']} />);
    expect(screen.getByRole('button', { name: 'Remove Alpina' })).toBeTruthy();
    expect(screen.getByText('+1')).toBeTruthy();
    expect(screen.getByText('1 more selected')).toBeTruthy();
  });

  it('in a row of filters shows a name or a number, and chooses everything that may be chosen, or nothing', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Picker inRow start={['2']} onChange={onChange} />);
    const field = screen.getByRole('combobox', { name: 'Integrations' });
    expect(field).toHaveAccessibleDescription('Baltica');
    await user.click(field);
    await user.click(await screen.findByRole('option', { name: 'Select all' }));
    expect(onChange).toHaveBeenLastCalledWith(['1', '2', '4']);
    expect(field).toHaveAccessibleDescription('3');
    await user.click(screen.getByRole('option', { name: 'Remove all' }));
    expect(onChange).toHaveBeenLastCalledWith([]);
  });

  it('with Enter never picks everything, neither opened by it nor after a search', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Picker inRow onChange={onChange} />);
    await user.tab();
    await user.keyboard('{Enter}{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(['1']);
    await user.keyboard('balt{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(['1', '2']);
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(['1']);
  });

  it('says to screen readers whether one or several may be chosen', async () => {
    const { user } = renderScreen(
      <>
        <MultiPicker single label="One" options={options} value={[]} onChange={() => {}} />
        <MultiPicker label="Several" options={options} value={[]} onChange={() => {}} />
      </>,
    );
    await user.click(screen.getByRole('combobox', { name: 'One' }));
    expect(await screen.findByRole('listbox', { name: 'One' })).not.toHaveAttribute('aria-multiselectable');
    await user.click(screen.getByRole('combobox', { name: 'Several' }));
    expect(await screen.findByRole('listbox', { name: 'Several' })).toHaveAttribute(
      'aria-multiselectable',
      'true',
    );
  });

  it('has nothing to take a choice away with while it is locked', () => {
    renderScreen(
      <MultiPicker single disabled label="Integration" options={options} value={['1']} onChange={() => {}} />,
    );
    expect(screen.getByText('Alpina')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('takes a chip away without opening the list', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Picker start={['1', '2']} onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Remove Alpina' }));
    expect(onChange).toHaveBeenLastCalledWith(['2']);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('says why an option cannot be chosen, and does not choose it', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(<Picker onChange={onChange} />);
    await user.click(screen.getByRole('combobox'));
    const option = await screen.findByRole('option', { name: /Meridiana/ });
    expect(option.getAttribute('aria-disabled')).toBe('true');
    expect(option.textContent).toContain('does not offer every game chosen');
    await user.click(option);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('draws only the options in sight of a long list', async () => {
    const many = Array.from({ length: 3000 }, (_unused, index) => ({
      value: String(index),
      label: `Game ${index}`,
    }));
    const { user } = renderScreen(
      <MultiPicker label="Games" options={many} value={[]} onChange={() => {}} />,
    );
    await user.click(screen.getByRole('combobox'));
    expect((await screen.findAllByRole('option')).length).toBeLessThan(100);
  });

  it('finds every word of the query in any order, whatever the case', () => {
    expect(matchingOptions(options, 'a CAST').map((option) => option.value)).toEqual(['4']);
    expect(matchingOptions(options, ' ')).toBe(options);
  });
});
