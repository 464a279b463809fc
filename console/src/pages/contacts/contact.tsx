import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { saveAs } from '../../app/download.ts';
import { DownloadButton } from '../../app/download-button.tsx';
import { Page, Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import { contactDraft, useForgetDrafts, useForgetLost } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { useTexts } from '../../texts/texts.ts';
import { ActivityLine } from './activity-line.tsx';
import { ContactForm } from './contact-form.tsx';
import { EraseContact } from './erase-contact.tsx';
import { OptOuts } from './opt-outs.tsx';
import { PersonPlaces } from './person-places.tsx';

/** Everything that the account has of a person, as a file. */
const everythingOf = async (email: string): Promise<Blob> =>
  new Blob([JSON.stringify(await api.contactExport({ email }), null, 2)], { type: 'application/json' });

/** One contact: its fields, which can be changed, whether it gets mails, and what happened. */
export function ContactPage() {
  const { id } = useParams({ from: '/contacts/$id' });
  const contact_id = Number(id);
  const texts = useTexts();
  const { contactsPage } = texts;
  const navigate = useNavigate();
  const forget = useForgetDrafts();
  const [isErasing, { open, close }] = useDisclosure();
  const contact = useQuery({
    queryKey: ['contact', contact_id],
    queryFn: ({ signal }) => api.contactDetails({ contact_id }, { signal }),
    // A newer record would take the place of what is typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useForgetLost(contactDraft(contact_id), contact.error);
  const { remove } = useRemovals('contacts');
  const leaveAndRemove = (): void => {
    void navigate({ to: '/contacts' });
    remove({
      ids: [contact_id],
      said: contactsPage.deleted(1),
      change: () => api.contactDelete({ contact_id }).then(() => forget(contactDraft(contact_id))),
      restored: () => void navigate({ to: '/contacts/$id', params: { id } }),
    });
  };
  return (
    <Page title={contact.data?.email ?? texts.contacts} isSticky>
      {isErasing && contact.data && <EraseContact email={contact.data.email} close={close} />}
      <div className="head">
        <Link to="/contacts">{contactsPage.back}</Link>
        {contact.data && (
          <Group>
            <DownloadButton
              start={async () => saveAs(`${contact.data.email}.json`, await everythingOf(contact.data.email))}
            >
              {contactsPage.export}
            </DownloadButton>
            <Button variant="default" onClick={leaveAndRemove}>
              {texts.remove}
            </Button>
            <Button variant="default" onClick={open}>
              {texts.erasing.button}
            </Button>
          </Group>
        )}
      </div>
      {contact.isPending && <Waiting rows={6} />}
      {contact.isError && <Unread error={contact.error} retry={() => void contact.refetch()} />}
      {contact.data && (
        <div className="columns">
          <ContactForm key={contact.data.updated_at} contact={contact.data} />
          <div>
            <OptOuts email={contact.data.email} />
            <PersonPlaces contact={contact_id} />
            <ActivityLine id={contact_id} />
          </div>
        </div>
      )}
    </Page>
  );
}
