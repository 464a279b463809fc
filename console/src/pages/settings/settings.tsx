import { useTexts } from '../../texts/texts.ts';
import { Domains } from './domains.tsx';
import { Groups } from './groups.tsx';
import { NotificationRecipients } from './notification-recipients.tsx';
import { Senders } from './senders.tsx';
import { SettingsPage } from './settings-page.tsx';
import { Suppressions } from './suppressions.tsx';
import { Unsubscribers } from './unsubscribers.tsx';

export function Settings() {
  const { settingsPage } = useTexts();
  return (
    <SettingsPage>
      <Senders />
      <Domains />
      <Groups />
      <Unsubscribers />
      <Suppressions />
      <NotificationRecipients />
      <section className="card" aria-labelledby="keys">
        <h2 id="keys">{settingsPage.keys}</h2>
        <p className="soft">{settingsPage.keysHint}</p>
        <a href="/account">{settingsPage.toAccount}</a>
      </section>
    </SettingsPage>
  );
}
