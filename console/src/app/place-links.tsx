import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.ts';
import type { InnerPlace } from './inner-places.ts';
import styles from './place-links.module.css';

export function PlaceLinks({ label, places }: { label: string; places: readonly InnerPlace[] }) {
  const texts = useTexts();
  return (
    <nav aria-label={label}>
      <ul className={styles.places}>
        {places.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: true }}>
              {name(texts)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
