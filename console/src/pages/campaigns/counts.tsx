import { useFormats } from '../../app/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';

const LEFT_OUT = ['duplicates', 'excluded', 'unsubscribed', 'bounced'] as const;

type Audience = Readonly<Record<(typeof LEFT_OUT)[number] | 'members' | 'recipients', number>>;

export function Counts({ audience }: { audience: Audience }) {
  const { receipt: texts } = useTexts().campaignsPage;
  const { number } = useFormats();
  return (
    <dl className={styles.receipt}>
      <dt>{texts.members}</dt>
      <dd>{number(audience.members)}</dd>
      {LEFT_OUT.map((name) => [
        <dt key={name} className="soft">
          {texts[name]}
        </dt>,
        <dd key={`${name} count`} className="soft">
          {audience[name] === 0 ? number(0) : `−${number(audience[name])}`}
        </dd>,
      ])}
      <dt className={styles.sum}>{texts.recipients}</dt>
      <dd className={styles.sum}>{number(audience.recipients)}</dd>
    </dl>
  );
}
