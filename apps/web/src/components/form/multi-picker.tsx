import { Combobox, Input, Pill, useVirtualizedCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/use-screen.ts';
import { Chip } from './chip.tsx';
import styles from './multi-picker.module.css';

export interface PickerOption {
  value: string;
  label: string;
  /** A chip or thumb before the name. */
  art?: ReactNode;
  disabled?: boolean;
  /** Why it is disabled, or another short remark at the right. */
  note?: string;
}

interface MultiPickerProps {
  label: string;
  /** A remark beside the label: "offered by all chosen". */
  hint?: string;
  options: readonly PickerOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** What an empty choice means: "All". */
  placeholder?: string;
  /** Chips shown before "+N". */
  chips?: number;
  /** Only one at a time: choosing another replaces it. */
  single?: boolean;
  /** The label inside, and a name or a number in place of chips: for a row of filters. */
  compact?: boolean;
  /** First in the list: choose everything that may be chosen, or nothing. */
  selectAll?: boolean;
  disabled?: boolean;
  error?: ReactNode;
  /** Off inside a popover, which a click outside of it would close. */
  withinPortal?: boolean;
}

/** Options whose name holds every typed word, in their given order. */
export function matchingOptions(options: readonly PickerOption[], query: string): readonly PickerOption[] {
  const words = query.toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter((option) => {
    const label = option.label.toLocaleLowerCase('it');
    return words.every((word) => label.includes(word));
  });
}

/** The row that stands for all others; no option has this value. */
const everything = '*';

function optionId(id: string, option: PickerOption | undefined): string | undefined {
  return option && `${id}-${option.value}`;
}

/** A searchable choice of several: chips with "+N", a list of any length, everything on the keyboard. */
export function MultiPicker(props: MultiPickerProps) {
  const { t } = useTranslation('common');
  const { options, value, onChange, chips = 2, disabled, compact, selectAll, withinPortal = true } = props;
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const inputRef = useRef<HTMLInputElement>(null);
  const choosable = useMemo(() => options.filter((option) => !option.disabled), [options]);
  const hasAll = choosable.length > 0 && choosable.every((option) => value.includes(option.value));
  const shown = useMemo(() => {
    const matching = matchingOptions(options, query);
    if (!selectAll || query !== '' || choosable.length < 2) return matching;
    return [{ value: everything, label: t(hasAll ? 'removeAll' : 'selectAll') }, ...matching];
  }, [options, query, selectAll, choosable.length, hasAll, t]);
  // Never the row of all others: who opens the list with Enter and presses it again picks one option.
  const firstOption = selectAll && choosable.length > 1 ? 1 : 0;
  const chosen = useMemo(() => {
    const byValue = new Map(options.map((option) => [option.value, option]));
    return value.flatMap((item) => byValue.get(item) ?? []);
  }, [options, value]);
  const valueNames = (from: number) =>
    chosen
      .slice(from)
      .map((option) => option.label)
      .join(', ');

  const openWith = (open: boolean) => {
    if (disabled) return;
    setOpened(open);
    if (!open) setQuery('');
    setActive(firstOption);
  };
  const toggle = (option: PickerOption | undefined) => {
    if (!option || option.disabled) return;
    if (option.value === everything) onChange(hasAll ? [] : choosable.map((one) => one.value));
    else if (value.includes(option.value)) onChange(value.filter((item) => item !== option.value));
    else onChange(props.single ? [option.value] : [...value, option.value]);
    if (query !== '') {
      setQuery('');
      setActive(firstOption + options.indexOf(option));
    }
    if (props.single) openWith(false);
  };
  const combobox = useVirtualizedCombobox({
    opened,
    onOpenedChange: openWith,
    loop: false,
    totalOptionsCount: shown.length,
    getOptionId: (index) => optionId(id, shown[index]) ?? null,
    selectedOptionIndex: active,
    activeOptionIndex: firstOption,
    setSelectedOptionIndex: (index) => setActive(Math.max(0, index)),
    onSelectedOptionSubmit: (index) => toggle(shown[index]),
  });
  // What the arrows, Enter and Escape do in an open list comes from the combobox.
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault();
      const target = active + (event.key === 'PageDown' ? 8 : -8);
      if (!opened) openWith(true);
      else if (shown.length > 0) setActive(Math.min(shown.length - 1, Math.max(0, target)));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (!opened) openWith(true);
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation();
    } else if (event.key === 'Backspace' && query === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    } else if (event.key === 'Tab') {
      openWith(false);
    }
  };

  return (
    <Input.Wrapper
      id={id}
      className={styles.root}
      classNames={{ label: styles.label ?? '', error: styles.error ?? '' }}
      label={
        !compact && (
          <>
            {props.label}
            {props.hint && <i>{props.hint}</i>}
          </>
        )
      }
      error={props.error}
      data-compact={compact || undefined}
    >
      <Combobox
        store={combobox}
        onOptionSubmit={(picked) => {
          toggle(shown.find((option) => option.value === picked));
          inputRef.current?.focus();
        }}
        keepMounted={false}
        width={compact ? 300 : 'target'}
        withinPortal={withinPortal}
        position="bottom-start"
        offset={4}
        dropdownPadding={0}
        transitionProps={{ duration: 120 }}
      >
        <Combobox.DropdownTarget>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field hands a click to its input, which has the keys */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
          <div
            className={styles.field}
            data-disabled={disabled || undefined}
            data-error={props.error ? true : undefined}
            onClick={() => {
              inputRef.current?.focus();
              openWith(true);
            }}
          >
            {compact && (
              <label className={styles.inside} htmlFor={id}>
                {props.label}
              </label>
            )}
            {compact && chosen.length > 0 && (
              <strong id={`${id}-value`} className={`hub-ellipsis ${styles.value}`} title={valueNames(0)}>
                {chosen.length === 1 ? chosen[0]?.label : formatCount(chosen.length)}
              </strong>
            )}
            {(compact ? [] : chosen.slice(0, chips)).map((option) => (
              <Chip
                key={option.value}
                className={props.single ? undefined : styles.chip}
                label={option.label}
                art={option.art}
                onRemove={
                  disabled ? undefined : () => onChange(value.filter((item) => item !== option.value))
                }
              />
            ))}
            {!compact && chosen.length > chips && (
              <Pill className={styles.more} title={valueNames(chips)}>
                <span aria-hidden="true">{t('more', { count: chosen.length - chips })}</span>
                <span className="hub-visually-hidden">
                  {t('moreChosen', { count: chosen.length - chips })}
                </span>
              </Pill>
            )}
            {/* Its attributes are written here: Mantine's learn of the list and of the active option too late. */}
            <Combobox.EventsTarget withAriaAttributes={false}>
              <input
                ref={inputRef}
                id={id}
                className={styles.input}
                role="combobox"
                aria-expanded={opened}
                aria-controls={`${id}-list`}
                aria-autocomplete="list"
                aria-activedescendant={opened ? optionId(id, shown[active]) : undefined}
                aria-invalid={props.error ? true : undefined}
                aria-describedby={
                  [props.error && `${id}-error`, compact && chosen.length > 0 && `${id}-value`]
                    .filter(Boolean)
                    .join(' ') || undefined
                }
                autoComplete="off"
                // Escape closes the open list and not the dialog around it, which listens before this field does.
                data-mantine-stop-propagation={opened || undefined}
                disabled={disabled}
                placeholder={chosen.length === 0 ? props.placeholder : undefined}
                value={query}
                onChange={(event) => {
                  setQuery(event.currentTarget.value);
                  setActive(event.currentTarget.value === '' ? firstOption : 0);
                  setOpened(true);
                }}
                onKeyDown={onKeyDown}
              />
            </Combobox.EventsTarget>
            <IconChevronDown className={styles.chevron} size={16} stroke={1.5} aria-hidden="true" />
          </div>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown>
          {shown.length === 0 ? (
            <Combobox.Empty className={styles.none}>{t('noResults')}</Combobox.Empty>
          ) : (
            <OptionList
              id={id}
              label={props.label}
              options={shown}
              value={value}
              active={active}
              single={props.single === true}
              onHover={setActive}
            />
          )}
        </Combobox.Dropdown>
      </Combobox>
    </Input.Wrapper>
  );
}

interface OptionListProps {
  id: string;
  label: string;
  options: readonly PickerOption[];
  value: readonly string[];
  active: number;
  single: boolean;
  onHover: (index: number) => void;
}

/** Draws only the rows in sight: the list may hold thousands of games. */
function OptionList({ id, label, options, value, active, single, onHover }: OptionListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const rowHeight = useIsNarrow() ? 40 : 34;
  const virtualizer = useVirtualizer({
    count: options.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 240, height: 288 },
  });
  const lastActive = useRef(active);
  if (lastActive.current !== active) {
    lastActive.current = active;
    virtualizer.scrollToIndex(active);
  }
  return (
    <Combobox.Options
      ref={scrollRef}
      className={styles.list}
      id={`${id}-list`}
      aria-label={label}
      aria-multiselectable={single ? undefined : true}
    >
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="presentation">
        {virtualizer.getVirtualItems().map((item) => {
          const option = options[item.index];
          if (!option) return null;
          const isChosen = option.value !== everything && value.includes(option.value);
          return (
            <Combobox.Option
              key={option.value}
              id={optionId(id, option)}
              value={option.value}
              className={styles.option}
              disabled={option.disabled === true}
              selected={item.index === active}
              aria-selected={isChosen}
              aria-setsize={options.length}
              aria-posinset={item.index + 1}
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              onMouseMove={() => item.index !== active && onHover(item.index)}
            >
              {option.art}
              <span className="hub-ellipsis">{option.label}</span>
              {option.note && <span className={styles.note}>{option.note}</span>}
              {isChosen && <IconCheck className={styles.check} size={16} stroke={1.75} />}
            </Combobox.Option>
          );
        })}
      </div>
    </Combobox.Options>
  );
}
