import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hint } from './hint.ts';

/** On paper everything is dark on light, whatever the screen is. */
function printLight(): void {
  const root = document.documentElement;
  const scheme = root.getAttribute('data-mantine-color-scheme');
  root.setAttribute('data-mantine-color-scheme', 'light');
  window.addEventListener(
    'afterprint',
    () => scheme !== null && root.setAttribute('data-mantine-color-scheme', scheme),
    { once: true },
  );
  window.print();
}

/** Prints the page, or saves it as a PDF, as the browser does: `theme/print.css` leaves out what is no part of a document. */
export function PrintButton({ disabled = false }: { disabled?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <ActionIcon
      {...hint(t('print'))}
      variant="default"
      size="md"
      aria-label={t('print')}
      disabled={disabled}
      onClick={printLight}
    >
      <IconPrinter size={16} stroke={1.5} />
    </ActionIcon>
  );
}
