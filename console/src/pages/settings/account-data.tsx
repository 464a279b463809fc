import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { useTexts } from '../../texts/texts.ts';
import { AccountChoices } from './account-choices.tsx';
import { DetailsSection } from './account-details.tsx';
import { ClosingSection } from './closing.tsx';
import { PasswordSection } from './password.tsx';
import { Quotas } from './quotas.tsx';
import styles from './settings.module.css';
import { SettingsPage } from './settings-page.tsx';

export function AccountDataPage() {
  const { accountData } = useTexts();
  return (
    <SettingsPage>
      <DetailsSection />
      <PasswordSection />
      <AccountChoices />
      <Quotas />
      <section className="card" aria-labelledby="all-data">
        <h2 id="all-data">{accountData.all}</h2>
        <p className="soft">{accountData.allHint}</p>
        <p className="soft">{accountData.format}</p>
        <p className={styles.warning}>{accountData.personal}</p>
        <DownloadButton mt="md" start={() => download({ path: '/account/export' })}>
          {accountData.download}
        </DownloadButton>
      </section>
      <ClosingSection />
    </SettingsPage>
  );
}
