import { texts as messages } from '@ludus/contract/texts/it';

// Every folder's texts are found by name, so that a new feature touches no shared file.
const own = import.meta.glob<object>('../../**/i18n.it.ts', { eager: true, import: 'it' });

export const texts: Record<string, object> = { ...own, 'messages/i18n.it.ts': messages };
