import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../../lib/language.ts';
import { renderScreen } from '../../test/render.tsx';
import { FilterBar } from './filter-bar.tsx';
import { choiceFilter, choicesFilter } from './picker-filter.tsx';

const games = [
  { value: 7, label: 'Fox' },
  { value: 12, label: 'Owl' },
];
const common = { id: 'game', label: 'Game', width: 200, options: games };
const field = () => screen.findByRole('combobox', { name: 'Game' });

describe('a filter of one choice', () => {
  it('gives the value of its option, and none once it is taken back', async () => {
    const onChange = vi.fn();
    function Bar() {
      const [value, setValue] = useState<number | undefined>();
      const change = (next: number | undefined) => {
        onChange(next);
        setValue(next);
      };
      return <FilterBar items={[choiceFilter({ ...common, value, onChange: change })]} />;
    }
    const { user } = renderScreen(<Bar />);
    expect(await field()).toHaveAttribute('placeholder', 'All');
    await user.click(await field());
    await user.click(await screen.findByRole('option', { name: 'Owl' }));
    expect(onChange).toHaveBeenLastCalledWith(12);
    expect(await field()).toHaveAccessibleDescription('Owl');
    await user.type(await field(), '{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith(undefined);
  });

  it('[I18N-01] agrees with what it chooses from in Italian', async () => {
    await setLanguage('it');
    const kinds = [common, { ...common, id: 'integration', label: 'Integrazione' }];
    renderScreen(
      <FilterBar
        items={kinds.map((kind) => choiceFilter({ ...kind, value: undefined, onChange: vi.fn() }))}
      />,
    );
    expect(await field()).toHaveAttribute('placeholder', 'Tutti');
    expect(screen.getByRole('combobox', { name: 'Integrazione' })).toHaveAttribute('placeholder', 'Tutte');
    await setLanguage('en');
  });

  it('is active while it has a value, zero included', () => {
    const onChange = () => {};
    expect(choiceFilter({ ...common, value: undefined, onChange }).isActive).toBe(false);
    expect(choiceFilter({ ...common, value: 0, onChange }).isActive).toBe(true);
  });
});

describe('a filter of several choices', () => {
  it('keeps what was chosen and has no option', async () => {
    const onChange = vi.fn();
    const { user } = renderScreen(
      <FilterBar items={[choicesFilter({ ...common, value: [99, 7], onChange })]} />,
    );
    await user.click(await field());
    await user.click(await screen.findByRole('option', { name: 'Owl' }));
    expect(onChange).toHaveBeenLastCalledWith([99, 7, 12]);
  });

  it('is disabled while it is refused, and says why', async () => {
    renderScreen(
      <FilterBar
        items={[
          choicesFilter({ ...common, value: [], onChange: () => {}, placeholder: '', refusal: 'Choose one' }),
        ]}
      />,
    );
    expect(await field()).toBeDisabled();
    expect(screen.getByTitle('Choose one')).toContainElement(await field());
  });
});
