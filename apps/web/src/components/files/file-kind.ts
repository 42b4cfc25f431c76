export type FileKind = 'image' | 'zip' | 'pdf' | 'excel' | 'word' | 'video' | 'generic';

/** Which files are shown by which icon. */
const extensionsOf: Record<Exclude<FileKind, 'generic'>, readonly string[]> = {
  image: ['jpg', 'jpeg', 'png', 'gif'],
  zip: ['zip'],
  pdf: ['pdf'],
  excel: ['xlsx', 'xls'],
  word: ['txt', 'docx', 'doc'],
  video: ['mp4', 'mov', 'avi', 'webm'],
};

const kinds = new Map(
  Object.entries(extensionsOf).flatMap(([kind, extensions]) =>
    extensions.map((extension) => [extension, kind as FileKind] as const),
  ),
);

/** The kind of a file by the extension of its name, whatever its case; generic for all others and for none. */
export function fileKindOf(fileName: string): FileKind {
  const dot = fileName.lastIndexOf('.');
  return (dot === -1 ? undefined : kinds.get(fileName.slice(dot + 1).toLowerCase())) ?? 'generic';
}
