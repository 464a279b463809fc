import { useFormats } from '../../app/formats.ts';
import type { Campaign } from '../../data/campaigns.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';

const REASONS = ['too_many', 'not_relevant', 'not_interested', 'never_signed_up', 'other'] as const;

export function Reasons({ given }: { given: Campaign['unsubscribe_reasons'] }) {
  const { reasons: texts } = useTexts().campaignsPage;
  const { number } = useFormats();
  if (REASONS.every((name) => given[name] === 0)) return null;
  return (
    <section className="card" aria-labelledby="reasons">
      <h2 id="reasons">{texts.title}</h2>
      <dl className={styles.receipt}>
        {REASONS.filter((name) => given[name] > 0).map((name) => [
          <dt key={name}>{texts[name]}</dt>,
          <dd key={`${name} count`}>{number(given[name])}</dd>,
        ])}
      </dl>
    </section>
  );
}
