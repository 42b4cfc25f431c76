import { texts as messages } from '@ludus/contract/texts/en';

// Every folder's texts are found by name, so that a new feature touches no shared file.
const own = import.meta.glob<object>(
  [
    '../../**/i18n.en.ts',
    '!../../components/i18n.en.ts',
    '!../../components/files/i18n.en.ts',
    '!../shell/i18n.en.ts',
    '!../palette/i18n.en.ts',
    '!../../features/catalog/i18n.en.ts',
    '!../../features/dashboard/i18n.en.ts',
    '!../../features/session-search/i18n.en.ts',
    '!../../features/sessions-list/i18n.en.ts',
    '!../../features/views/i18n.en.ts',
  ],
  { eager: true, import: 'en' },
);

export const texts: Record<string, object> = { ...own, 'messages/i18n.en.ts': messages };
