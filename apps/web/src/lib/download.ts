/** Hands a file to the browser's downloads. An address of the hub names its own file; `name` is for what is made here. */
export function download(source: Blob | string, name: string): void {
  const address = typeof source === 'string' ? source : URL.createObjectURL(source);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content by then, however long writing it to disk takes.
  if (typeof source !== 'string') setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A name for the file of a picture: without spaces, which links and mail programs break. */
export const pictureName = (...parts: readonly string[]): string =>
  `${parts
    .filter(Boolean)
    .join(' ')
    .replaceAll(/[\s/\\]+/g, '-')}.png`;
