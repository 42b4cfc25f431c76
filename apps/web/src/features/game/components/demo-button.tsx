import { Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../../lib/use-screen.ts';

interface DemoButtonProps {
  /** Null without a demo, or without a host that plays it. */
  address: string | null;
  isPlaying: boolean;
  onPlaying: (playing: boolean) => void;
  className?: string | undefined;
}

/** Plays the demo in the page, on a phone in a tab of its own. */
export function DemoButton({ address, isPlaying, onPlaying, className }: DemoButtonProps) {
  const { t } = useTranslation('game');
  const isPhone = useIsPhone();
  if (address === null) {
    return (
      <Button disabled className={className}>
        {t('demoUnavailable')}
      </Button>
    );
  }
  const icon = <IconPlayerPlayFilled size={14} aria-hidden="true" />;
  if (isPhone) {
    return (
      <Button
        component="a"
        href={address}
        target="_blank"
        rel="noopener"
        className={className}
        leftSection={icon}
      >
        {t('playDemo')}
      </Button>
    );
  }
  if (isPlaying) {
    return (
      <Button
        variant="default"
        className={className}
        leftSection={<IconX size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => onPlaying(false)}
      >
        {t('closeDemo')}
      </Button>
    );
  }
  return (
    <Button className={className} leftSection={icon} onClick={() => onPlaying(true)}>
      {t('playDemo')}
    </Button>
  );
}
