import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { SidePanel } from '../../../components/overlay/side-panel.tsx';
import { useSessionAddress, useShowsSessionItself } from '../../../domain/session/session-address.ts';
import { sessionSearchQuery } from '../../../domain/session/sessions.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { SearchResults } from './search-results.tsx';
import styles from './session-search.module.css';

type SearchMode = 'sessionId' | 'userId';
const modes: readonly SearchMode[] = ['sessionId', 'userId'];
const otherMode = (mode: SearchMode): SearchMode => (mode === 'sessionId' ? 'userId' : 'sessionId');

/** What is searched for. */
interface Search {
  relatedId: string;
  searchType: SearchMode;
}

interface SessionSearchPanelProps {
  /** The session box, embedded. */
  renderDetails: (sessionId: string, closer: ReactNode) => ReactNode;
  onClose: () => void;
  /** Searched for at once. */
  initial?: Search;
}

/** The search over the page: a field, and below it the results or the session that was found. */
export function SessionSearchPanel({ renderDetails, onClose, initial }: SessionSearchPanelProps) {
  const { t } = useTranslation('sessionSearch');
  const { t: common } = useTranslation('common');
  const { shown, close } = useSessionAddress();
  const [isClosing, setIsClosing] = useState(false);
  useShowsSessionItself();
  // The session leaves the address first: without the search it would be shown by the page.
  const isClosed = isClosing && shown === null;
  const finish = useEffectEvent(onClose);
  useEffect(() => {
    if (isClosed) finish();
  }, [isClosed]);
  const leave = () => {
    setIsClosing(true);
    if (shown !== null) close();
  };
  return (
    <SidePanel label={t('title')} width={1180} onClose={leave} focusesField>
      <SearchDialog
        renderDetails={renderDetails}
        initial={initial}
        closer={<CloseButton onClick={leave} aria-label={common('close')} />}
      />
    </SidePanel>
  );
}

interface SearchDialogProps extends Pick<SessionSearchPanelProps, 'renderDetails'> {
  closer: ReactNode;
  initial: Search | undefined;
}

function SearchDialog({ renderDetails, closer, initial }: SearchDialogProps) {
  const { t } = useTranslation('sessionSearch');
  const [mode, setMode] = useState<SearchMode>(initial?.searchType ?? 'sessionId');
  const [typed, setTyped] = useState(initial?.relatedId ?? '');
  const [submitted, setSubmitted] = useState<Search | null>(initial ?? null);
  const isNarrow = useIsNarrow();
  const { shown, open, close } = useSessionAddress();
  const [isFresh, setIsFresh] = useState(true);
  const { asked, results, isFetching } = useBothSearches(submitted);
  const showsSkeleton = useDelayed(submitted !== null && results.isPending);
  const foundBy = results.data?.length ? asked?.searchType : undefined;
  // What is typed next is likely to be of the same kind.
  useEffect(() => {
    if (foundBy !== undefined) setMode(foundBy);
  }, [foundBy]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const relatedId = typed.trim();
    if (relatedId === '') return;
    if (shown !== null) close();
    setIsFresh(true);
    setHasLeft(false);
    if (submitted?.relatedId === relatedId && submitted.searchType === mode) void results.refetch();
    else setSubmitted({ relatedId, searchType: mode });
  };
  const rows = submitted ? results.data : undefined;
  // What is shown is of what was searched last, not of what has been typed since.
  const isStale = submitted !== null && rows !== undefined && typed.trim() !== submitted.relatedId;
  const only = rows?.length === 1 ? rows[0]?.id : undefined;
  const openOnly = useEffectEvent((id: string) => {
    open(id);
    setIsFresh(false);
  });
  // Once for each search: Back leads from the session to its row, and stays there.
  const opensOnly = isFresh && shown === null ? only : undefined;
  useEffect(() => {
    if (opensOnly !== undefined) openOnly(opensOnly);
  }, [opensOnly]);
  const [hasLeft, setHasLeft] = useState(false);
  useEffect(() => (shown === null ? undefined : () => setHasLeft(true)), [shown]);
  const lists = rows !== undefined && rows.length > 0 && shown === null && (only === undefined || hasLeft);
  return (
    <div className={styles.dialog} data-lists={lists || undefined}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <SegmentedSwitch
          label={t('by')}
          value={mode}
          onChange={setMode}
          options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        />
        <TextInput
          className={styles.input}
          data-autofocus
          autoFocus
          aria-label={t(`placeholder.${mode}`)}
          placeholder={t(`${isNarrow ? 'shortPlaceholder' : 'placeholder'}.${mode}`)}
          value={typed}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={typed.trim() === ''} loading={submitted !== null && isFetching}>
          {t('search')}
        </Button>
        {closer}
      </form>
      {isStale && (
        <p className={styles.stale} role="status">
          {t('notSearched', { id: submitted.relatedId })}
        </p>
      )}
      <div className={isStale ? `${styles.results} hub-stale` : styles.results} aria-live="polite">
        {showsSkeleton && [1, 2, 3].map((line) => <SkeletonLine key={line} my={12} />)}
        <QueryView query={results} failure={<NotFound />}>
          {rows?.length === 0 && <NotFound />}
        </QueryView>
        {shown !== null && (
          <div className={styles.embedded}>
            {renderDetails(
              shown,
              only === undefined && (
                <Button
                  variant="subtle"
                  onClick={close}
                  leftSection={<IconArrowLeft size={16} stroke={1.5} />}
                >
                  {t('back')}
                </Button>
              ),
            )}
          </div>
        )}
        {/* Kept while a box is open, so that sorting and filter are there on the way back. */}
        {rows && rows.length > 0 && (
          <div hidden={!lists} className={styles.several}>
            <SearchResults
              rows={rows}
              userId={asked?.searchType === 'userId' ? asked.relatedId : undefined}
              onOpen={(row) => open(row.id)}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/**
 * Asks for the ids that were chosen, and where none fits for the others too: people paste what they have, the id of a session or of a
 * user, and need not say which it is.
 */
function useBothSearches(submitted: Search | null) {
  const own = useQuery(searchOptions(submitted));
  const other =
    submitted !== null && own.data?.length === 0
      ? { ...submitted, searchType: otherMode(submitted.searchType) }
      : null;
  const further = useQuery(searchOptions(other));
  const leads = other !== null && !(further.isSuccess && further.data.length === 0);
  return leads
    ? { asked: other, results: further, isFetching: own.isFetching || further.isFetching }
    : { asked: submitted, results: own, isFetching: own.isFetching };
}

const searchOptions = (search: Search | null) => ({
  ...sessionSearchQuery(search ?? { relatedId: '', searchType: 'sessionId' }),
  enabled: search !== null,
  staleTime: 0,
  retry: false,
});

function NotFound() {
  const { t } = useTranslation('sessionSearch');
  return (
    <EmptyState compact title={t('notFound')}>
      {t('notFoundHelp')}
    </EmptyState>
  );
}
