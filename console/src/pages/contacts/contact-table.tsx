import { Button, Checkbox, Group, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedContact } from '../../../../client/src/index.ts';
import { useFormats } from '../../app/formats.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Empty, Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import { api } from '../../data/client.ts';
import { usePages } from '../../data/pages.ts';
import { useTexts } from '../../texts/texts.ts';

interface ContactTableProps {
  /** Begins an address, a name or a text field; '': all contacts. */
  readonly search: string;
  /** Only contacts of this audience. */
  readonly audience?: number;
}

/** Found contacts. Chosen ones can be deleted. */
export function ContactTable({ search, audience }: ContactTableProps) {
  const texts = useTexts();
  const { contactsPage } = texts;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { remove, isShown } = useRemovals();
  const found = usePages(['contacts', search, audience], (range, options) =>
    api.contactList(
      {
        ...(search !== '' && { search }),
        ...(audience !== undefined && { contact_type_id: audience }),
        ...range,
      },
      options,
    ),
  );
  if (found.isPending) return <Waiting rows={8} />;
  if (found.isError) return <Unread error={found.error} retry={() => void found.refetch()} />;
  const contacts = found.data.pages.flat().filter(isShown);
  if (contacts.length === 0 && !found.hasNextPage)
    return search === '' ? (
      <Empty
        title={contactsPage.noneTitle}
        hint={audience === undefined ? contactsPage.noneHint : texts.audiencePage.noneHint}
      />
    ) : (
      <Empty title={contactsPage.notFound} hint={contactsPage.notFoundHint(search)} />
    );

  const picked = contacts.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const toggle = (id: number): void =>
    setChosen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));
  const deleteChosen = (): void => {
    setChosen(new Set());
    remove({
      ids: picked,
      said: contactsPage.deleted(picked.length),
      change: () => api.contactBulkDelete({ strIds: picked }),
    });
  };
  return (
    <>
      <Group mih={36} mb="xs" role="status">
        {picked.length > 0 && (
          <>
            <span>{contactsPage.selected(picked.length)}</span>
            <Button
              size="compact-md"
              color="red"
              variant="light"
              c="var(--mantine-color-text)"
              onClick={deleteChosen}
            >
              {texts.remove}
            </Button>
          </>
        )}
      </Group>
      <div className="table" tabIndex={0} role="region" aria-label={texts.contacts}>
        <Table verticalSpacing="xs" highlightOnHover>
          <Head
            all={contacts.length}
            picked={picked.length}
            toggle={() =>
              setChosen(new Set(picked.length === contacts.length ? [] : contacts.map(({ id }) => id)))
            }
          />
          <Table.Tbody>
            {contacts.map((contact) => (
              <Row
                key={contact.id}
                contact={contact}
                isChosen={chosen.has(contact.id)}
                toggle={() => toggle(contact.id)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <MoreButton pages={found} />
    </>
  );
}

function Head({ all, picked, toggle }: { all: number; picked: number; toggle: () => void }) {
  const { contactsPage } = useTexts();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={40}>
          <Checkbox
            aria-label={contactsPage.selectAll}
            checked={picked === all}
            indeterminate={picked > 0 && picked < all}
            onChange={toggle}
          />
        </Table.Th>
        <Table.Th>{contactsPage.email}</Table.Th>
        <Table.Th className="wide">{contactsPage.name}</Table.Th>
        <Table.Th className="wide">{contactsPage.audience}</Table.Th>
        <Table.Th className="wide">{contactsPage.added}</Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

interface ContactRowProps {
  readonly contact: ListedContact;
  readonly isChosen: boolean;
  readonly toggle: () => void;
}

function Row({
  contact: { id, email, fullname, contact_type, created_at },
  isChosen,
  toggle,
}: ContactRowProps) {
  const { contactsPage } = useTexts();
  const { date } = useFormats();
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox aria-label={contactsPage.select(email)} checked={isChosen} onChange={toggle} />
      </Table.Td>
      <Table.Td>
        <Link to="/contacts/$id" params={{ id: String(id) }}>
          {email}
        </Link>
        <div className="narrow soft">{fullname}</div>
      </Table.Td>
      <Table.Td className="wide">{fullname}</Table.Td>
      <Table.Td className="wide">{contact_type.name}</Table.Td>
      <Table.Td className="wide">{date(created_at)}</Table.Td>
    </Table.Tr>
  );
}
