import { texts as messages } from '@ludus/contract/texts/it';

// Every folder's texts are found by name, so that a new feature touches no shared file.
const own = import.meta.glob<object>(
  [
    '../../**/i18n.it.ts',
    '!../../components/i18n.it.ts',
    '!../../components/files/i18n.it.ts',
    '!../shell/i18n.it.ts',
    '!../palette/i18n.it.ts',
    '!../../features/catalog/i18n.it.ts',
    '!../../features/dashboard/i18n.it.ts',
    '!../../features/session-search/i18n.it.ts',
    '!../../features/sessions-list/i18n.it.ts',
    '!../../features/views/i18n.it.ts',
  ],
  { eager: true, import: 'it' },
);

export const texts: Record<string, object> = { ...own, 'messages/i18n.it.ts': messages };
