/** The books: every game session of every integration, and exact sums over them. */
import type { HubModule } from '../../platform/module.ts';
import { type Books, type BooksDeps, createBooks } from './books.service.ts';

export type { Books, BooksDeps } from './books.service.ts';
export { createBooks } from './books.service.ts';
export type {
  CentsRange,
  Contradiction,
  IngestOptions,
  IngestResult,
  IngestRow,
  PagePosition,
  SessionsFilter,
  SessionsOrder,
  SessionsPage,
  StoredSession,
} from './books.types.ts';
export type { Route } from './figures.books.ts';
export {
  addFigures,
  type Dimension,
  type Figures,
  type FiguresFilter,
  type FiguresRequest,
  type FiguresRow,
  type Grain,
  noFigures,
  type Period,
} from './figures.types.ts';
export { isSessionId, sessionIdOf } from './session-id.ts';
export type { BooksState } from './stale-buckets.repo.ts';

export interface BooksModule extends HubModule {
  service: Books;
}

/** The module has no endpoints; at start it refreshes what a killed process left to be refreshed. */
export function createBooksModule(deps: BooksDeps): BooksModule {
  const books = createBooks(deps);
  return {
    name: 'books',
    service: books,
    start: async () => {
      await books.prepare();
      // Not awaited: figures are exact meanwhile, and the hub should serve at once.
      books
        .refreshDirty()
        .catch((error) => deps.log.error({ err: error }, 'the cube could not be refreshed'));
    },
    stop: () => books.settled(),
  };
}
