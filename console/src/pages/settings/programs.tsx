import { SettingsPage } from './settings-page.tsx';
import { Webhooks } from './webhooks.tsx';

/** What programs of the account use, and what they are told. */
export function Programs() {
  return (
    <SettingsPage>
      <Webhooks />
    </SettingsPage>
  );
}
