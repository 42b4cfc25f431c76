import type { ReactNode } from 'react';
import styles from './note.module.css';

interface NoteProps {
  /** Of 20 px. */
  icon: ReactNode;
  title: ReactNode;
  /** An alert is read out at once; a status when there is a pause. */
  role: 'alert' | 'status';
  actions?: ReactNode;
  children: ReactNode;
}

/** What someone should know before they go on with what is on the screen. */
export function Note({ icon, title, role, actions, children }: NoteProps) {
  return (
    <div className={styles.note} role={role}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
      {actions}
    </div>
  );
}
