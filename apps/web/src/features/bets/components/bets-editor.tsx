import { type Bets, eurosFromCents } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { ActionBar } from '../../../components/layout/action-bar.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ConfirmModal } from '../../../components/overlay/confirm-modal.tsx';
import { LeaveGuard } from '../../../components/overlay/leave-guard.tsx';
import { useIsHeld } from '../../../domain/approval/use-is-held.ts';
import { type BetsPlace, useSaveBets } from '../../../domain/game/save-bets.ts';
import { ApiError } from '../../../lib/api/error.ts';
import { toast } from '../../../lib/toast.tsx';
import { type BetEdits, editsOf, finalBets, hasEdits, noEdits, shownBets, withClicked } from '../edits.ts';
import { AddBet } from './add-bet.tsx';
import { BetChips } from './bet-chips.tsx';
import styles from './bets-editor.module.css';

type Mode = 'add' | 'remove';

interface BetsEditorProps {
  place: BetsPlace;
  bets: Bets;
  names: { game: string; operator: string };
}

/** The list with what is to be changed in it. Edits stay when a save fails, on top of the list as it then is. */
export function BetsEditor({ place, bets, names }: BetsEditorProps) {
  const { t } = useTranslation('bets');
  const [mode, setMode] = useState<Mode>('add');
  const [ownEdits, setOwnEdits] = useState<BetEdits>(noEdits);
  const [confirms, setConfirms] = useState(false);
  const edits = useMemo(() => editsOf(bets.bets, ownEdits), [bets.bets, ownEdits]);
  const shown = useMemo(() => shownBets(bets.bets, edits), [bets.bets, edits]);
  const saving = useSaveBets(place);
  const isHeld = useIsHeld('bets');
  const canChange = bets.canChangeBets;
  const isChanged = canChange && hasEdits(edits);
  const final = finalBets(bets.bets, edits);

  const save = () =>
    saving.mutate(
      { bets: final, readBets: bets.bets },
      {
        onSuccess: () => {
          setOwnEdits(noEdits);
          setConfirms(false);
          toast('success', t('saved'));
        },
        onError: (error) => {
          setConfirms(false);
          const { held, reason } = error instanceof ApiError ? error : {};
          // What waits for approval is no draft any more; the note above the list says that it waits.
          if (held !== undefined) setOwnEdits(noEdits);
          const title = t(reason === 'refusals.changeWaits' ? 'waitsAlready' : 'failed');
          toast('error', title, { detail: error.message, error });
        },
      },
    );

  return (
    <>
      <Panel
        title={t('betsOf', names)}
        coverage={t('coverage', {
          count: bets.bets.length,
          factor: eurosFromCents(bets.minFactor),
        })}
      >
        <div className={styles.stack}>
          {canChange ? (
            <>
              <div className={styles.mode}>
                <SegmentedSwitch
                  label={t('mode')}
                  value={mode}
                  onChange={setMode}
                  options={[
                    { value: 'add', label: t('add') },
                    { value: 'remove', label: t('remove') },
                  ]}
                />
              </div>
              {mode === 'add' ? (
                <AddBet
                  list={bets.bets}
                  edits={edits}
                  minFactor={bets.minFactor}
                  maxBet={bets.maxBet}
                  onAdd={(cents) => setOwnEdits({ ...edits, added: [...edits.added, cents] })}
                />
              ) : (
                <p className={styles.help}>{t('removeHelp')}</p>
              )}
            </>
          ) : (
            <p className={styles.fixed} role="note">
              <IconLock size={16} stroke={1.5} aria-hidden="true" />
              {t('notChangeable')}
            </p>
          )}
          {shown.length === 0 ? (
            <EmptyState title={t('nothingFound')} compact />
          ) : (
            <BetChips
              label={t('bets')}
              bets={shown}
              {...(canChange && mode === 'remove'
                ? { onClick: (cents: number) => setOwnEdits(withClicked(bets.bets, edits, cents)) }
                : {})}
            />
          )}
        </div>
      </Panel>
      {canChange && (
        <ActionBar label={t('changes')} status={<Status edits={edits} isEmpty={final.length === 0} />}>
          <Button variant="default" disabled={!isChanged} onClick={() => setOwnEdits(noEdits)}>
            {t('reset')}
          </Button>
          <Button disabled={!isChanged || final.length === 0} onClick={() => setConfirms(true)}>
            {t('save')}
          </Button>
        </ActionBar>
      )}
      <ConfirmModal
        opened={confirms}
        onClose={() => setConfirms(false)}
        onConfirm={save}
        title={t('confirmTitle', names)}
        confirmLabel={t(isHeld ? 'requestApproval' : 'confirm')}
        loading={saving.isPending}
      >
        {t('confirmText')}
        {isHeld && ` ${t('heldText')}`}
        <Listed title={t('toAdd')} cents={edits.added} state="added" />
        <Listed title={t('toRemove')} cents={edits.removed} state="removed" />
      </ConfirmModal>
      <LeaveGuard
        mustAsk={() => isChanged}
        // Which list is edited stands in the search.
        leaves={() => true}
        onLeave={() => setOwnEdits(noEdits)}
        title={t('leaveTitle')}
        stayLabel={t('stay')}
        leaveLabel={t('leave')}
      >
        {t('leaveText', names)}
      </LeaveGuard>
    </>
  );
}

function Status({ edits, isEmpty }: { edits: BetEdits; isEmpty: boolean }) {
  const { t } = useTranslation('bets');
  if (!hasEdits(edits)) return t('noChanges');
  if (isEmpty) return t('lastBet');
  const part = (name: 'added' | 'removed') => t(name, { count: edits[name].length });
  return [edits.added.length > 0 && part('added'), edits.removed.length > 0 && part('removed')]
    .filter(Boolean)
    .join(', ');
}

function Listed(props: { title: string; cents: readonly number[]; state: 'added' | 'removed' }) {
  if (props.cents.length === 0) return null;
  const bets = props.cents.map((cents) => ({ cents, state: props.state }));
  return (
    <>
      <h3 className={`hub-label ${styles.listed}`}>{props.title}</h3>
      <BetChips label={props.title} bets={bets} />
    </>
  );
}
