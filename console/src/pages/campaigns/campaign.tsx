import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ApiError } from '../../../../client/src/index.ts';
import { LinkButton } from '../../app/link-button.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { PrintButton } from '../../app/print-button.tsx';
import { scheduleDraft, useForgetLost } from '../../app/use-kept-draft.ts';
import { campaignQuery, stillSends } from '../../data/campaigns.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { usualQuery } from '../../data/usual.ts';
import { useTexts } from '../../texts/texts.ts';
import styles from './campaign.module.css';
import { CampaignMenu } from './campaign-menu.tsx';
import { CampaignControl } from './control.tsx';
import { Doubts } from './doubts.tsx';
import { MailFigures } from './figures.tsx';
import { MailClicks } from './mail-clicks.tsx';
import { Parked } from './parked.tsx';
import { Progress } from './progress.tsx';
import { Reasons } from './reasons.tsx';
import { Receipt } from './receipt.tsx';
import { ReportFile } from './report-file.tsx';
import { BouncesTable, DomainsTable, LinksTable } from './report-tables.tsx';
import { Scheduled } from './scheduled.tsx';
import { Share } from './share.tsx';
import { CampaignStanding } from './standing.tsx';
import { CampaignStateBadge } from './state-badge.tsx';
import { TimelinePlot } from './timeline-plot.tsx';
import { Trouble } from './trouble.tsx';
import { SCHEDULED } from './use-autosave.ts';
import { useWhen } from './use-when.ts';

export function CampaignPage() {
  const { utr } = useParams({ from: '/campaigns/$utr' });
  const { campaigns, campaignsPage: texts, comparePage } = useTexts();
  const navigate = useNavigate();
  const when = useWhen();
  const subjectWords = useSubjectWords();
  const found = useQuery(campaignQuery(utr));
  const usual = useQuery(usualQuery(found.data));
  useForgetLost(scheduleDraft(utr), found.error, found.data !== undefined && found.data.status !== SCHEDULED);
  if (!found.data || usual.isLoading) {
    const isLost = found.error instanceof ApiError && found.error.status === 404;
    return (
      <Page title={campaigns}>
        <BackLink />
        {isLost ? (
          <Empty title={texts.lost} hint={texts.lostHint} />
        ) : found.isError ? (
          <Unread error={found.error} retry={() => void found.refetch()} />
        ) : (
          <Waiting rows={8} />
        )}
      </Page>
    );
  }
  const campaign = found.data;
  const { single_send_name: name, subject, status } = campaign;
  const hasStarted = status > SCHEDULED;
  const mailing = { kind: 'campaign', utr } as const;
  const mail = {
    outcomes: campaign,
    recipients: campaign.audience.recipients,
    audience: campaign,
    isCounted: campaign.tracking === 1,
  };
  return (
    <Page
      title={name}
      actions={
        <div className={styles.actions}>
          {hasStarted && (
            <>
              <LinkButton to="/reports/compare" search={{ utrs: [utr] }} variant="default">
                {comparePage.compare}
              </LinkButton>
              <ReportFile name={name} mailing={mailing} mail={mail} />
              <PrintButton />
            </>
          )}
          {hasStarted && <Share utr={utr} />}
          <CampaignControl campaign={campaign} />
          <CampaignMenu
            name={name}
            utr={utr}
            hide={() => void navigate({ to: '/campaigns' })}
            show={() => void navigate({ to: '/campaigns/$utr', params: { utr } })}
          />
        </div>
      }
    >
      <BackLink />
      <p className={styles.about}>
        <CampaignStateBadge campaign={campaign} />
        <span>{subject === '' ? texts.noSubject : subjectWords(subject)}</span>
        <span className="soft">{when(campaign)}</span>
      </p>
      <CampaignStanding campaign={campaign} />
      {status === 2 && (
        <section className="card" aria-label={texts.progress.label}>
          <Progress campaign={campaign} at={found.dataUpdatedAt} />
        </section>
      )}
      {campaign.in_doubt > 0 && <Doubts mailing={mailing} count={campaign.in_doubt} />}
      {stillSends(campaign) && (
        <>
          <Trouble campaign={campaign} />
          {campaign.parked.length > 0 && <Parked campaign={campaign} />}
        </>
      )}
      {status === SCHEDULED && campaign.schedule_type === 1 && <Scheduled utr={utr} />}
      {hasStarted && (
        <>
          <MailFigures mailing={mailing} usual={usual.data} {...mail} />
          <MailClicks mailing={mailing} />
          <div className="columns">
            <Receipt campaign={campaign} />
            <BouncesTable mailing={mailing} />
            <Reasons given={campaign.unsubscribe_reasons} />
          </div>
          <TimelinePlot mailing={mailing} />
          <LinksTable mailing={mailing} />
          <DomainsTable mailing={mailing} />
        </>
      )}
    </Page>
  );
}

function BackLink() {
  const { campaignsPage } = useTexts();
  return (
    <p className="unprinted">
      <Link to="/campaigns">{campaignsPage.back}</Link>
    </p>
  );
}
