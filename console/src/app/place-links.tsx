import { Link } from '@tanstack/react-router';
import styles from './place-links.module.css';

export function PlaceLinks({
  label,
  places,
}: {
  label: string;
  places: readonly {
    readonly to:
      | '/settings'
      | '/settings/fields'
      | '/settings/brand'
      | '/settings/access'
      | '/settings/account'
      | '/settings/activity'
      | '/operator'
      | '/operator/accounts';
    readonly name: string;
  }[];
}) {
  return (
    <nav aria-label={label}>
      <ul className={styles.places}>
        {places.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: true }}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
