import { Button } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useElementWidth } from '../../lib/use-element-width.ts';
import { useIsNarrow } from '../../lib/use-screen.ts';
import { BottomSheet } from '../overlay/bottom-sheet.tsx';
import styles from './filter-bar.module.css';

export interface FilterItem {
  id: string;
  /** Above the control where it stands behind "More". */
  label: string;
  /** Before the control in the row, where its options do not say what they are of. */
  caption?: string;
  /** Shows its value inside itself. */
  control: ReactNode;
  /** Of a control without a width of its own (a picker), in pixels; others are measured. */
  width?: number;
  /** Differs from its default; counted on the button it stands behind. */
  isActive?: boolean;
}

interface FilterBarProps {
  /** By priority: those that fit stand in the row, the others behind "More", in a sheet on a narrow screen. */
  items: readonly FilterItem[];
  /** Filters that always stand behind "More". */
  more?: ReactNode;
  /** On a narrow screen all of them stand behind one button, none in the row. */
  folded?: boolean;
  /** How many of all filters are active, for "Clear all". */
  activeCount?: number;
  /** How many of those in `more` are active. */
  moreCount?: number;
  onClear?: () => void;
  /** With it the bar is a form with the page's one brass action. */
  onSubmit?: () => void;
  submitLabel?: string;
  submitting?: boolean;
  /** What is chosen is not what is shown yet. */
  isPending?: boolean;
  /** Why it cannot be submitted, in a line; with it the button is disabled. */
  submitRefusal?: string | null;
}

const gap = 8;
/** The button with its number. */
const moreWidth = 132;

/** How many controls of these widths, from the first on, stand in a row of `available` pixels. The first one always does. */
export function itemsInRow(widths: readonly number[], available: number, hasMore: boolean): number {
  const total = widths.reduce((sum, width) => sum + width + gap, -gap);
  if (!hasMore && total <= available) return widths.length;
  let taken = moreWidth;
  let count = 0;
  for (const width of widths) {
    taken += width + gap;
    if (count > 0 && taken > available) break;
    count += 1;
  }
  return count;
}

/**
 * Measures what each control takes, once per language and set of controls: all of them stand in the row for that, in a
 * render that is never painted. Null until then.
 */
function useItemWidths(items: readonly FilterItem[], isNarrow: boolean) {
  const { i18n } = useTranslation('common');
  const row = useRef<HTMLDivElement>(null);
  const key = `${i18n.language} ${items.map((item) => item.id).join(' ')}`;
  const [measured, setMeasured] = useState<{ key: string; widths: readonly number[] } | null>(null);
  const isCurrent = measured?.key === key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of a screen that was narrow is measured once it is wide
  useLayoutEffect(() => {
    if (isCurrent || !row.current) return;
    const elements = row.current.querySelectorAll<HTMLElement>(':scope > [data-item]');
    setMeasured({ key, widths: [...elements].map((element) => element.offsetWidth) });
  }, [isCurrent, key, isNarrow]);
  return { row, widths: isCurrent ? measured.widths : null };
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>(':is(input, button):not(:disabled)')?.focus();
}

/** One row of 32 px controls, never two; every control shows its value. */
export function FilterBar(props: FilterBarProps) {
  const { t } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const panelId = useId();
  const [opened, setOpened] = useState(false);
  const [rowRef, rowWidth] = useElementWidth();
  const { items, activeCount = 0, moreCount = 0 } = props;

  const { row, widths } = useItemWidths(items, isNarrow);
  // A narrow screen has one control in its row, whatever it measures: the browser need not lay the page out to say so.
  const both = useMergedRef(rowRef, row);
  const measured = isNarrow ? undefined : both;
  // A sheet for one choice would only be in its way.
  const isPair = items.length === 2 && props.more === undefined && !props.folded;
  const narrowCount = props.folded ? 0 : isPair ? 2 : 1;
  const inRow = isNarrow
    ? narrowCount
    : widths === null
      ? items.length
      : itemsInRow(widths, rowWidth, props.more !== undefined);
  const [shown, hidden] = [items.slice(0, inRow), items.slice(inRow)];
  const hasMore = hidden.length > 0 || props.more !== undefined;
  const hiddenCount = moreCount + hidden.filter((item) => item.isActive).length;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter in a field submits a form whose button is disabled or hidden.
    if (props.submitRefusal) return;
    props.onSubmit?.();
    if (isNarrow) setOpened(false);
  };
  const clear = props.onClear && (
    <Button
      variant="subtle"
      type="button"
      // Keeps its room: the filters do not move when the first one is set.
      style={activeCount === 0 ? { visibility: 'hidden' } : undefined}
      onClick={(event) => {
        // It goes with what it has cleared.
        if (event.detail === 0) focusFirst(event.currentTarget.form);
        props.onClear?.();
      }}
      disabled={activeCount === 0}
    >
      {t('clearAll')}
    </Button>
  );
  const send = props.onSubmit && (
    <Button
      type="submit"
      loading={props.submitting}
      disabled={Boolean(props.submitRefusal)}
      className={props.isPending ? styles.pending : undefined}
      title={props.isPending ? t('notSubmitted') : undefined}
    >
      {props.submitLabel ?? t('submit')}
    </Button>
  );
  const refusal = props.submitRefusal && <p className={styles.refusal}>{props.submitRefusal}</p>;
  const behind = (
    <>
      {hidden.length > 0 && (
        <div className={styles.hidden}>
          {hidden.map((item) => (
            <div key={item.id} className={styles.field} style={{ minWidth: item.width }}>
              <span className={styles.label} aria-hidden="true">
                {item.label}
              </span>
              {item.control}
            </div>
          ))}
        </div>
      )}
      {props.more}
    </>
  );
  return (
    <>
      <form onSubmit={submit} noValidate>
        <div
          className={styles.bar}
          data-pair={(isNarrow && isPair && (props.onSubmit ? 'sends' : 'plain')) || undefined}
        >
          <div className={styles.controls} ref={measured}>
            {shown.map((item) => (
              <div
                key={item.id}
                className={styles.item}
                data-item
                // On a narrow screen pickers and searches take what room there is.
                data-grows={(isNarrow && item.width !== undefined) || undefined}
                style={{ width: item.width }}
              >
                {item.caption !== undefined && !isNarrow && (
                  <span className={styles.caption} aria-hidden="true">
                    {item.caption}
                  </span>
                )}
                {item.control}
              </div>
            ))}
            {hasMore && (
              <Button
                variant="default"
                type="button"
                className={styles.moreButton}
                data-active={opened || hiddenCount > 0 || undefined}
                aria-expanded={opened}
                // The sheet is a dialog, and mounted a moment later.
                aria-haspopup={isNarrow ? 'dialog' : undefined}
                aria-controls={isNarrow ? undefined : panelId}
                onClick={() => setOpened(!opened)}
                leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} />}
                rightSection={
                  hiddenCount > 0 ? (
                    <span className={styles.count}>
                      <span className="hub-visually-hidden">
                        {t('filtersActive', { count: hiddenCount })}
                      </span>
                      <span aria-hidden="true">{formatCount(hiddenCount)}</span>
                    </span>
                  ) : undefined
                }
              >
                {isNarrow ? t('filters') : opened ? t('closeFilters') : t('moreFilters')}
              </Button>
            )}
          </div>
          {(isNarrow ? !hasMore && (send || activeCount > 0) : clear || send) && (
            <div className={styles.actions}>
              {clear}
              {send}
            </div>
          )}
        </div>
        {!isNarrow && refusal}
        {hasMore && !isNarrow && opened && (
          <div className={styles.more} id={panelId}>
            {behind}
          </div>
        )}
      </form>
      {hasMore && isNarrow && (
        <BottomSheet opened={opened} onClose={() => setOpened(false)} size="100%" title={t('filters')}>
          {/* A form of its own, beside the bar's: in it, React would hand its submission to both. */}
          <form onSubmit={submit} noValidate>
            {behind}
            {refusal}
            <div className={styles.sheetFoot}>
              {clear}
              {send}
            </div>
          </form>
        </BottomSheet>
      )}
    </>
  );
}
