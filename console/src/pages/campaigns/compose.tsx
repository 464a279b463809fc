import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  Link,
  Navigate,
  useLocation,
  useNavigate,
  useParams,
  useRouter,
  useSearch,
} from '@tanstack/react-router';
import { Fragment, useRef } from 'react';
import type { SingleSend } from '../../../../client/src/index.ts';
import type { History } from '../../app/earlier-versions.tsx';
import { OfferedDraftNote } from '../../app/offered-draft.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { useForgetLost } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { editorOf } from '../../data/designs.ts';
import { fieldProblems, problemOf } from '../../data/problems.ts';
import { useTexts } from '../../texts/texts.ts';
import { ChangedElsewhere } from './changed-elsewhere.tsx';
import styles from './compose.module.css';
import { AudienceSection } from './compose-audience.tsx';
import { BasicsSection } from './compose-basics.tsx';
import { ContentSection } from './compose-content.tsx';
import { SendDialog } from './compose-send.tsx';
import { SubjectSection } from './compose-subject.tsx';
import { draftQuery } from './draft-query.ts';
import type { MailTrial } from './mail-trial.ts';
import { SCHEDULED, useAutosave } from './use-autosave.ts';
import { WithTrial } from './with-trial.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry before is that of the form, which opened the review. */
    isReviewPushed?: true;
  }
}

/** The page where a campaign is edited. It saves while the person types. */
export function ComposePage() {
  const { utr } = useParams({ from: '/campaigns/$utr/edit' });
  const { campaigns, campaignsPage } = useTexts();
  const send = useQuery(draftQuery(utr));
  useForgetLost(utr, send.error);
  if (!send.data)
    return (
      <Page title={campaigns}>
        {send.isError ? (
          <Unread error={send.error} retry={() => void send.refetch()} />
        ) : (
          <Waiting rows={8} />
        )}
      </Page>
    );
  if (send.data.status > SCHEDULED) return <Navigate to="/campaigns/$utr" params={{ utr }} replace />;
  if (send.data.status === SCHEDULED)
    return (
      <Page title={send.data.single_send_name}>
        <Empty title={campaignsPage.scheduledTitle} hint={campaignsPage.scheduledHint}>
          <Button component={Link} to={`/campaigns/${utr}`}>
            {campaignsPage.report}
          </Button>
        </Empty>
      </Page>
    );
  return <Compose key={utr} send={send.data} />;
}

function Compose({ send }: { send: SingleSend }) {
  const texts = useTexts();
  const { campaignsPage } = texts;
  const autosave = useAutosave(send);
  const { review: isReviewed = false } = useSearch({ from: '/campaigns/$utr/edit' });
  const { draft, state, error, flush } = autosave;
  const problems = fieldProblems(error);
  const { utr } = send;
  const review = useReview(utr);
  // A draft of an earlier visit is restored or discarded first.
  const isDecided = autosave.isRead && autosave.offer === null && state !== 'conflict';
  const part = { autosave, problems, utr };
  const trial: MailTrial = {
    utr,
    key: ['campaign-preview', utr, autosave.version],
    ready: flush,
    preview: (whose, signal) => api.singleSendPreview({ utr, ...whose }, { signal }),
    test: (email_address, whose) => api.singleSendTest({ utr, email_address, ...whose }),
    check: () => api.singleSendCheck({ utr }),
  };
  const history: History = {
    list: (signal) => api.singleSendVersions({ utr }, { signal }),
    preview: (version, signal) => api.singleSendPreview({ utr, version }, { signal }),
    async restore(version) {
      if (!(await flush())) throw new Error('What was written is not saved.');
      await api.singleSendRestore({ utr, version });
      await autosave.loadTheirs();
    },
    isOff: state === 'failed' || state === 'conflict',
  };
  const openEditor = (): void => {
    void flush().then((isSaved) => isSaved && location.assign(editorOf.campaign(utr)));
  };
  const title = draft.single_send_name === '' ? campaignsPage.nameLess : draft.single_send_name;
  return (
    <Page
      title={title}
      isSticky
      actions={
        <Group>
          <span role="status" className={state === 'failed' || state === 'conflict' ? styles.failed : 'soft'}>
            {campaignsPage.compose.saves[state]}
          </span>
          {state === 'failed' && (
            <Button variant="default" onClick={() => void flush()}>
              {texts.problems.retry}
            </Button>
          )}
          <Button disabled={!isDecided} onClick={review.open}>
            {campaignsPage.compose.review}
          </Button>
        </Group>
      }
    >
      <p>
        <Link to="/campaigns">{campaignsPage.back}</Link>
      </p>
      <OfferedDraftNote offer={autosave.offer} />
      {state === 'failed' && (
        <p role="alert" className={styles.failed}>
          {problemOf(error, texts)}
        </p>
      )}
      {state === 'conflict' && (
        <ChangedElsewhere
          loadTheirs={autosave.loadTheirs}
          keepMine={autosave.keepMine}
          warning={autosave.isReady ? campaignsPage.compose.elsewhere.scheduled : null}
        />
      )}
      <Fragment key={autosave.loads}>
        <WithTrial trial={trial}>
          <BasicsSection {...part} />
          <AudienceSection {...part} />
          <SubjectSection {...part} />
          <ContentSection {...part} openEditor={openEditor} history={history} trial={trial} />
        </WithTrial>
      </Fragment>
      {isReviewed && isDecided && <SendDialog {...part} close={review.close} />}
    </Page>
  );
}

/** The address says whether the review is open, so that a link, a reload and the way back keep it. */
function useReview(utr: string) {
  const navigate = useNavigate();
  const router = useRouter();
  const isPushed = useLocation({ select: (at) => at.state.isReviewPushed === true });
  const closing = useRef<Promise<void> | null>(null);
  const form = { to: '/campaigns/$utr/edit', params: { utr }, resetScroll: false } as const;
  const close = async (): Promise<void> => {
    const isShown = new Promise<void>((done) => {
      const end = router.subscribe('onRendered', () => {
        end();
        done();
      });
    });
    // Looking leaves no entry behind.
    if (isPushed) router.history.back();
    else await navigate({ ...form, search: {}, replace: true });
    await isShown;
    closing.current = null;
  };
  return {
    open: () => void navigate({ ...form, search: { review: true }, state: { isReviewPushed: true } }),
    /** Resolves once the form is shown again. */
    close(): Promise<void> {
      closing.current ??= close();
      return closing.current;
    },
  };
}
