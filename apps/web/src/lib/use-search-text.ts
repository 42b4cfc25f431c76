import { useEffect, useRef, useState } from 'react';

/**
 * What is typed into a search: in the field at once, in the URL trimmed. The URL follows a moment later, so what comes
 * back from it is ignored; a URL that changes by itself (Back, a link) fills the field.
 */
export function useSearchText(inUrl: string, write: (trimmed: string) => void) {
  const [text, setText] = useState(inUrl);
  const sent = useRef<string[]>([]);
  useEffect(() => {
    const echo = sent.current.indexOf(inUrl);
    if (echo === -1) setText(inUrl);
    else sent.current.splice(0, echo + 1);
  }, [inUrl]);
  const type = (typed: string) => {
    setText(typed);
    const trimmed = typed.trim();
    if (trimmed === (sent.current.at(-1) ?? inUrl)) return;
    sent.current.push(trimmed);
    write(trimmed);
  };
  return { text, type };
}
