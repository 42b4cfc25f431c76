import { useTranslation } from 'react-i18next';
import { SegmentedSwitch } from '../../../components/form/segmented-switch.tsx';

interface ModeSwitchProps {
  mode: 'manage' | 'create';
  onMode: (mode: 'manage' | 'create') => void;
}

/** Who sees the games there are, or a new one. */
export function ModeSwitch({ mode, onMode }: ModeSwitchProps) {
  const { t } = useTranslation('gamesManage');
  return (
    <SegmentedSwitch
      label={t('mode')}
      value={mode}
      onChange={onMode}
      options={[
        { value: 'manage', label: t('manage') },
        { value: 'create', label: t('create') },
      ]}
    />
  );
}
