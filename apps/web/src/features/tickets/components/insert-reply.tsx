import { fillReply, isProviderRole, type Ticket } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconMessage2Bolt } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Keycaps } from '../../../components/display/keycaps.tsx';
import { Modal } from '../../../components/modal.tsx';
import { SavedRepliesList } from '../../../domain/ticket/saved-replies-list.tsx';
import { useCommands } from '../../../lib/keyboard/commands.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';

interface InsertReplyProps {
  ticket: Pick<Ticket, 'id' | 'integration' | 'reporter' | 'reporterSide' | 'answers'>;
  /** Puts text where the cursor of the answer is. */
  inserter: RefObject<((html: string) => void) | null>;
  disabled: boolean;
}

/** Whom an answer of the provider is for: who reported the ticket or, of one of the provider's own, who wrote last; empty for no one. */
function addressee({ reporter, reporterSide, answers }: InsertReplyProps['ticket']): string {
  if (reporterSide !== 'provider') return reporter?.username ?? '';
  const last = answers.findLast(({ responder }) => responder?.role && !isProviderRole(responder.role));
  return last?.responder?.username ?? '';
}

const repliesKeys = 'mod+.';

/** Saved replies over the ticket: one is put into the answer, filled in with what the ticket says. */
export function InsertReply({ ticket, inserter, disabled }: InsertReplyProps) {
  const { t } = useTranslation('tickets');
  const { t: common } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  const hasKeys = !useIsNarrow();
  useCommands(
    disabled
      ? []
      : [
          {
            id: 'ticket.savedReply',
            label: t('replies.heading'),
            group: 'screen',
            keys: [repliesKeys],
            inFields: true,
            run: () => setOpen(true),
          },
        ],
  );
  function insert(html: string) {
    setOpen(false);
    const values = {
      integration: ticket.integration?.name ?? '',
      ticket: `#${ticket.id}`,
      person: addressee(ticket),
    };
    inserter.current?.(fillReply(html, values));
  }
  return (
    <>
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconMessage2Bolt size={16} stroke={1.5} />}
        rightSection={
          hasKeys ? (
            <span aria-hidden="true">
              <Keycaps keys={repliesKeys} />
            </span>
          ) : undefined
        }
        onClick={() => setOpen(true)}
      >
        {t('replies.heading')}
      </Button>
      {/* The text takes the focus once one is inserted. */}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('replies.heading')}
        size={760}
        returnFocus={false}
        closeButtonProps={{ 'aria-label': common('close') }}
      >
        <SavedRepliesList onInsert={insert} />
      </Modal>
    </>
  );
}
