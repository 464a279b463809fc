import { Button, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { SAVES } from '../../app/keys.ts';
import { SenderSelect } from '../../app/mail-selects.tsx';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import { Empty, Page } from '../../app/page.tsx';
import { useForgetLost } from '../../app/use-kept-draft.ts';
import { type Automation, automationQuery, type Email } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { editorOf } from '../../data/designs.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { ChangedElsewhere } from '../campaigns/changed-elsewhere.tsx';
import compose from '../campaigns/compose.module.css';
import { ContentSection } from '../campaigns/compose-content.tsx';
import { SubjectSection } from '../campaigns/compose-subject.tsx';
import { Section } from '../campaigns/section.tsx';
import { WithTrial } from '../campaigns/with-trial.tsx';
import type { EmailDraft } from './email-draft.ts';
import { useEmailTrial } from './email-trial.ts';
import { BackLink, NotThere } from './not-there.tsx';
import { useEmail } from './use-email.ts';
import { type Wait, WaitFields } from './wait-fields.tsx';

/** No autosave, because a live automation sends the saved version. */
export function EmailPage() {
  const { utr, email: utrOfEmail } = useParams({ from: '/automations/$utr/emails/$email' });
  const { automationsPage: texts } = useTexts();
  const automation = useQuery(automationQuery(utr));
  const emails = useQuery({
    // An email may be newer than the list that another one was found in.
    queryKey: ['automation-emails', utr, utrOfEmail],
    queryFn: ({ signal }) => api.automationScheduleList({ utr }, { signal }),
    // The draft is newer than the stored email.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const email = emails.data?.find((one) => one.utr === utrOfEmail);
  useForgetLost(utrOfEmail, automation.error, emails.data !== undefined && email === undefined);
  if (!automation.data || !emails.data) {
    const retry = (): void => {
      void automation.refetch();
      void emails.refetch();
    };
    return <NotThere error={automation.error ?? emails.error} retry={retry} lost={texts.lost} />;
  }
  if (!email)
    return (
      <Page title={texts.title}>
        <BackLink />
        <Empty title={texts.email.lost} hint={texts.lostHint} />
      </Page>
    );
  return <WriteEmail key={email.utr} automation={automation.data} stored={email} />;
}

function WriteEmail({ automation, stored }: { automation: Automation; stored: Email }) {
  const texts = useTexts();
  const subjectWords = useSubjectWords();
  const { toSeries, email: own } = texts.automationsPage;
  const email = useEmail(automation, stored);
  const { draft, change, isChanged, isParted, save, loadTheirs } = email;
  const problems = fieldProblems(save.error);
  const parts = { autosave: { draft, change, warnings: save.data?.warnings ?? [] }, problems };
  const trial = useEmailTrial(automation, stored.utr, draft);
  return (
    <Page
      title={draft.subject === '' ? texts.campaignsPage.noSubject : subjectWords(draft.subject)}
      isSticky
      actions={
        <div className={compose.actions}>
          <span role="status" className="soft">
            {isChanged ? own.unsaved : own.clean}
          </span>
          <Button
            {...SAVES}
            loading={save.isPending}
            disabled={!isChanged || isParted}
            onClick={email.saveNow}
          >
            {own.save}
          </Button>
        </div>
      }
    >
      <p>
        <Link to="/automations/$utr" params={{ utr: automation.utr }}>
          {toSeries}
        </Link>
      </p>
      <OfferedDraftNote offer={email.offer} />
      {automation.status === 1 && <p className={compose.warning}>{own.liveHint}</p>}
      {isParted && <ChangedElsewhere loadTheirs={loadTheirs} keepMine={email.keepMine} />}
      {save.isError && !isParted && (
        <p role="alert" className={compose.failed}>
          {problemOf(save.error, texts)}
        </p>
      )}
      <WithTrial trial={trial}>
        <Fragment key={email.loads}>
          <Basics draft={draft} change={change} problems={problems} />
          <SubjectSection {...parts} />
          <ContentSection
            {...parts}
            openEditor={() => location.assign(editorOf.email(automation.utr, stored.utr))}
            isUnsaved={isChanged}
            trial={trial}
            history={{
              list: (signal) => api.automationScheduleVersions({ utr: stored.utr }, { signal }),
              preview: (version, signal) =>
                api.automationSchedulePreview({ utr: stored.utr, version }, { signal }),
              async restore(version) {
                await api.automationScheduleRestore({ utr: stored.utr, version });
                await loadTheirs();
              },
              isOff: isChanged,
            }}
          />
        </Fragment>
      </WithTrial>
    </Page>
  );
}

interface BasicsProps {
  readonly draft: EmailDraft;
  readonly change: (fields: Partial<EmailDraft>) => void;
  readonly problems: Readonly<Record<string, string>>;
}

function Basics({ draft, change, problems }: BasicsProps) {
  const { email: own } = useTexts().automationsPage;
  return (
    <Section title={own.basics} part="sender">
      <Stack mt="sm" maw="38rem">
        <WaitFields wait={draft} change={(wait: Wait) => change(wait)} problem={problems['waiting_period']} />
        <SenderSelect
          value={draft.sender_id}
          choose={(sender_id) => change({ sender_id })}
          error={problems['sender_id']}
        />
        <Switch
          label={own.tracking}
          checked={draft.tracking === 1}
          onChange={(event) => change({ tracking: event.currentTarget.checked ? 1 : 0 })}
        />
      </Stack>
    </Section>
  );
}
