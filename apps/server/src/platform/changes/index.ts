/** Memory of records that is dropped when they change, in whichever process. */
export { type ChangeFeed, createChangeFeed } from './feed.ts';
export { createMemory, type Memory } from './memory.ts';
