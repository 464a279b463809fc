import { Domains } from './domains.tsx';
import { Groups } from './groups.tsx';
import { NotificationRecipients } from './notification-recipients.tsx';
import { Senders } from './senders.tsx';
import { SettingsPage } from './settings-page.tsx';
import { Suppressions } from './suppressions.tsx';
import { Unsubscribers } from './unsubscribers.tsx';

export function Settings() {
  return (
    <SettingsPage>
      <Senders />
      <Domains />
      <Groups />
      <Unsubscribers />
      <Suppressions />
      <NotificationRecipients />
    </SettingsPage>
  );
}
