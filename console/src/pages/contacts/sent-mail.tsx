import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../../../client/src/index.ts';
import { Dialog } from '../../app/dialog.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import { api } from '../../data/client.ts';
import { isBusy } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { MailFrame } from '../campaigns/mail-frame.tsx';

interface SentMailProps {
  readonly contact: number;
  readonly utr: string;
  readonly close: () => void;
}

/** A mail of a campaign as this contact gets it now. An automation's email is shown as it is written. */
async function readMail(contact: number, utr: string, signal: AbortSignal) {
  try {
    return { isCampaign: true, ...(await api.singleSendPreview({ utr, contact_id: contact }, { signal })) };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    const email = await api.automationSchedulePreview({ utr }, { signal });
    return { isCampaign: false, ...email };
  }
}

export function SentMail({ contact, utr, close }: SentMailProps) {
  const texts = useTexts();
  const { sentMail } = texts;
  const mail = useQuery({
    queryKey: ['sent-mail', contact, utr],
    queryFn: ({ signal }) => readMail(contact, utr, signal),
    retry: isBusy,
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog opened size="xl" onClose={close} title={mail.data?.subject ?? sentMail.title}>
      <p className="soft">{sentMail.hint}</p>
      {mail.isPending && <Waiting rows={1} height={300} />}
      {mail.isError && <Unread error={mail.error} retry={() => void mail.refetch()} />}
      {mail.data?.isCampaign && (
        <p>
          <Link to="/campaigns/$utr" params={{ utr }}>
            {sentMail.toReport}
          </Link>
        </p>
      )}
      {mail.data && <MailFrame html={mail.data.html} title={sentMail.title} />}
    </Dialog>
  );
}
