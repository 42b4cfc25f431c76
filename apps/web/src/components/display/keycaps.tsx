import { type Keys, keycapsOf } from '../../lib/keyboard/keys.ts';
import styles from './keycaps.module.css';

/** Keys as they are labelled: of a combination or a sequence one cap each. */
export function Keycaps({ keys }: { keys: Keys }) {
  return (
    <span className={styles.keys}>
      {keycapsOf(keys).map((cap, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may hold the same key twice
        <kbd key={index} className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
