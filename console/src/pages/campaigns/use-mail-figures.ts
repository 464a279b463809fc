import { useFormats } from '../../app/formats.ts';
import type { Campaign } from '../../data/campaigns.ts';
import type { UsualShares } from '../../data/usual.ts';
import { useTexts } from '../../texts/texts.ts';
import type { PeopleChoice } from './people-choices.ts';

type Outcomes = Pick<
  Campaign,
  | 'delivered'
  | 'unique_opens'
  | 'total_opens'
  | 'unique_clicks'
  | 'total_clicks'
  | 'bounces'
  | 'machine_opens'
  | 'machine_clicks'
  | 'unsubscribes'
  | 'complaints'
  | 'in_doubt'
>;

export interface CountedMail {
  readonly outcomes: Outcomes;
  /** The base of shares. */
  readonly recipients: number;
  readonly audience?: Pick<Campaign, 'pending' | 'skipped' | 'trouble'>;
  /** Whether openings and clicks are counted. */
  readonly isCounted: boolean;
}

export interface MailFigure {
  readonly name: string;
  readonly value: number;
  readonly hint: string;
  /** The base of its share; null: it has none. */
  readonly base: number | null;
  /** Its people; null: the figure is a share alone. */
  readonly show: PeopleChoice | null;
  /** Earlier campaigns have a usual share of it. */
  readonly usual?: Exclude<keyof UsualShares, 'campaigns'>;
}

/** The figures of a report, in their order. */
export function useMailFigures({
  outcomes,
  recipients,
  audience,
  isCounted,
}: CountedMail): readonly MailFigure[] {
  const { campaignsPage, reportParts } = useTexts();
  const { figures: texts } = campaignsPage;
  const { percent } = useFormats();
  const { delivered, unique_opens, total_opens, unique_clicks, total_clicks, bounces } = outcomes;
  const { unsubscribes, complaints, in_doubt } = outcomes;
  const { pending: left, skipped, trouble } = audience ?? { pending: 0, skipped: 0, trouble: [] };
  const deferred = Math.min(
    left,
    trouble.reduce((sum, { rows }) => sum + rows, 0),
  );
  const pending = left - deferred;
  const notOpened = Math.max(0, delivered - unique_opens);
  const ofRecipients = (n: number) => ({
    base: recipients,
    hint: texts.ofRecipients(percent(n, recipients)),
  });
  const ofDelivered = (n: number) => ({ base: delivered, hint: texts.ofDelivered(percent(n, delivered)) });
  const counted = (n: number, total: number) => ({
    base: delivered,
    hint: `${ofDelivered(n).hint}, ${texts.total(total)}`,
  });
  const all: readonly (MailFigure | false)[] = [
    audience !== undefined && {
      name: texts.recipients,
      value: recipients,
      hint: '',
      base: null,
      show: 'all',
    },
    {
      name: texts.delivered,
      value: delivered,
      ...ofRecipients(delivered),
      show: 'accepted',
      usual: 'delivered',
    },
    isCounted && {
      name: texts.opened,
      value: unique_opens,
      ...counted(unique_opens, total_opens),
      show: 'opened',
      usual: 'opened',
    },
    isCounted && {
      name: texts.clicked,
      value: unique_clicks,
      ...counted(unique_clicks, total_clicks),
      show: 'clicked',
      usual: 'clicked',
    },
    isCounted &&
      unique_opens > 0 && {
        name: reportParts.clickToOpen,
        value: unique_clicks,
        hint: reportParts.clickToOpenHint,
        base: unique_opens,
        show: null,
      },
    isCounted && {
      name: reportParts.notOpened,
      value: notOpened,
      ...ofDelivered(notOpened),
      show: 'not_opened',
    },
    { name: texts.bounced, value: bounces, ...ofRecipients(bounces), show: 'bounced', usual: 'bounced' },
    {
      name: texts.unsubscribed,
      value: unsubscribes,
      ...ofDelivered(unsubscribes),
      show: 'unsubscribed',
      usual: 'unsubscribed',
    },
    {
      name: texts.complained,
      value: complaints,
      ...ofDelivered(complaints),
      show: 'complained',
      usual: 'complained',
    },
    pending > 0 && { name: texts.pending, value: pending, ...ofRecipients(pending), show: 'pending' },
    deferred > 0 && {
      name: campaignsPage.people.choices.deferred,
      value: deferred,
      ...ofRecipients(deferred),
      show: 'deferred',
    },
    skipped > 0 && { name: texts.skipped, value: skipped, ...ofRecipients(skipped), show: 'skipped' },
    in_doubt > 0 && { name: texts.in_doubt, value: in_doubt, ...ofRecipients(in_doubt), show: 'in_doubt' },
  ];
  return all.filter((one) => one !== false);
}
