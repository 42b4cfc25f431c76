import { Button, Drawer } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/use-screen.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  /** The row's controls: period, segments. On a narrow screen those in `more` join the sheet. */
  children: ReactNode;
  /** Further filters. They open in the page, in a sheet below 768 px. */
  more?: ReactNode;
  /** How many filters are active; shown on the button. */
  activeCount?: number;
  moreOpened?: boolean;
  onMoreChange?: (opened: boolean) => void;
  onClear?: () => void;
  /** With it the bar is a form with the page's one brass action. */
  onSubmit?: () => void;
  submitLabel?: string;
  submitting?: boolean;
  /** Why it cannot be submitted, in a line; with it the button is disabled. */
  submitRefusal?: string | null;
}

/** One row of 32 px controls; every control shows its value. */
export function FilterBar(props: FilterBarProps) {
  const { t } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const panelId = useId();
  const { activeCount = 0, moreOpened = false } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter in a field submits a form whose button is disabled or hidden.
    if (props.submitRefusal) return;
    props.onSubmit?.();
    if (isNarrow) props.onMoreChange?.(false);
  };
  const clear = props.onClear && (
    <Button variant="subtle" type="button" onClick={props.onClear} disabled={activeCount === 0}>
      {t('clearAll')}
    </Button>
  );
  const send = props.onSubmit && (
    <>
      {props.submitRefusal && <span className={styles.refusal}>{props.submitRefusal}</span>}
      <Button type="submit" loading={props.submitting} disabled={Boolean(props.submitRefusal)}>
        {props.submitLabel ?? t('submit')}
      </Button>
    </>
  );
  return (
    <>
      <form onSubmit={submit} noValidate>
        <div className={styles.bar}>
          <div className={styles.controls}>
            {props.children}
            {props.more && (
              <Button
                variant="default"
                type="button"
                className={styles.moreButton}
                data-active={moreOpened || activeCount > 0 || undefined}
                aria-expanded={moreOpened}
                aria-controls={panelId}
                onClick={() => props.onMoreChange?.(!moreOpened)}
                leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} />}
                rightSection={
                  activeCount > 0 ? (
                    <span className={styles.count}>
                      <span className="hub-visually-hidden">
                        {t('filtersActive', { count: activeCount })}
                      </span>
                      <span aria-hidden="true">{formatCount(activeCount)}</span>
                    </span>
                  ) : undefined
                }
              >
                {isNarrow ? t('filters') : moreOpened ? t('closeFilters') : t('moreFilters')}
              </Button>
            )}
          </div>
          {!(isNarrow && props.more) && (
            <div className={styles.actions}>
              {clear}
              {send}
            </div>
          )}
        </div>
        {props.more && !isNarrow && moreOpened && (
          <div className={styles.more} id={panelId}>
            {props.more}
          </div>
        )}
      </form>
      {props.more && isNarrow && (
        <Drawer
          opened={moreOpened}
          onClose={() => props.onMoreChange?.(false)}
          position="bottom"
          size="100%"
          title={t('filters')}
          closeButtonProps={{ 'aria-label': t('close') }}
        >
          {/* A form of its own, beside the bar's: in it, React would hand its submission to both. */}
          <form onSubmit={submit} noValidate id={panelId}>
            {props.more}
            <div className={styles.sheetFoot}>
              {clear}
              <span style={{ flex: 1 }} />
              {send}
            </div>
          </form>
        </Drawer>
      )}
    </>
  );
}
