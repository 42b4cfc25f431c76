import { isLanguage, type Language, languages, replyTextFor, type SavedReply } from '@ludus/contract';
import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../components/display/badge.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SkeletonLine } from '../../components/feedback/skeletons.tsx';
import { EmptyState } from '../../components/feedback/states.tsx';
import { SearchInput } from '../../components/form/search-input.tsx';
import { SegmentedSwitch } from '../../components/form/segmented-switch.tsx';
import { ConfirmModal } from '../../components/overlay/confirm-modal.tsx';
import { toast } from '../../lib/toast.tsx';
import { ReplyForm } from './reply-form.tsx';
import styles from './saved-replies.module.css';
import { savedRepliesQuery, useDeleteReply } from './saved-replies.ts';

interface SavedRepliesListProps {
  /** Puts a text into an answer; without it the replies are only managed. */
  onInsert?: (html: string) => void;
}

/** Each in its own words, as everywhere where one is chosen. */
const languageNames: Record<Language, string> = { en: 'English', it: 'Italiano' };

const plainText = (html: string): string =>
  (
    new DOMParser().parseFromString(html.replaceAll('</p>', ' </p>'), 'text/html').body.textContent ?? ''
  ).trim();

/** Saved replies: found by their words, inserted by Enter or a click, changed and deleted. */
export function SavedRepliesList({ onInsert }: SavedRepliesListProps) {
  const { t, i18n } = useTranslation('tickets');
  const query = useQuery(savedRepliesQuery());
  const [language, setLanguage] = useState<Language>(isLanguage(i18n.language) ? i18n.language : 'en');
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  const words = text.toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
  const textOf = (reply: SavedReply) => replyTextFor(reply, language).text;
  const rows = (query.data?.rows ?? []).filter((reply) => {
    const all = `${reply.title} ${plainText(textOf(reply))}`.toLocaleLowerCase('it');
    return words.every((word) => all.includes(word));
  });
  const current = Math.min(active, rows.length - 1);
  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = rows[current];
    if (by !== undefined) setActive(Math.max(0, Math.min(rows.length - 1, current + by)));
    else if (event.key === 'Enter' && chosen && onInsert) onInsert(textOf(chosen));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  if (edited !== null) {
    return <ReplyForm reply={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />;
  }
  return (
    <div className={styles.replies}>
      <div className={styles.bar}>
        <SearchInput
          className={styles.search}
          aria-label={t('replies.search')}
          placeholder={t('replies.search')}
          data-autofocus
          value={text}
          maxLength={120}
          onType={(typed) => {
            setText(typed);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <SegmentedSwitch
          label={t('replies.language')}
          value={language}
          onChange={setLanguage}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => setEdited('new')}
        >
          {t('replies.new')}
        </Button>
      </div>
      <QueryView query={query} compact>
        {query.data === undefined ? (
          <SkeletonLine width="60%" />
        ) : rows.length === 0 ? (
          <EmptyState compact title={t(words.length > 0 ? 'replies.notFound' : 'replies.empty')}>
            {words.length > 0 ? undefined : t('replies.emptyHint')}
          </EmptyState>
        ) : (
          <ul className={styles.list} aria-label={t('replies.heading')}>
            {rows.map((reply, index) => (
              <Reply
                key={reply.id}
                reply={reply}
                preview={plainText(textOf(reply))}
                wanted={language}
                isActive={onInsert !== undefined && index === current}
                onInsert={onInsert && (() => onInsert(textOf(reply)))}
                onEdit={() => setEdited(reply)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  );
}

interface ReplyProps {
  reply: SavedReply;
  preview: string;
  /** The language that was chosen; the reply says when it has no text in it. */
  wanted: Language;
  isActive: boolean;
  onInsert: (() => void) | undefined;
  onEdit: () => void;
}

function Reply({ reply, preview, wanted, isActive, onInsert, onEdit }: ReplyProps) {
  const { t } = useTranslation('tickets');
  const { title, isShared } = reply;
  const { language } = replyTextFor(reply, wanted);
  const [asks, setAsks] = useState(false);
  const remove = useDeleteReply((error) => void toast('error', error.message, { error }));
  const words = (
    <>
      <span className={styles.line}>
        <span className={styles.title}>{title}</span>
        {isShared && <span className={styles.shared}>{t('replies.shared')}</span>}
        {language !== wanted && <Badge tone="warning">{t(`replies.only.${language}`)}</Badge>}
      </span>
      <span className={styles.preview} lang={language}>
        {preview}
      </span>
    </>
  );
  return (
    <li className={styles.reply} data-active={isActive || undefined}>
      {onInsert ? (
        <button type="button" className={styles.words} onClick={onInsert}>
          {words}
        </button>
      ) : (
        <span className={styles.words}>{words}</span>
      )}
      <ActionIcon aria-label={t('replies.editNamed', { title })} title={t('replies.edit')} onClick={onEdit}>
        <IconPencil size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('replies.deleteNamed', { title })}
        title={t('replies.delete')}
        loading={remove.isPending}
        onClick={() => setAsks(true)}
      >
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
      <ConfirmModal
        opened={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          remove.mutate(reply.id);
        }}
        title={t('replies.deleteTitle', { title })}
        confirmLabel={t('replies.delete')}
        danger
      >
        {t(isShared ? 'replies.deleteShared' : 'replies.deleteOwn')}
      </ConfirmModal>
    </li>
  );
}
