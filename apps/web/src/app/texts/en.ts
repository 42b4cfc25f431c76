// The words of the first screens and of what every page has; the others follow (`en-rest.ts`). The build checks that none is missing.
export const texts = import.meta.glob<object>(
  [
    '../../components/i18n.en.ts',
    '../../components/files/i18n.en.ts',
    '../shell/i18n.en.ts',
    '../palette/i18n.en.ts',
    '../../features/catalog/i18n.en.ts',
    '../../features/dashboard/i18n.en.ts',
    '../../features/session-search/i18n.en.ts',
    '../../features/sessions-list/i18n.en.ts',
    '../../features/views/i18n.en.ts',
  ],
  { eager: true, import: 'en' },
);
