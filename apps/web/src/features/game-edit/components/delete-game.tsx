import { deleteGame, type Game } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmModal } from '../../../components/confirm-modal.tsx';
import { Panel } from '../../../components/panel.tsx';
import { call } from '../../../lib/api/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { useOnce } from '../../../lib/use-once.ts';

interface DeleteGameProps {
  game: Game;
  onDeleted: () => void;
}

/** EDIT-18 to EDIT-20, OPEN-24: there is no button while any integration plays the game. */
export function DeleteGame({ game, onDeleted }: DeleteGameProps) {
  const { t } = useTranslation('gameEdit');
  const { t: common } = useTranslation('common');
  const [isAsked, setAsked] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const once = useOnce();
  if (game.integrations?.some((link) => link.integration_games.is_active !== null)) return null;

  const remove = async () => {
    setDeleting(true);
    try {
      await call(deleteGame, { params: { id: game.id } });
      toast('success', t('deleted'));
      onDeleted();
    } catch (error) {
      toast('error', (error as Error).message);
      setDeleting(false);
      setAsked(false);
    }
  };
  return (
    <Panel title={t('deleteGame')} coverage={t('deleteHint')}>
      <Button
        variant="default"
        data-danger
        leftSection={<IconTrash size={16} stroke={1.5} />}
        onClick={() => setAsked(true)}
      >
        {t('deleteGame')}
      </Button>
      <ConfirmModal
        opened={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => once(remove)}
        title={t('deleteTitle', { name: game.name })}
        confirmLabel={common('confirm')}
        danger
        loading={isDeleting}
      >
        {t('deleteText')}
      </ConfirmModal>
    </Panel>
  );
}
