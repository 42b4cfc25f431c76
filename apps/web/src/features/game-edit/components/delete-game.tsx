import type { Game } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { useDeleteGame } from '../../../domain/game/edit-game.ts';
import { toast } from '../../../lib/toast.tsx';

interface DeleteGameProps {
  game: Game;
  onDeleted: () => void;
}

/** There is no button while any integration plays the game. */
export function DeleteGame({ game, onDeleted }: DeleteGameProps) {
  const { t } = useTranslation('gameEdit');
  const { t: common } = useTranslation('common');
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const removal = useDeleteGame(game.id, {
    onDeleted: () => {
      toast('success', t('deleted'));
      onDeleted();
    },
    onFailed: (error) => {
      toast('error', error.message, { error });
      setConfirmOpen(false);
    },
  });
  if (game.integrations?.some((link) => link.integration_games.is_active !== null)) return null;

  return (
    <Panel title={t('deleteGame')} coverage={t('deleteHint')}>
      <Button
        variant="default"
        data-danger
        leftSection={<IconTrash size={16} stroke={1.5} />}
        onClick={() => setConfirmOpen(true)}
      >
        {t('deleteGame')}
      </Button>
      <ConfirmModal
        opened={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() => removal.mutate()}
        title={t('deleteTitle', { name: game.name })}
        confirmLabel={common('confirm')}
        danger
        loading={removal.isPending || removal.isSuccess}
      >
        {t('deleteText')}
      </ConfirmModal>
    </Panel>
  );
}
