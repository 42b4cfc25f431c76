import { IconPlayerPlayFilled } from '@tabler/icons-react';
import styles from './gallery.module.css';

/** A video's first picture under a play sign. */
export function VideoThumb({ url }: { url: string }) {
  return (
    <span className={styles.video}>
      {/* The fragment makes phones draw a picture of the video before it is played. */}
      <video src={`${url}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} aria-hidden="true" />
      <IconPlayerPlayFilled size={22} className={styles.play} aria-hidden="true" />
    </span>
  );
}
