import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats } from '../../app/formats.ts';
import { Unread, Waiting } from '../../app/page.tsx';
import { type Campaign, campaignStateOf, newestCampaigns, stillSends } from '../../data/campaigns.ts';
import { useTexts } from '../../texts/texts.ts';
import { Progress } from '../campaigns/progress.tsx';
import { standingOf } from '../campaigns/standing.tsx';
import { useWhen } from '../campaigns/use-when.ts';
import styles from './campaigns.module.css';

const LOOKED_AT = 20;
const COMPARED = 4;

/** Campaigns that are being sent, with their speed. Empty if there are none. */
export function Running() {
  const { home: texts } = useTexts().campaignsPage;
  const found = useQuery(newestCampaigns('running', LOOKED_AT));
  const running = found.data?.filter((campaign) => campaignStateOf(campaign) === 'running') ?? [];
  if (running.length === 0) return null;
  return (
    <section className="card" aria-labelledby="running">
      <h2 id="running">{texts.running}</h2>
      <ul className={styles.list}>
        {running.map((campaign) => (
          <li key={campaign.utr}>
            <CampaignName campaign={campaign} />
            <Progress campaign={campaign} at={found.dataUpdatedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Decision {
  readonly campaign: Campaign;
  readonly what: string;
  readonly hint: string;
}

/** Holds, pauses and emails in doubt that need a decision. Nothing without any. */
export function Decisions() {
  const { campaignsPage } = useTexts();
  const { home: texts } = campaignsPage;
  const [held, running, completed] = [
    useQuery(newestCampaigns('held', LOOKED_AT)),
    useQuery(newestCampaigns('running', LOOKED_AT)),
    useQuery(newestCampaigns('completed', LOOKED_AT)),
  ];
  const all = [...(held.data ?? []), ...(running.data ?? []), ...(completed.data ?? [])];
  const decisions = all.flatMap((campaign): Decision[] => {
    const standing = standingOf(campaign, campaignsPage);
    const { in_doubt, parked } = campaign;
    return [
      ...(standing ? [{ campaign, what: standing[0], hint: standing[1] }] : []),
      ...(in_doubt > 0 ? [{ campaign, what: texts.doubts(in_doubt), hint: texts.doubtsHint }] : []),
      ...(parked.length > 0 && stillSends(campaign)
        ? [{ campaign, what: texts.parked(parked.length), hint: texts.parkedHint }]
        : []),
    ];
  });
  if (decisions.length === 0) return null;
  return (
    <section className="card" aria-labelledby="decisions">
      <h2 id="decisions">{texts.decisions}</h2>
      <ul className={styles.list}>
        {decisions.map(({ campaign, what, hint }) => (
          <li key={`${campaign.utr} ${what}`} className={styles.decision}>
            <div>
              <CampaignName campaign={campaign} />
              <div>{what}</div>
              <div className="soft">{hint}</div>
            </div>
            <Button component={Link} to={`/campaigns/${campaign.utr}`} variant="default">
              {texts.decide}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Last() {
  const { campaignsPage } = useTexts();
  const { home: texts } = campaignsPage;
  const { percent, number } = useFormats();
  const when = useWhen();
  const found = useQuery(newestCampaigns('completed', LOOKED_AT));
  const last = found.data?.filter(({ cancelled }) => !cancelled).slice(0, COMPARED);
  return (
    <section className="card" aria-labelledby="last">
      <h2 id="last">{texts.last}</h2>
      {found.isPending && <Waiting rows={2} height={80} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {last?.length === 0 && <p className="soft">{texts.noLast}</p>}
      {last && last.length > 0 && (
        <ul className={styles.compared}>
          {last.map((campaign) => (
            <li key={campaign.utr}>
              <CampaignName campaign={campaign} />
              <div className="soft">{when(campaign)}</div>
              <dl className={styles.numbers}>
                <dt>{campaignsPage.figures.delivered}</dt>
                <dd>{number(campaign.delivered)}</dd>
                <dt>{campaignsPage.opened}</dt>
                <dd>{percent(campaign.unique_opens, campaign.delivered)}</dd>
                <dt>{campaignsPage.clicked}</dt>
                <dd>{percent(campaign.unique_clicks, campaign.delivered)}</dd>
                <dt>{campaignsPage.figures.bounced}</dt>
                <dd>{percent(campaign.bounces, campaign.audience.recipients)}</dd>
                <dt>{campaignsPage.figures.unsubscribed}</dt>
                <dd>{number(campaign.unsubscribes)}</dd>
              </dl>
            </li>
          ))}
        </ul>
      )}
      <Link to="/campaigns">{texts.toCampaigns}</Link>
    </section>
  );
}

function CampaignName({ campaign: { utr, single_send_name } }: { campaign: Campaign }) {
  return (
    <Link to="/campaigns/$utr" params={{ utr }} className={styles.name}>
      {single_send_name}
    </Link>
  );
}
