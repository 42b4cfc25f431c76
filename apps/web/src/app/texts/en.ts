import { texts as messages } from '@ludus/contract/texts/en';

// Every folder's texts are found by name, so that a new feature touches no shared file.
const own = import.meta.glob<object>('../../**/i18n.en.ts', { eager: true, import: 'en' });

export const texts: Record<string, object> = { ...own, 'messages/i18n.en.ts': messages };
