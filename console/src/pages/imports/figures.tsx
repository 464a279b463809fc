import { useFormats } from '../../app/formats.ts';
import styles from './figures.module.css';

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
