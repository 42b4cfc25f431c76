import { useTranslation } from 'react-i18next';
import { Keycaps } from '../../components/display/keycaps.tsx';
import { Modal } from '../../components/modal.tsx';
import { type Command, commandGroups, useAllCommands } from '../../lib/keyboard/commands.ts';
import { useIsNarrow } from '../../lib/use-screen.ts';
import styles from './keyboard-help.module.css';
import { closeOverlay } from './overlay.ts';

/** The keys that count on this screen, made from what is declared: first those of the screen, then those of all. */
export function KeyboardHelp() {
  const { t } = useTranslation('palette');
  const { t: common } = useTranslation('common');
  const isNarrow = useIsNarrow();
  const commands = useAllCommands().filter(({ keys, label }) => keys?.length && label !== '');
  return (
    <Modal
      opened
      onClose={() => closeOverlay('keys')}
      title={t('help.title')}
      size={720}
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <div className={styles.groups}>
        {commandGroups.map((group) => {
          const shown = commands.filter((command) => command.group === group);
          if (shown.length === 0) return null;
          return (
            <section key={group} className={styles.group} aria-labelledby={`keys-${group}`}>
              <h3 className={styles.title} id={`keys-${group}`}>
                {t(`help.${group}`)}
              </h3>
              <dl className={styles.list}>
                {shown.map((command) => (
                  <Line key={command.id} command={command} />
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Modal>
  );
}

function Line({ command: { label, keys = [] } }: { command: Command }) {
  const { t } = useTranslation('palette');
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>
        {keys.map((one, index) => (
          <span key={one} className={styles.keys}>
            {index > 0 && <span className={styles.or}>{t('help.or')}</span>}
            <Keycaps keys={one} />
          </span>
        ))}
      </dd>
    </div>
  );
}
