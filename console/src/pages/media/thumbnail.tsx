import type { Media } from '../../../../client/src/index.ts';
import styles from './media.module.css';

/** A path is enough: the console has the same origin as the images. */
export function Thumbnail({
  image: { url, width, height },
}: {
  image: Pick<Media, 'url' | 'width' | 'height'>;
}) {
  return (
    <span className={styles.box}>
      <img src={new URL(url).pathname} alt="" width={width} height={height} loading="lazy" />
    </span>
  );
}
