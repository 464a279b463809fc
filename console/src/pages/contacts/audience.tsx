import { Button, Group, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ListedContactType } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { notifications } from '../../app/notes.tsx';
import { Empty, Page, Unread, Waiting } from '../../app/page.tsx';
import { TypeToConfirm } from '../../app/type-to-confirm.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { UseList } from '../../app/use-list.tsx';
import { audienceUses } from '../../data/audience-uses.ts';
import { MOST_CAMPAIGNS } from '../../data/campaigns.ts';
import { api } from '../../data/client.ts';
import type { ContactSearch } from '../../data/contact-search.ts';
import { contactTypes } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';
import { AudienceAbout } from './audience-about.tsx';
import { ContactFinder } from './contact-finder.tsx';
import { useAudienceUses } from './use-audience-uses.tsx';

/** One audience: its contacts, its name, and its end. */
export function AudiencePage() {
  const { id } = useParams({ from: '/contacts/audiences/$id' });
  const { contactsPage, audiencePage } = useTexts();
  const types = useQuery(contactTypes);
  const audience = types.data?.find((type) => String(type.id) === id);
  if (audience) return <Audience key={audience.id} audience={audience} />;
  return (
    <Page title={contactsPage.audience}>
      {types.isPending && <Waiting rows={6} />}
      {types.isError && <Unread error={types.error} retry={() => void types.refetch()} />}
      {types.data && (
        <Empty title={audiencePage.lost} hint={audiencePage.lostHint}>
          <Link to="/contacts">{contactsPage.back}</Link>
        </Empty>
      )}
    </Page>
  );
}

const VIEWS = ['contacts', 'about'] as const;

function Audience({ audience }: { audience: ListedContactType }) {
  const texts = useTexts();
  const { contactsPage, audiencePage } = texts;
  const { id, name, contacts_count } = audience;
  const { view = 'contacts', ...search } = useSearch({ from: '/contacts/audiences/$id' });
  const navigate = useNavigate();
  const show = (next: ContactSearch & { view?: 'about' }): void =>
    void navigate({
      to: '/contacts/audiences/$id',
      params: { id: String(id) },
      search: next,
      replace: true,
    });
  const [isRenaming, renaming] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  return (
    <Page
      title={name}
      actions={
        <Group>
          <Button variant="default" onClick={renaming.open}>
            {audiencePage.rename}
          </Button>
          <Button variant="default" onClick={deleting.open}>
            {texts.remove}
          </Button>
        </Group>
      }
    >
      <Rename key={name} audience={audience} isOpen={isRenaming} close={renaming.close} />
      {isDeleting && <Delete audience={audience} close={deleting.close} />}
      <p>
        <Link to="/contacts">{contactsPage.back}</Link>
      </p>
      <SegmentedControl
        aria-label={audiencePage.view}
        data={VIEWS.map((value) => ({ value, label: audiencePage.views[value] }))}
        value={view}
        mb="md"
        onChange={(next) => show(next === 'about' ? { ...search, view: next } : search)}
      />
      {view === 'about' ? (
        <AudienceAbout audience={audience} />
      ) : (
        <ContactFinder
          search={{ ...search, audience: id }}
          change={(next) => show(withoutAudience(next))}
          isOfAudience
          isUsed={contacts_count > 0}
        />
      )}
    </Page>
  );
}

const withoutAudience = (search: ContactSearch): ContactSearch =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'audience'));

interface AudienceDialogProps {
  readonly audience: ListedContactType;
  readonly close: () => void;
}

function Rename({ audience, isOpen, close }: AudienceDialogProps & { isOpen: boolean }) {
  const texts = useTexts();
  const { field, modal } = useForm({
    draft: formDraft('audience', audience.id),
    title: texts.audiencePage.rename,
    initial: { name: audience.name },
    isOpen,
    save: ({ name }): Promise<unknown> => api.contactTypeUpdate({ id: audience.id, name }),
    saved: async () => {
      close();
      await queries.invalidateQueries({ queryKey: contactTypes.queryKey });
    },
  });
  return (
    <FormModal {...modal} close={close} submit={texts.save}>
      {field({
        name: 'name',
        'aria-required': true,
        label: texts.contactsPage.audienceName,
      })}
    </FormModal>
  );
}

/** Nothing brings the contacts back, so the person types the name. */
function Delete({ audience: { id, name, contacts_count }, close }: AudienceDialogProps) {
  const { audiencePage } = useTexts();
  const navigate = useNavigate();
  const usesOf = useAudienceUses();
  const forget = useForgetDrafts();
  const found = useQuery(audienceUses(id));
  const uses = found.data ? usesOf(found.data) : [];
  const remove = useMutation({
    mutationFn: () => api.contactTypeDelete({ contact_type_id: id }),
    onSuccess: async () => {
      notifications.show({ message: audiencePage.deleted(name) });
      await forget(formDraft('audience', id));
      await navigate({ to: '/contacts' });
      await queries.invalidateQueries();
    },
  });
  return (
    <TypeToConfirm
      title={audiencePage.deleteTitle(name)}
      label={audiencePage.typeName(name)}
      keep={audiencePage.keep}
      yes={audiencePage.deleteYes}
      isRight={(typed) => found.isSuccess && !found.isFetching && typed.trim() === name.trim()}
      mutation={remove}
      close={close}
    >
      <p>{audiencePage.deleteHint(contacts_count)}</p>
      {found.isFetching && <Waiting rows={1} />}
      {found.isError && <Unread error={found.error} retry={() => void found.refetch()} />}
      {uses.length > 0 && (
        <>
          <p>{audiencePage.deleteUses(uses.length, found.data?.isCut === true)}</p>
          <UseList uses={uses} />
        </>
      )}
      {found.data?.isCut && <p>{audiencePage.onlyNewest(MOST_CAMPAIGNS)}</p>}
    </TypeToConfirm>
  );
}
