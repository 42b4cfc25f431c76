import type { IntegrationBalance } from '@ludus/contract';
import { useTranslation } from 'react-i18next';
import { StatTiles } from '../../../components/chart/stat-tiles.tsx';
import { Amount } from '../../../components/display/figure.tsx';
import { Panel } from '../../../components/layout/panel.tsx';
import { ageingOf, agesShown } from '../owed.ts';
import styles from './statements.module.css';

/** What is open on statements by how late it is, to the cent what the balance is made of. Nothing while nothing is open. */
export function AgeingPanel({ balances }: { balances: readonly (IntegrationBalance | undefined)[] }) {
  const { t } = useTranslation('statements');
  const ageing = ageingOf(balances);
  // What is in the integration's favour is no age: it stands there only where there is some.
  const shown = agesShown.filter((age) => age !== 'credit' || ageing.credit !== 0);
  if (agesShown.every((age) => ageing[age] === 0)) return null;
  return (
    <Panel flush ruled title={t('ageing')} coverage={t('ageingHelp')}>
      <StatTiles
        tiles={shown.map((age) => ({
          key: age,
          label: t(`ages.${age}`),
          value: (
            <span
              className={age !== 'notDue' && age !== 'credit' && ageing[age] > 0 ? styles.late : undefined}
            >
              <Amount value={ageing[age]} size="tile" tone="neutral" />
            </span>
          ),
        }))}
      />
    </Panel>
  );
}
