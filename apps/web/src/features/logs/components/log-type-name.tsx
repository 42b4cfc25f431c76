import { logTypeNames } from '@ludus/contract';
import { useTranslation } from 'react-i18next';

/** The area of an entry; a type that this page does not know is shown as the server names it. */
export function LogTypeName({ type }: { type: string }) {
  const { t } = useTranslation('logs');
  const known = logTypeNames.find((name) => name === type);
  return <span>{known === undefined ? type : t(`entries.${known}`)}</span>;
}
