import { useTranslation } from 'react-i18next';

/** The words people read for a job's own name and keys; unknown ones are shown as they come, tidied. */
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
  return { t, nameOf: (name: string) => word('names', name), keyOf: (key: string) => word('keys', key) };
}
