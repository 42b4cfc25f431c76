// Every folder's texts are found by name, so that a new feature touches no shared file.
export const texts = import.meta.glob<object>('../../**/i18n.en.ts', { eager: true, import: 'en' });
