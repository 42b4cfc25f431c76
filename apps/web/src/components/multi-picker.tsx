import { Popover } from '@mantine/core';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../lib/format.ts';
import { useIsNarrow } from '../lib/use-screen.ts';
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

/** A searchable choice of several: chips with "+N", a list of any length, everything on the keyboard. */
export function MultiPicker(props: MultiPickerProps) {
  const { t } = useTranslation('common');
  const { options, value, onChange, chips = 2, disabled, compact, selectAll } = props;
  const id = useId();
  const rowHeight = useIsNarrow() ? 40 : 34;
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
  const chosen = useMemo(() => {
    const byValue = new Map(options.map((option) => [option.value, option]));
    return value.flatMap((item) => byValue.get(item) ?? []);
  }, [options, value]);

  const openWith = (open: boolean) => {
    if (disabled) return;
    setOpened(open);
    if (!open) setQuery('');
    setActive(0);
  };
  const toggle = (option: PickerOption | undefined) => {
    if (!option || option.disabled) return;
    if (option.value === everything) onChange(hasAll ? [] : choosable.map((one) => one.value));
    else if (value.includes(option.value)) onChange(value.filter((item) => item !== option.value));
    else onChange(props.single ? [option.value] : [...value, option.value]);
    setQuery('');
    if (props.single) openWith(false);
  };
  const move = (index: number) => {
    if (shown.length > 0) setActive(Math.min(shown.length - 1, Math.max(0, index)));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    };
    const target = steps[event.key];
    if (target !== undefined) {
      event.preventDefault();
      if (opened) move(target);
      else openWith(true);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (opened) toggle(shown[active]);
      else openWith(true);
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation();
      openWith(false);
    } else if (event.key === 'Backspace' && query === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    } else if (event.key === 'Tab') {
      openWith(false);
    }
  };

  return (
    <div className={styles.root} data-compact={compact || undefined}>
      {!compact && (
        <label className={`hub-label ${styles.label}`} htmlFor={`${id}-input`}>
          {props.label}
          {props.hint && <i>{props.hint}</i>}
        </label>
      )}
      <Popover
        opened={opened}
        onDismiss={() => openWith(false)}
        width={compact ? 300 : 'target'}
        position="bottom-start"
        offset={4}
        trapFocus={false}
        returnFocus={false}
        withRoles={false}
      >
        <Popover.Target>
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
              <label className={styles.inside} htmlFor={`${id}-input`}>
                {props.label}
              </label>
            )}
            {compact && chosen.length > 0 && (
              <strong
                id={`${id}-value`}
                className={`hub-ellipsis ${styles.value}`}
                title={chosen.map((option) => option.label).join(', ')}
              >
                {chosen.length === 1 ? chosen[0]?.label : formatCount(chosen.length)}
              </strong>
            )}
            {(compact ? [] : chosen.slice(0, chips)).map((option) => (
              <span className={styles.chip} key={option.value} data-single={props.single || undefined}>
                {option.art}
                <span className="hub-ellipsis">{option.label}</span>
                {!disabled && (
                  <button
                    type="button"
                    className={styles.remove}
                    aria-label={t('remove', { what: option.label })}
                    onClick={(event) => {
                      event.stopPropagation();
                      onChange(value.filter((item) => item !== option.value));
                    }}
                  >
                    <IconX size={13} stroke={1.5} />
                  </button>
                )}
              </span>
            ))}
            {!compact && chosen.length > chips && (
              <span
                className={`${styles.chip} ${styles.more}`}
                title={chosen
                  .slice(chips)
                  .map((option) => option.label)
                  .join(', ')}
              >
                <span aria-hidden="true">{t('more', { shown: formatCount(chosen.length - chips) })}</span>
                <span className="hub-visually-hidden">
                  {t('moreChosen', { shown: formatCount(chosen.length - chips) })}
                </span>
              </span>
            )}
            <input
              ref={inputRef}
              id={`${id}-input`}
              className={styles.input}
              role="combobox"
              aria-expanded={opened}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={opened && shown[active] ? `${id}-${shown[active].value}` : undefined}
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
                setActive(0);
                setOpened(true);
              }}
              onKeyDown={onKeyDown}
            />
            <IconChevronDown className={styles.chevron} size={16} stroke={1.5} aria-hidden="true" />
          </div>
        </Popover.Target>
        <Popover.Dropdown p={0}>
          {shown.length === 0 ? (
            <div className={styles.none}>{t('noResults')}</div>
          ) : (
            <OptionList
              id={id}
              label={props.label}
              options={shown}
              value={value}
              active={active}
              rowHeight={rowHeight}
              onHover={setActive}
              onPick={(option) => {
                toggle(option);
                inputRef.current?.focus();
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {props.error && (
        <div className={styles.error} id={`${id}-error`}>
          {props.error}
        </div>
      )}
    </div>
  );
}

interface OptionListProps {
  id: string;
  label: string;
  options: readonly PickerOption[];
  value: readonly string[];
  active: number;
  rowHeight: number;
  onHover: (index: number) => void;
  onPick: (option: PickerOption) => void;
}

/** Draws only the rows in sight: the list may hold thousands of games. */
function OptionList({ id, label, options, value, active, rowHeight, onHover, onPick }: OptionListProps) {
  const scrollRef = useRef<HTMLDivElement>(null);
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
    <div
      ref={scrollRef}
      className={styles.list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      aria-multiselectable="true"
    >
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }} role="presentation">
        {virtualizer.getVirtualItems().map((item) => {
          const option = options[item.index];
          if (!option) return null;
          const isChosen = option.value !== everything && value.includes(option.value);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the combobox that owns the list
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox (aria-activedescendant)
            <div
              key={option.value}
              id={`${id}-${option.value}`}
              role="option"
              className={styles.option}
              aria-selected={isChosen}
              aria-disabled={option.disabled || undefined}
              aria-setsize={options.length}
              aria-posinset={item.index + 1}
              data-active={item.index === active || undefined}
              style={{
                position: 'absolute',
                top: 0,
                transform: `translateY(${item.start}px)`,
                height: item.size,
              }}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => item.index !== active && onHover(item.index)}
              onClick={() => onPick(option)}
            >
              {option.art}
              <span className="hub-ellipsis">{option.label}</span>
              {option.note && <span className={styles.note}>{option.note}</span>}
              {isChosen && !option.note && <IconCheck className={styles.check} size={16} stroke={1.75} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}
