import { CloseButton, Loader } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Keycaps } from '../../components/display/keycaps.tsx';
import { Modal } from '../../components/modal.tsx';
import { useIsPhone } from '../../lib/use-screen.ts';
import { takeEarlyKeys } from './early-keys.ts';
import { markMatches } from './matching.ts';
import { closeOverlay } from './overlay.ts';
import styles from './palette.module.css';
import type { PaletteItem } from './palette-item.ts';
import { type PaletteResults, usePaletteResults } from './use-sections.ts';

const close = () => closeOverlay('palette');

/** One field that finds everything and runs commands. */
export function Palette() {
  const { t } = useTranslation('palette');
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      fullScreen={isPhone}
      centered={false}
      size={680}
      yOffset="10dvh"
      transitionProps={{ duration: 120, transition: 'fade' }}
      styles={{ body: { padding: 0 } }}
      classNames={{ content: styles.content ?? '' }}
      attributes={{ content: { 'aria-label': t('search') } }}
    >
      <Finder />
    </Modal>
  );
}

function Finder() {
  const { t } = useTranslation('palette');
  const { t: common } = useTranslation('common');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState<string | null>(null);
  const [opensFirst, setOpensFirst] = useState(false);
  const results = usePaletteResults(typed);
  const items = results.sections.flatMap((section) => section.items);
  // What may be tried further was not found.
  const found = items.filter(({ id: itemId }) => !itemId.startsWith('further.')).length;
  const active = items.find((item) => item.id === activeId) ?? items[0];
  const list = useRef<HTMLDivElement>(null);

  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    close();
    item.run();
  };
  const isReady = !results.isSearching;
  // Enter was pressed before the results had arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival of the results counts
  useEffect(() => {
    if (!opensFirst || !isReady) return;
    choose(items[0]);
    setOpensFirst(false);
  }, [opensFirst, isReady]);

  const go = (by: number) => {
    if (items.length === 0) return;
    const at = active ? items.indexOf(active) : -1;
    const next = items[(at + by + items.length) % items.length];
    setActiveId(next?.id ?? null);
    // The groups' titles are seen with their first rows.
    const element = list.current?.querySelector(`[data-item="${CSS.escape(next?.id ?? '')}"]`);
    const isFirst = element?.previousElementSibling?.matches('[data-title]');
    (isFirst ? element?.parentElement : element)?.scrollIntoView({ block: 'nearest' });
    if (isFirst) element?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const keys: Record<string, () => void> = {
      ArrowDown: () => go(1),
      ArrowUp: () => go(-1),
      // What was recognised is looked up at the server: what the browser has found until then is not what was meant.
      Enter: () => {
        if (results.isSearching && results.recognised !== null && activeId === null) setOpensFirst(true);
        else choose(active);
      },
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const optionId = (item: PaletteItem) => `${id}-${item.id}`;
  return (
    <div className={styles.palette}>
      <div className={styles.head}>
        <IconSearch size={18} stroke={1.5} aria-hidden="true" />
        <input
          className={styles.input}
          data-autofocus
          // biome-ignore lint/a11y/noAutofocus: the palette was opened to type into it
          autoFocus
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active) : undefined}
          aria-label={t('placeholder')}
          placeholder={t('placeholder')}
          value={typed}
          maxLength={120}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActiveId(null);
            setOpensFirst(false);
            list.current?.scrollTo({ top: 0 });
          }}
          onKeyDown={onKeyDown}
          onFocus={() => {
            const early = takeEarlyKeys();
            if (early.text === '') return;
            setTyped((text) => text + early.text);
            setOpensFirst(early.isEntered);
          }}
        />
        {results.isSearching && <Loader size={16} />}
        <CloseButton onClick={close} aria-label={common('close')} />
      </div>
      <div
        className={styles.list}
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('results')}
        tabIndex={-1}
      >
        <Nothing typed={typed} results={results} />
        {results.sections.map((section) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
          <div key={section.group} role="group" aria-labelledby={`${id}-${section.group}`}>
            <div className={styles.title} id={`${id}-${section.group}`} data-title="">
              {section.title}
            </div>
            {section.items.map((item) => (
              <Row
                key={item.id}
                item={item}
                // What may be tried next holds what was typed in any case.
                typed={section.group === 'further' ? '' : typed}
                id={optionId(item)}
                isActive={item === active}
                onHover={() => setActiveId(item.id)}
                onChoose={() => choose(item)}
              />
            ))}
          </div>
        ))}
      </div>
      <Foot results={results} count={typed.trim() === '' ? null : found} />
    </div>
  );
}

interface RowProps {
  item: PaletteItem;
  typed: string;
  id: string;
  isActive: boolean;
  onHover: () => void;
  onChoose: () => void;
}

function Row({ item, typed, id, isActive, onHover, onChoose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the field names it as its active option
    <div
      className={styles.row}
      id={id}
      role="option"
      aria-selected={isActive}
      data-item={item.id}
      onMouseMove={isActive ? undefined : onHover}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.art}>{item.art}</span>
      <span className={styles.texts}>
        <span className={`hub-ellipsis ${styles.label}`}>
          {markMatches(typed, item.label).map(({ start, text, isMatch }) =>
            isMatch ? (
              <mark key={start} className={styles.match}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </span>
        {item.detail && <span className={`hub-ellipsis ${styles.detail}`}>{item.detail}</span>}
      </span>
      {item.end}
      {item.keys && <Keycaps keys={item.keys} />}
    </div>
  );
}

function Nothing({ typed, results }: { typed: string; results: PaletteResults }) {
  const { t } = useTranslation('palette');
  if (results.hasFailed) return <p className={styles.nothing}>{t('failed')}</p>;
  if (results.sections.some(({ group }) => group !== 'further')) return null;
  if (results.isSearching) return <p className={styles.nothing}>{t('searching')}</p>;
  return (
    <div className={styles.nothing}>
      <strong>{t('none', { text: typed.trim() })}</strong>
      <p>{t('noneHelp')}</p>
    </div>
  );
}

/** What was recognised, and the keys. */
function Foot({ results, count }: { results: PaletteResults; count: number | null }) {
  const { t } = useTranslation('palette');
  return (
    <div className={styles.foot} data-empty={results.recognised === null || undefined}>
      <span className={styles.kind} role="status">
        {results.recognised !== null && t(`recognised.${results.recognised}`)}
        {count !== null && !results.isSearching && (
          <span className="hub-visually-hidden"> {t('found', { count })}</span>
        )}
      </span>
      <span className={styles.hints} aria-hidden="true">
        <Keycaps keys="ArrowUp" /> <Keycaps keys="ArrowDown" /> {t('hints.move')}
        <Keycaps keys="Enter" /> {t('hints.open')}
        <Keycaps keys="Escape" /> {t('hints.close')}
      </span>
    </div>
  );
}
