/** Files that are shown with games. */
export { mediaAddress } from './media.address.ts';
export type { MediaFilesTable, MediaVariantsTable } from './media.tables.ts';
