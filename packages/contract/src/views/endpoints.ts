import { z } from 'zod';
import { instant, queryRowId, recordId, rowId } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { fieldCode } from '../fields/issue.ts';
import { roles } from '../roles.ts';
import { viewName } from './form.ts';

/** The screens whose views can be saved, by their names in the table of routes. */
export const viewScreens = ['sessionsList', 'charts', 'reports', 'catalog', 'logs', 'tickets'] as const;
export type ViewScreen = (typeof viewScreens)[number];

export const maxViews = 100;
export const maxPinnedViews = 20;
const maxParams = 40;
/** Ids of series that a chart hides are the longest. */
const longestParam = 2000;
const maxParamsLength = 8000;

/**
 * The search parameters of a screen, as its address has them. Only the screen knows what they mean: what it does not know is
 * dropped when the view is opened.
 */
const params = z
  .record(z.string().regex(/^[a-zA-Z]\w{0,39}$/), z.string().min(1).max(longestParam))
  .refine(
    (all) => Object.keys(all).length <= maxParams && JSON.stringify(all).length <= maxParamsLength,
    fieldCode('fields.tooManyValues'),
  );

/** Who sees a view beside its owner: everyone of a role on the owner's side, or an integration. */
const shareInput = z.discriminatedUnion('with', [
  z.strictObject({ with: z.literal('no-one') }),
  z.strictObject({ with: z.literal('role'), role: z.enum(roles) }),
  z.strictObject({ with: z.literal('integration'), integrationId: recordId }),
]);
export type ViewShareInput = z.infer<typeof shareInput>;

const share = z.discriminatedUnion('with', [
  z.strictObject({ with: z.literal('no-one') }),
  z.strictObject({ with: z.literal('role'), role: z.enum(roles) }),
  z.strictObject({
    with: z.literal('integration'),
    integration: z.strictObject({ id: recordId, name: z.string() }),
  }),
]);

export const savedView = z
  .strictObject({
    id: rowId,
    name: z.string(),
    screen: z.enum(viewScreens),
    params: z.record(z.string(), z.string()),
    share,
    /** Null once the account is gone. */
    owner: z.string().nullable(),
    isOwn: z.boolean(),
    /** The owner changes a view; administrators also those that others of their side share. */
    canChange: z.boolean(),
    isPinned: z.boolean(),
    updatedAt: instant,
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

/** By name; only views of screens that the caller may open. */
export const listViews = endpoint({
  id: 'listViews',
  method: 'GET',
  path: '/views',
  access: 'signed-in',
  tag: 'views',
  summary: "The caller's saved views and those shared with them",
  response: z.array(savedView),
});

export const createView = endpoint({
  id: 'createView',
  method: 'POST',
  path: '/views',
  access: 'signed-in',
  tag: 'views',
  summary: 'Save a view',
  body: z.strictObject({
    screen: z.enum(viewScreens),
    name: viewName,
    params,
    share: shareInput.optional(),
    isPinned: z.boolean().optional(),
  }),
  response: savedView,
  failures: [404, 409],
});

/** What is left out stays. */
export const updateView = endpoint({
  id: 'updateView',
  method: 'PUT',
  path: '/views/:id',
  access: 'signed-in',
  tag: 'views',
  summary: 'Change a saved view',
  params: z.strictObject({ id: queryRowId }),
  body: z.strictObject({
    name: viewName.optional(),
    params: params.optional(),
    share: shareInput.optional(),
  }),
  response: savedView,
  failures: [404, 409],
});

/** A pin is the caller's own, also on a view of someone else. */
export const pinView = endpoint({
  id: 'pinView',
  method: 'PUT',
  path: '/views/:id/pin',
  access: 'signed-in',
  tag: 'views',
  summary: 'Pin a saved view to the sidebar, or unpin it',
  params: z.strictObject({ id: queryRowId }),
  body: z.strictObject({ isPinned: z.boolean() }),
  response: savedView,
  failures: [404, 409],
});

export const deleteView = endpoint({
  id: 'deleteView',
  method: 'DELETE',
  path: '/views/:id',
  access: 'signed-in',
  tag: 'views',
  summary: 'Delete a saved view',
  params: z.strictObject({ id: queryRowId }),
  response: z.null(),
  failures: [404],
});

export const viewEndpoints = [listViews, createView, updateView, pinView, deleteView] as const;
