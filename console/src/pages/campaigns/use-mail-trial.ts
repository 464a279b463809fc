import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
  const sendTest = async (to: string): Promise<boolean> => {
    if (!(await trial.ready())) return false;
    await trial.test(to, whose);
    return true;
  };
  return { contact, setContact, preview, sendTest };
}
