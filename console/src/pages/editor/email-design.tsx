import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { emailDesignDraft, useForgetLost } from '../../app/use-kept-draft.ts';
import { useSaves } from '../../app/use-saves.ts';
import { automationQuery, type Email, emailInputOf } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { BLANK_TEMPLATE, isLargeContent } from '../../data/designs.ts';
import { useSubjectWords } from '../../data/field-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { EMAIL_CHANGED } from '../automations/email-draft.ts';
import { useEmailTrial } from '../automations/email-trial.ts';
import { EditKept } from './edit-kept.tsx';
import { EditorMessage } from './editor-message.tsx';

interface EmailDesignProps {
  readonly automation: string;
  readonly utr: string;
}

async function readEmail(
  { automation, utr }: EmailDesignProps,
  options?: { signal: AbortSignal },
): Promise<Email | null> {
  const emails = await api.automationScheduleList({ utr: automation }, options);
  return emails.find((one) => one.utr === utr) ?? null;
}

/** Saved by a button, because a live automation sends the stored version. */
export function EmailDesign(named: EmailDesignProps) {
  const { editor: texts } = useTexts();
  const email = useQuery({
    queryKey: ['automation-email', named.utr],
    queryFn: ({ signal }) => readEmail(named, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  useForgetLost(emailDesignDraft(named.utr), email.error, email.data === null);
  const back = `/console/automations/${named.automation}/emails/${named.utr}`;
  if (email.data) return <Edit named={named} email={email.data} back={back} />;
  if (email.data === null)
    return <EditorMessage title={texts.lost} hint={texts.lostHint} back="/console/automations" />;
  return <EditorMessage error={email.error} retry={() => void email.refetch()} back={back} />;
}

const draftOf = ({ template_id, template_json }: Email) => ({ template_id, template_json });

function Edit({ named, email, back }: { named: EmailDesignProps; email: Email; back: string }) {
  const { editor: texts, campaignsPage } = useTexts();
  const subjectWords = useSubjectWords();
  const saves = useSaves({
    name: emailDesignDraft(email.utr),
    initial: draftOf(email),
    version: email.version,
    changed: EMAIL_CHANGED,
    async save({ template_id, template_json }, _, if_version) {
      // Other fields stay as stored; the version proves that they are the ones we read.
      const now = (await readEmail(named)) ?? email;
      return api.automationScheduleUpdate({
        ...emailInputOf(now),
        template_id,
        template_json: template_json ?? '',
        template_html: '',
        if_version,
      });
    },
    async read() {
      const theirs = (await readEmail(named)) ?? email;
      return { draft: draftOf(theirs), version: theirs.version };
    },
    together: ['template_id', 'template_json'],
    isLarge: isLargeContent,
    isManual: true,
  });
  const automation = useQuery({ ...automationQuery(named.automation), refetchInterval: false });
  // The same object as long as nothing changes, which the preview asks for.
  const mail = useMemo(
    () => ({
      ...email,
      subject: email.subject ?? '',
      preheader: email.preheader ?? '',
      template_html: null,
      ...saves.draft,
    }),
    [email, saves.draft],
  );
  const trial = useEmailTrial(
    { unsubscribe_group_id: automation.data?.unsubscribe_group_id ?? '' },
    email.utr,
    mail,
  );
  return (
    <EditKept
      title={texts.of(subjectWords(email.subject ?? '') || campaignsPage.noSubject)}
      back={back}
      saves={saves}
      content={saves.draft}
      change={(template_json) => saves.change({ template_id: BLANK_TEMPLATE, template_json })}
      isManual
      {...(automation.data && { trial })}
    />
  );
}
