import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import styles from './settings.module.css';

/** A page of the settings, with the ways to the others. */
export function SettingsPage({ children }: { children: ReactNode }) {
  const { settings, settingsPlaces } = useTexts();
  const places = [
    { to: '/settings', name: settingsPlaces.sending },
    { to: '/settings/access', name: settingsPlaces.access },
    { to: '/settings/account', name: settingsPlaces.account },
    { to: '/settings/activity', name: settingsPlaces.activity },
  ] as const;
  return (
    <Page title={settings}>
      <nav aria-label={settings}>
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
      {children}
    </Page>
  );
}
