import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Preview } from '../../../../client/src/index.ts';
import { isBusy } from '../../data/queries.ts';
import { ANYBODY, contactOf } from './contact-select.tsx';
import { type MailTrial, previewKey } from './mail-trial.ts';

/** The preview of a mail as a chosen contact, once `isOpen`, and a test of it. */
export function useMailTrial(trial: MailTrial, isOpen: boolean) {
  const [contact, setContact] = useState(ANYBODY);
  const whose = contactOf(contact);
  const preview = useQuery({
    queryKey: previewKey(trial, contact),
    queryFn: ({ signal }) => trial.preview(whose, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: isBusy,
  });
  // A query that fails forgets its earlier answer.
  const last = useRef<{ readonly contact: string; readonly mail: Preview } | null>(null);
  const isOutdated = useRef(false);
  if (preview.isError) isOutdated.current = true;
  else if (preview.data && !preview.isPlaceholderData) {
    last.current = { contact, mail: preview.data };
    isOutdated.current = false;
  }
  const sendTest = async (to: string): Promise<boolean> => {
    if (!(await trial.ready())) return false;
    await trial.test(to, whose);
    return true;
  };
  return {
    contact,
    setContact,
    preview,
    /** The last mail that was shown for the contact, and whether a later one could not be. */
    last: last.current?.contact === contact ? last.current.mail : undefined,
    isOutdated: isOutdated.current,
    sendTest,
  };
}
