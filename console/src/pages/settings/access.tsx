import { Keys } from './keys.tsx';
import { SettingsPage } from './settings-page.tsx';
import { SignIns } from './sign-ins.tsx';
import { Webhooks } from './webhooks.tsx';

/** What can use the account: programs by keys, programs that are told what happens, and people who are signed in. */
export function Access() {
  return (
    <SettingsPage>
      <Keys />
      <Webhooks />
      <SignIns />
    </SettingsPage>
  );
}
