import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../modal.tsx';

interface ConfirmModalProps {
  opened: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** Names the object: "Delete Wolves of Skadi?". */
  title: ReactNode;
  /** The consequence. */
  children: ReactNode;
  /** The verb: "Delete game". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  loading?: boolean;
}

/** Asks before something that cannot be taken back. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { t } = useTranslation('common');
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      size={420}
      withCloseButton={false}
    >
      <div style={{ color: 'var(--hub-secondary)' }}>{props.children}</div>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={props.onClose} disabled={props.loading} data-autofocus>
          {props.cancelLabel ?? t('cancel')}
        </Button>
        <Button onClick={props.onConfirm} loading={props.loading} data-danger={props.danger || undefined}>
          {props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
