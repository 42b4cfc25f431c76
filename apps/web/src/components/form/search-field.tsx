import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { SearchInput } from './search-input.tsx';

interface SearchFieldProps {
  /** What is searched for now, as the URL says. */
  value: string | undefined;
  /** Half a second after the last key, at once on Enter; trimmed, undefined when nothing is typed. */
  onSearch: (text: string | undefined) => void;
  label: string;
  placeholder: string;
  /** For a row of controls: the label is spoken only. */
  compact?: boolean;
  className?: string | undefined;
}

const debounceMs = 500;

/** A search that applies itself; Escape and the cross clear it. */
export function SearchField({ value, onSearch, label, placeholder, compact, className }: SearchFieldProps) {
  const [text, setText] = useState(value ?? '');
  const applied = useRef(value);
  const apply = (typed: string) => {
    const next = typed.trim() || undefined;
    if (next === applied.current) return;
    applied.current = next;
    onSearch(next);
  };
  const later = useDebouncedCallback(apply, debounceMs);
  useEffect(() => {
    // Back, Forward, a link: what the field itself has asked for must not undo what was typed since.
    if (value === applied.current) return;
    applied.current = value;
    later.cancel();
    setText(value ?? '');
  }, [value, later]);
  const now = (typed: string) => {
    later.cancel();
    setText(typed);
    apply(typed);
  };
  return (
    <SearchInput
      className={className}
      {...(compact ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      value={text}
      maxLength={120}
      onType={(typed) => {
        setText(typed);
        later(typed);
      }}
      onClear={() => now('')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') now(text);
        if (event.key === 'Escape' && text !== '') now('');
      }}
    />
  );
}
