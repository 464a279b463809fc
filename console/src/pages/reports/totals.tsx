import type { Statistics } from '../../../../client/src/index.ts';
import { useFormats } from '../../app/formats.ts';
import { sentOf, sumOf } from '../../data/counts.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from '../campaigns/campaign.module.css';

export function Totals({ lines }: { lines: readonly Statistics[] }) {
  const { reportsPage: texts } = useTexts();
  const { number, percent } = useFormats();
  const sum = sumOf(lines);
  const sent = sentOf(sum);
  const ofSent = (n: number): string => texts.ofSent(percent(n, sent));
  const ofDelivered = (n: number): string => texts.ofDelivered(percent(n, sum.accepted));
  const figures: readonly (readonly [name: string, value: number, share: string])[] = [
    [texts.sent, sent, ''],
    [texts.delivered, sum.accepted, ofSent(sum.accepted)],
    [texts.opened, sum.opened, ofDelivered(sum.opened)],
    [texts.clicked, sum.clicked, ofDelivered(sum.clicked)],
    [texts.unsubscribed, sum.unsubscribed, ofDelivered(sum.unsubscribed)],
    [texts.bounced, sum.bounced, ofSent(sum.bounced)],
    [texts.complained, sum.complained, ofDelivered(sum.complained)],
  ];
  return (
    <section className="card" aria-labelledby="totals">
      <h2 id="totals">{texts.figures}</h2>
      <p className="soft">{texts.figuresHint}</p>
      <ul className={styles.figures}>
        {figures.map(([name, value, share]) => (
          <li key={name} className={styles.figure}>
            <span className="soft">{name}</span>
            <span className={styles.value}>{number(value)}</span>
            <span className="soft">{share}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
