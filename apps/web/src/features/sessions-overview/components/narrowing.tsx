import { endsOfHour, type Game, gameLabel, type Integration } from '@ludus/contract';
import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Note } from '../../../components/feedback/note.tsx';
import { NarrowedTo } from '../../../components/form/narrowed-to.tsx';
import { formatAmount, formatHour } from '../../../lib/format.ts';
import { type ListOnlyFilters, listOnlyFilters, type OverviewSearch } from '../search.ts';

interface NarrowingProps {
  search: OverviewSearch;
  isProvider: boolean;
  integrations: readonly Integration[];
  games: ReadonlyMap<number, Game>;
  onClear: () => void;
  onBack: () => void;
  onForget: () => void;
}

/** What a link or the list has narrowed the sums to, and which filters of the list they cannot have, with the way back to it. */
export function Narrowing({ search, isProvider, integrations, games, ...props }: NarrowingProps) {
  const { t } = useTranslation('sessionsOverview');
  const numbered = (id: number) => `#${id}`;
  const nameOfParty = (id: number) => integrations.find((one) => one.id === id)?.name ?? numbered(id);
  const operators = integrations.flatMap((one) => one.operators ?? []);
  const nameOfOperator = (id: number) => operators.find((one) => one.id === id)?.name ?? numbered(id);
  const nameOfGame = (id: number) => {
    const game = games.get(id);
    return game ? gameLabel(game) : numbered(id);
  };
  const parts = [
    ...(isProvider ? (search.integrations ?? []).map(nameOfParty) : []),
    ...(search.operators ?? []).map(nameOfOperator),
    ...(search.games ?? []).map(nameOfGame),
    ...(search.state ? [t(`only.${search.state}`)] : []),
  ];
  const left = useListOnlyTexts(listOnlyFilters(search));
  return (
    <>
      {parts.length > 0 && <NarrowedTo parts={parts} onClear={props.onClear} />}
      {left.length > 0 && (
        <Note
          icon={<IconFilterOff size={20} stroke={1.5} />}
          role="status"
          title={t('notApplied', { filters: left.join(', ') })}
          actions={
            <>
              <Button variant="default" onClick={props.onBack}>
                {t('backToList')}
              </Button>
              <Button variant="subtle" onClick={props.onForget}>
                {t('forgetFilters')}
              </Button>
            </>
          }
        >
          {t('notAppliedHelp')}
        </Note>
      )}
    </>
  );
}

/** The filters in words. That the list leaves out sessions without rounds is none: they add nothing to an amount. */
function useListOnlyTexts({ hour, user, bet, win, grossWin }: ListOnlyFilters): string[] {
  const { t } = useTranslation('sessionsOverview');
  const { t: common } = useTranslation('common');
  const rangeOf = (name: string, text: string | undefined) => {
    const [min = '', max = ''] = text?.split(',') ?? [];
    if (min === '' && max === '') return [];
    const words = { name, min: formatAmount(Number(min)), max: formatAmount(Number(max)) };
    return [t(min === '' ? 'rangeTo' : max === '' ? 'rangeFrom' : 'rangeBoth', words)];
  };
  return [
    ...(hour === undefined ? [] : [t('hour', { hour: formatHour(endsOfHour(hour)) })]),
    ...(user === undefined ? [] : [t('user', { user })]),
    ...rangeOf(common('metric.bet'), bet),
    ...rangeOf(common('metric.win'), win),
    ...rangeOf(common('metric.grosswin'), grossWin),
  ];
}
