import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { languages } from '../language.ts';

/** What a person has chosen for themselves. Emails to them are written in `language`; null is English until they choose. */
export const preferences = z
  .strictObject({ language: z.enum(languages).nullable() })
  .meta({ id: 'Preferences' });

export const getPreferences = endpoint({
  id: 'getPreferences',
  method: 'GET',
  path: '/user/preferences',
  access: 'signed-in',
  tag: 'users',
  summary: 'What the caller has chosen',
  response: preferences,
});

export const savePreferences = endpoint({
  id: 'savePreferences',
  method: 'PUT',
  path: '/user/preferences',
  access: 'signed-in',
  tag: 'users',
  summary: 'Choose a language, also of emails',
  body: z.strictObject({ language: z.enum(languages) }),
  response: preferences,
});

export const preferenceEndpoints = [getPreferences, savePreferences] as const;
