import { useTranslation } from 'react-i18next';
import { useUser } from '../../../lib/auth/index.ts';

/** Who wrote something: "You" ("you" within a sentence), a name, or "[deleted]" for someone who is gone. */
export function usePersonName(): (
  person: { id: string; username: string } | null,
  isInSentence?: boolean,
) => string {
  const { t } = useTranslation('tickets');
  const { userId } = useUser();
  return (person, isInSentence) => {
    if (person === null) return t('gone');
    if (person.id !== userId) return person.username;
    return t(isInSentence ? 'youWithin' : 'you');
  };
}

/** For whom a ticket is, as a short remark in a row. */
export function useAssignedText(): (assignee: { id: string; username: string }) => string {
  const { t } = useTranslation('tickets');
  const { userId } = useUser();
  return ({ id, username }) => (id === userId ? t('assignedToYou') : t('assignedTo', { name: username }));
}
