import { Keys } from './keys.tsx';
import { SettingsPage } from './settings-page.tsx';
import { SignIns } from './sign-ins.tsx';
import { Webhooks } from './webhooks.tsx';

export function Access() {
  return (
    <SettingsPage>
      <Keys />
      <Webhooks />
      <SignIns />
    </SettingsPage>
  );
}
