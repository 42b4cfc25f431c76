import { z } from 'zod';

export const longestViewName = 60;
export const viewName = z.string().trim().min(1).max(longestViewName);

/** What the dialog of a view checks before it sends. */
export const viewNameForm = z.strictObject({ name: viewName });
