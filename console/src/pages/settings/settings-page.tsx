import type { ReactNode } from 'react';
import { SETTINGS_PLACES } from '../../app/inner-places.ts';
import { Page } from '../../app/page.tsx';
import { PlaceLinks } from '../../app/place-links.tsx';
import { useTexts } from '../../texts/texts.ts';

export function SettingsPage({ children }: { children: ReactNode }) {
  const { settings } = useTexts();
  return (
    <Page title={settings}>
      <PlaceLinks label={settings} places={SETTINGS_PLACES} />
      {children}
    </Page>
  );
}
