// The words of the first screens and of what every page has; the others follow (`it-rest.ts`). The build checks that none is missing.
export const texts = import.meta.glob<object>(
  [
    '../../components/i18n.it.ts',
    '../../components/files/i18n.it.ts',
    '../shell/i18n.it.ts',
    '../palette/i18n.it.ts',
    '../../features/catalog/i18n.it.ts',
    '../../features/dashboard/i18n.it.ts',
    '../../features/session-search/i18n.it.ts',
    '../../features/sessions-list/i18n.it.ts',
    '../../features/views/i18n.it.ts',
  ],
  { eager: true, import: 'it' },
);
