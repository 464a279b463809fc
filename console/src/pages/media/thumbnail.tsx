import type { Media } from '../../../../client/src/index.ts';
import styles from './media.module.css';

/** An image in a box of always the same size. Its path is enough: the console is served beside it. */
export function Thumbnail({ image: { url, width, height } }: { image: Media }) {
  return (
    <span className={styles.box}>
      <img src={new URL(url).pathname} alt="" width={width} height={height} loading="lazy" />
    </span>
  );
}
