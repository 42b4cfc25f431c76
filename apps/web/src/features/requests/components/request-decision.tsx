import { type GameRequestDecision, type GameRequestRow, maxRequestText } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { DecisionModal } from '../../../components/queue/decision-modal.tsx';
import { namesOf } from '../request-texts.tsx';

interface RequestDecisionProps {
  requests: readonly GameRequestRow[];
  decision: GameRequestDecision;
  pending: boolean;
  onDecide: (reason: string, refuse: (error: unknown) => boolean) => void;
  onClose: () => void;
}

/** Asks for the words that go with an answer to one request, or to several. */
export function RequestDecision({ requests, decision, ...rest }: RequestDecisionProps) {
  const { t } = useTranslation('requests');
  const [first] = requests;
  const values = { count: requests.length, ...(first ? namesOf(first) : { game: '', integration: '' }) };
  const isRefusal = decision === 'refuse';
  // Nothing becomes visible by the answer where everything is.
  const grantText = requests.every(({ isVisible }) => isVisible) ? 'grantSeenText' : 'grantText';
  return (
    <DecisionModal
      decision={decision}
      title={t(isRefusal ? 'refuseTitle' : 'grantTitle', values)}
      text={t(isRefusal ? 'refuseText' : grantText, { count: requests.length })}
      reasonNeeded={isRefusal ? t('reasonNeeded') : null}
      noteLabel={t('note')}
      submitLabel={t(decision)}
      maxLength={maxRequestText}
      {...rest}
    />
  );
}
