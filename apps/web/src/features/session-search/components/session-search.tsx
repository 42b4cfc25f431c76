import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonLine, useDelayed } from '../../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../../components/feedback/states.tsx';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';
import { Modal } from '../../../components/modal.tsx';
import { sessionSearchQuery } from '../../../domain/session/sessions.ts';
import { useIsNarrow } from '../../../lib/use-screen.ts';
import { SearchResults } from './search-results.tsx';
import styles from './session-search.module.css';

type SearchMode = 'sessionId' | 'userId';
const modes: readonly SearchMode[] = ['sessionId', 'userId'];

interface SessionSearchProps {
  /** The session box, embedded. */
  renderDetails: (sessionId: string, closer: ReactNode) => ReactNode;
}

/** The header's search button and its overlay (area SRCH). The key "/" opens it. */
export function SessionSearch({ renderDetails }: SessionSearchProps) {
  const { t } = useTranslation('sessionSearch');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const [opened, setOpened] = useState(false);
  // On Italian keyboards the slash is typed with Shift.
  useHotkeys([
    ['/', () => setOpened(true)],
    ['shift+/', () => setOpened(true)],
  ]);
  return (
    <>
      {isNarrow ? (
        <ActionIcon size={40} aria-label={t('open')} onClick={() => setOpened(true)}>
          <IconSearch size={18} stroke={1.5} />
        </ActionIcon>
      ) : (
        <button
          type="button"
          className={styles.opener}
          // What can be read on it belongs to its spoken name, for people who say what they want to press.
          aria-label={`${t('open')}: ${t('button')}`}
          aria-keyshortcuts="/"
          onClick={() => setOpened(true)}
        >
          <IconSearch size={16} stroke={1.5} />
          <span>{t('button')}</span>
          <kbd className={styles.key}>/</kbd>
        </button>
      )}
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        size={1080}
        fullScreen={isNarrow}
        withCloseButton={false}
        styles={{ body: { padding: 0 } }}
        // The dialog itself is the part named content; a label of the modal would name the box around it.
        attributes={{ content: { 'aria-label': t('title') } }}
      >
        {opened && (
          <SearchDialog
            renderDetails={renderDetails}
            closer={<CloseButton onClick={() => setOpened(false)} aria-label={common('close')} />}
          />
        )}
      </Modal>
    </>
  );
}

interface SearchDialogProps extends SessionSearchProps {
  closer: ReactNode;
}

function SearchDialog({ renderDetails, closer }: SearchDialogProps) {
  const { t } = useTranslation('sessionSearch');
  const [mode, setMode] = useState<SearchMode>('sessionId');
  const [typed, setTyped] = useState('');
  const [submitted, setSubmitted] = useState<{ relatedId: string; searchType: SearchMode } | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const results = useQuery({
    ...sessionSearchQuery(submitted ?? { relatedId: '', searchType: mode }),
    enabled: submitted !== null,
    staleTime: 0,
    retry: false,
  });
  const showsSkeleton = useDelayed(submitted !== null && results.isPending);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const relatedId = typed.trim();
    if (relatedId === '') return;
    setChosen(null);
    if (submitted?.relatedId === relatedId && submitted.searchType === mode) void results.refetch();
    else setSubmitted({ relatedId, searchType: mode });
  };
  const rows = submitted ? results.data : undefined;
  const only = rows?.length === 1 ? rows[0]?.id : undefined;
  const shownSession = only ?? chosen;
  return (
    <div>
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
          placeholder={t(`placeholder.${mode}`)}
          value={typed}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          type="submit"
          disabled={typed.trim() === ''}
          loading={submitted !== null && results.isFetching}
        >
          {t('search')}
        </Button>
        {closer}
      </form>
      <div className={styles.results} aria-live="polite">
        {showsSkeleton && [1, 2, 3].map((line) => <SkeletonLine key={line} my={12} />)}
        <QueryView query={results} failure={<NotFound />}>
          {rows?.length === 0 && <NotFound />}
        </QueryView>
        {shownSession && (
          <div className={styles.embedded}>
            {renderDetails(
              shownSession,
              chosen && (
                <Button
                  variant="subtle"
                  onClick={() => setChosen(null)}
                  leftSection={<IconArrowLeft size={16} stroke={1.5} />}
                >
                  {t('back')}
                </Button>
              ),
            )}
          </div>
        )}
        {/* Kept while a box is open, so that sorting and filter are there on the way back. */}
        {rows && rows.length > 1 && (
          <div hidden={chosen !== null} className={styles.several}>
            <SearchResults rows={rows} onOpen={(row) => setChosen(row.id)} />
          </div>
        )}
      </div>
    </div>
  );
}

function NotFound() {
  const { t } = useTranslation('sessionSearch');
  return (
    <EmptyState compact title={t('notFound')}>
      {t('notFoundHelp')}
    </EmptyState>
  );
}
