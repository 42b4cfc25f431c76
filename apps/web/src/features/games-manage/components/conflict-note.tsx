import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../components/feedback/note.tsx';
import { differenceOf } from '../../../domain/game/pending-links.ts';
import type { Base } from '../use-drafts.ts';

interface ConflictNoteProps {
  name: string;
  before: Base;
  now: Base;
  onRebase: () => void;
}

const namesShown = 5;

/** Someone else has saved meanwhile: what came and went, and the moves put on top of it. */
export function ConflictNote({ name, before, now, onRebase }: ConflictNoteProps) {
  const { t } = useTranslation('gamesManage');
  const { gained, lost, activated } = differenceOf(before.links, now.links);
  const named = new Map([...before.items, ...now.items].map((item) => [item.id, item.name]));
  const listed = (ids: readonly number[]) => {
    const names = ids
      .slice(0, namesShown)
      .map((id) => named.get(id))
      .join(', ');
    const rest = ids.length - namesShown;
    return rest > 0 ? t('andMore', { names, count: rest }) : names;
  };
  const isSame = gained.length + lost.length + activated.length === 0;
  return (
    <Note
      role="alert"
      icon={<IconAlertTriangle size={20} stroke={1.5} />}
      title={t('conflictTitle', { name })}
      actions={
        <Button variant="default" onClick={onRebase}>
          {t('rebase')}
        </Button>
      }
    >
      {isSame && <p>{t('conflictFacts')}</p>}
      {gained.length > 0 && <p>{t('conflictGained', { names: listed(gained) })}</p>}
      {lost.length > 0 && <p>{t('conflictLost', { names: listed(lost) })}</p>}
      {activated.length > 0 && <p>{t('conflictActivated', { names: listed(activated) })}</p>}
      <p>{t('conflictText')}</p>
    </Note>
  );
}
