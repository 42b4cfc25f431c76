/** Where media files are served. Outside `/api`: they are files for `<img>`, not calls. */
export const mediaPrefix = '/media';

/** Address of a stored file. The hash makes it unguessable, and the content behind it never changes. */
export function mediaAddress(hash: string, name: string): string {
  return `${mediaPrefix}/${hash}/${encodeURIComponent(name)}`;
}
