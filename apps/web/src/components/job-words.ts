import { useTranslation } from 'react-i18next';
import { jobMessages } from './job-messages.ts';

/** The words people read for a job's own name, keys and messages; unknown ones are shown as they come, the first two tidied. */
export function useJobWords() {
  const { t, i18n } = useTranslation('jobs');
  const tidy = (text: string) => {
    const words = text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[-_.]/g, ' ')
      .toLowerCase();
    return words.charAt(0).toUpperCase() + words.slice(1);
  };
  const word = (group: 'names' | 'keys', key: string): string => {
    const path = `${group}.${key}`;
    return i18n.exists(path, { ns: 'jobs' }) ? String(t(path as 'names.fetch-sessions')) : tidy(key);
  };
  // English is what the server speaks.
  const messageOf = (message: string): string =>
    i18n.language === 'en'
      ? message
      : jobMessages.reduce<string>(
          (text, [pattern, key]) =>
            text.replace(pattern, (...found) => t(`messages.${key}`, { replace: plain(found.at(-1)) })),
          message,
        );
  return {
    t,
    messageOf,
    nameOf: (name: string) => word('names', name),
    keyOf: (key: string) => word('keys', key),
  };
}

/** The parts of a found message; thousands as the hub writes them everywhere else. */
function plain(groups: unknown): Record<string, string> {
  const parts = typeof groups === 'object' && groups !== null ? Object.entries(groups) : [];
  return Object.fromEntries(
    parts.map(([key, value]) => [key, key === 'file' ? value : value.replaceAll(',', '.')]),
  );
}
