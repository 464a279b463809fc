import { download } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.ts';
import { ClosingSection } from './closing.tsx';
import { Quotas } from './quotas.tsx';
import styles from './settings.module.css';
import { SettingsPage } from './settings-page.tsx';

export function AccountDataPage() {
  const { accountData } = useTexts();
  const { name, email, timezone } = useSession();
  return (
    <SettingsPage>
      <section className="card" aria-labelledby="account">
        <h2 id="account">{accountData.title}</h2>
        <dl className={styles.facts}>
          <dt>{accountData.name}</dt>
          <dd>{name}</dd>
          <dt>{accountData.email}</dt>
          <dd>{email}</dd>
          <dt>{accountData.zone}</dt>
          <dd>{timezone}</dd>
        </dl>
        <p className="soft">
          {accountData.more} <a href="/account">{accountData.toAccount}</a>
        </p>
      </section>
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
