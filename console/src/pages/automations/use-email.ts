import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { notifications } from '../../app/notes.tsx';
import { useKeptDraft } from '../../app/use-kept-draft.ts';
import { type Automation, type Email, emailInputOf } from '../../data/automations.ts';
import { api } from '../../data/client.ts';
import { isConflict } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { contentOf, EMAIL_CHANGED, type EmailDraft, keepUnsaved, unsavedOf } from './email-draft.ts';

/** Saves `sending` over the stored email. It leaves out content that equals that of `base`. */
async function saveEmail(stored: Email, sending: EmailDraft, base: EmailDraft) {
  const { warnings, version } = await api.automationScheduleUpdate({
    ...emailInputOf({ ...stored, ...sending }),
    preheader: sending.preheader,
    tracking: sending.tracking,
    ...contentOf(sending, base),
    if_version: sending.version,
  });
  return { warnings, sent: sending, version };
}

/** A mail has one of them, so they are restored together. */
const CONTENT = ['template_id', 'template_html', 'template_json'] as const;

/** An email as a person writes it. The person saves it with a button. */
export function useEmail({ utr: automation }: Automation, stored: Email) {
  const { saved: said } = useTexts().automationsPage.email;
  const [saved, setSaved] = useState(stored);
  const [draft, setDraft] = useState<EmailDraft>(() => unsavedOf(stored) ?? stored);
  const [loads, setLoads] = useState(0);
  const [isRestoredOver, setRestoredOver] = useState(false);
  const isChanged = draft !== saved;
  const save = useMutation({
    mutationFn: ({ sending, base }: { sending: EmailDraft; base: EmailDraft }) =>
      saveEmail(stored, sending, base),
    onSuccess: async ({ sent, version }) => {
      const now = { ...stored, ...sent, version };
      setSaved(now);
      // Text that was typed during the save is not saved yet.
      setDraft((typed) => (typed === sent ? now : { ...typed, version }));
      keepUnsaved(stored.utr, null);
      kept.saved(sent);
      notifications.show({ message: said });
      await queries.invalidateQueries({ queryKey: ['automations'] });
    },
  });
  const kept = useKeptDraft<EmailDraft>({
    name: stored.utr,
    draft,
    stored: saved,
    together: CONTENT,
    restore: (fields, isParted) => {
      setRestoredOver(isParted);
      const next = { ...draft, ...fields, version: draft.version };
      keepUnsaved(stored.utr, next);
      setDraft(next);
      setLoads((before) => before + 1);
    },
  });
  useEffect(() => {
    if (!isChanged) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isChanged]);
  const readStored = async (): Promise<Email> => {
    const emails = await api.automationScheduleList({ utr: automation });
    const theirs = emails.find(({ utr }) => utr === stored.utr) ?? saved;
    setSaved(theirs);
    return theirs;
  };
  return {
    draft,
    offer: kept.offer,
    change: (fields: Partial<EmailDraft>): void => {
      const next = { ...draft, ...fields };
      keepUnsaved(stored.utr, next);
      setDraft(next);
    },
    isChanged,
    /** It was changed elsewhere, and nothing is saved until the person chooses. */
    isParted: isRestoredOver || isConflict(save.error, EMAIL_CHANGED),
    save,
    saveNow: () => save.mutate({ sending: draft, base: saved }),
    /** How often the stored email replaced the draft. A change resets the fields. */
    loads,
    async loadTheirs(): Promise<void> {
      setDraft(await readStored());
      keepUnsaved(stored.utr, null);
      setLoads((before) => before + 1);
      setRestoredOver(false);
      save.reset();
    },
    async keepMine(): Promise<void> {
      const base = await readStored();
      const sending = { ...draft, version: base.version };
      setDraft(sending);
      setRestoredOver(false);
      save.mutate({ sending, base });
    },
  };
}
