import { useTranslation } from 'react-i18next';

/** The labels of a job's name and of the keys of its summary; those of a newer server are shown as they come, tidied. */
export function useJobLabels() {
  const { t, i18n } = useTranslation('jobs');
  const tidy = (text: string) => {
    const words = text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[-_.]/g, ' ')
      .toLowerCase();
    return words.charAt(0).toUpperCase() + words.slice(1);
  };
  const labelOf = (group: 'names' | 'keys', key: string): string => {
    const path = `${group}.${key}`;
    return i18n.exists(path, { ns: 'jobs' }) ? String(t(path as 'names.fetch-sessions')) : tidy(key);
  };
  return {
    t,
    nameOf: (name: string) => labelOf('names', name),
    keyOf: (key: string) => labelOf('keys', key),
  };
}
