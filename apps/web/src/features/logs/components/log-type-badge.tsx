import { logTypeNames } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../components/display/badge.tsx';

/** The area of an entry; a type that this page does not know is shown as the server names it. */
export function LogTypeBadge({ type }: { type: string }) {
  const { t } = useTranslation('logs');
  const known = logTypeNames.find((name) => name === type);
  return <Badge>{known === undefined ? type : t(`types.${known}`)}</Badge>;
}
