import type { Language } from '@ludus/contract';

/** A small flag, drawn here so that no picture has to be fetched. Decoration: the language's name stands beside it. */
export function Flag({ language }: { language: Language }) {
  return (
    <svg width={24} height={16} viewBox="0 0 24 16" aria-hidden="true" style={{ borderRadius: 2 }}>
      {language === 'it' ? (
        <>
          <path fill="#ffffff" d="M0 0h24v16H0z" />
          <path fill="#008c45" d="M0 0h8v16H0z" />
          <path fill="#cd212a" d="M16 0h8v16h-8z" />
        </>
      ) : (
        <>
          <path fill="#012169" d="M0 0h24v16H0z" />
          <path stroke="#ffffff" strokeWidth={3.2} d="m0 0 24 16M24 0 0 16" />
          <path stroke="#c8102e" strokeWidth={1.3} d="m0 0 24 16M24 0 0 16" />
          <path stroke="#ffffff" strokeWidth={5.4} d="M12 0v16M0 8h24" />
          <path stroke="#c8102e" strokeWidth={3.2} d="M12 0v16M0 8h24" />
        </>
      )}
    </svg>
  );
}
