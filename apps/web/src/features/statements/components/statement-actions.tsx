import type { StatementDetail } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatementAction } from '../../../domain/statement/statements.ts';
import { useCan } from '../../../lib/auth/index.ts';
import { toast } from '../../../lib/toast.tsx';
import { AnswerModal } from './answer-modal.tsx';
import { PaymentModal } from './payment-modal.tsx';
import styles from './statements.module.css';

type Asked = 'acknowledge' | 'dispute' | 'void' | 'pay';

/** What the person's side can do with a statement as it stands now. */
export function StatementActions({ statement }: { statement: StatementDetail }) {
  const { t } = useTranslation('statements');
  const mayManage = useCan('statements:manage');
  const mayAnswer = useCan('statements:answer');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { state } = statement;
  const send = useStatementAction(statement.id);
  const close = () => setAsked(null);
  // Of a dispute the integration waits for the answer.
  const hasActions = state !== 'void' && (mayManage || (mayAnswer && state !== 'disputed'));
  // A primary button for the next step of this side only.
  const isOpen = statement.open !== 0;
  return (
    <>
      {hasActions && (
        <div className={styles.actions}>
          {mayAnswer && state === 'issued' && (
            <Button onClick={() => setAsked('acknowledge')}>{t('acknowledge')}</Button>
          )}
          {mayAnswer && state !== 'disputed' && (
            <Button variant="default" onClick={() => setAsked('dispute')}>
              {t('dispute')}
            </Button>
          )}
          {mayManage && (
            <>
              <Button
                variant={isOpen && state !== 'disputed' ? 'filled' : 'default'}
                onClick={() => setAsked('pay')}
              >
                {t('recordPayment')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconMailForward size={16} stroke={1.5} />}
                loading={send.isPending}
                onClick={() =>
                  send.mutate(
                    { kind: 'send' },
                    {
                      onSuccess: () => toast('success', t('resent', { number: statement.number })),
                      onError: (error) => toast('error', error.message, { error }),
                    },
                  )
                }
              >
                {t('resend')}
              </Button>
              {statement.paid === 0 && (
                <Button variant="default" data-danger onClick={() => setAsked('void')}>
                  {t('void')}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      {/* News of a change may come before its response, which closes the form: it stays when its button is gone. */}
      {asked === 'pay' && <PaymentModal statement={statement} onClose={close} />}
      {asked !== null && asked !== 'pay' && (
        <AnswerModal statement={statement} kind={asked} onClose={close} />
      )}
    </>
  );
}
