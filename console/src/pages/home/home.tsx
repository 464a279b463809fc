import { Page } from '../../app/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Audiences } from './audiences.tsx';
import { Steps } from './steps.tsx';

export function Home() {
  const { home } = useTexts();
  return (
    <Page title={home}>
      <div className="columns">
        <Steps />
        <Audiences />
      </div>
    </Page>
  );
}
