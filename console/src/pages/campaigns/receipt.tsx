import type { Campaign } from '../../data/campaigns.ts';
import { useTexts } from '../../texts/texts.ts';
import { Counts } from './counts.tsx';

export function Receipt({ campaign: { audience } }: { campaign: Campaign }) {
  const { receipt: texts } = useTexts().campaignsPage;
  return (
    <section className="card" aria-labelledby="receipt">
      <h2 id="receipt">{texts.title}</h2>
      <Counts audience={audience} />
    </section>
  );
}
