import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconPhoto,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type FileKind, fileKindOf } from './file-kind.ts';

const icons: Record<FileKind, typeof IconFile> = {
  image: IconPhoto,
  zip: IconFileZip,
  pdf: IconFileTypePdf,
  excel: IconFileSpreadsheet,
  word: IconFileText,
  video: IconMovie,
  generic: IconFile,
};

/** A file's kind by its extension. */
export function FileIcon({ fileName, size = 22 }: { fileName: string; size?: number }) {
  const { t } = useTranslation('files');
  const kind = fileKindOf(fileName);
  const Icon = icons[kind];
  return (
    <span
      role="img"
      aria-label={t(`kind.${kind}`)}
      title={t(`kind.${kind}`)}
      style={{ display: 'inline-flex' }}
    >
      <Icon size={size} stroke={1.5} aria-hidden="true" />
    </span>
  );
}
