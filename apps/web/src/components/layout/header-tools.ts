import { createContext, type ReactNode } from 'react';

/** What the app puts into the head of a page beside the page's own actions: features do not know each other. */
export const HeaderTools = createContext<ReactNode>(null);
