import { Page } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import { AccountPause } from './account-pause.tsx';
import { Audiences } from './audiences.tsx';
import { LiveAutomations } from './automations.tsx';
import { Decisions, Last, Running } from './campaigns.tsx';
import { MonthGrowth, MonthProviders } from './month.tsx';
import { Steps } from './steps.tsx';
import { Unverified } from './unverified.tsx';
import { ZoneNote } from './zone.tsx';

export function Home() {
  const { home } = useTexts();
  return (
    <Page title={home}>
      <AccountPause />
      <Unverified />
      <ZoneNote />
      <Running />
      <Decisions />
      <LiveAutomations />
      <div className="columns">
        <Steps />
        <Audiences />
      </div>
      <Last />
      <MonthProviders />
      <MonthGrowth />
    </Page>
  );
}
