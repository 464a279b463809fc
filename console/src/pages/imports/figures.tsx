import { useFormats } from '../../app/formats.ts';
import styles from './figures.module.css';

/** Numbers beside each other, each under its name. */
export function FigureRow({ of }: { of: readonly { readonly name: string; readonly count: number }[] }) {
  const { number } = useFormats();
  return (
    <dl className={styles.figures}>
      {of.map(({ name, count }) => (
        <div key={name}>
          <dt className="soft">{name}</dt>
          <dd>{number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
