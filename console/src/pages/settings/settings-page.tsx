import type { ReactNode } from 'react';
import { Page } from '../../app/page.tsx';
import { PlaceLinks } from '../../app/place-links.tsx';
import { useTexts } from '../../texts/texts.ts';

export function SettingsPage({ children }: { children: ReactNode }) {
  const { settings, settingsPlaces } = useTexts();
  return (
    <Page title={settings}>
      <PlaceLinks
        label={settings}
        places={[
          { to: '/settings', name: settingsPlaces.sending },
          { to: '/settings/fields', name: settingsPlaces.fields },
          { to: '/settings/brand', name: settingsPlaces.brand },
          { to: '/settings/access', name: settingsPlaces.access },
          { to: '/settings/account', name: settingsPlaces.account },
          { to: '/settings/activity', name: settingsPlaces.activity },
        ]}
      />
      {children}
    </Page>
  );
}
