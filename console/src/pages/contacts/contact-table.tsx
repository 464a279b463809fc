import { Badge, Button, Checkbox, Group, Menu, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useRef, useState } from 'react';
import type { FoundContact } from '../../../../client/src/index.ts';
import { csvOf } from '../../app/csv.ts';
import { dotted } from '../../app/dotted.ts';
import { saveAs } from '../../app/download.ts';
import { MoreButton } from '../../app/more-button.tsx';
import { Empty, Unread, Waiting } from '../../app/page.tsx';
import { useRemovals } from '../../app/removals.ts';
import { rowKeys } from '../../app/row-keys.ts';
import { contactDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { useVisibleRows } from '../../app/use-visible-rows.ts';
import { api } from '../../data/client.ts';
import {
  type ContactSearch,
  contactsFound,
  isPlainSearch,
  type StatusFilter,
} from '../../data/contact-search.ts';
import { tickedAfter } from '../../data/ticked-rows.ts';
import { useTexts } from '../../texts/texts.ts';
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx';
import { type ContactColumn, useContactColumns } from './contact-columns.ts';
import styles from './contact-table.module.css';

interface ContactTableProps {
  readonly search: ContactSearch;
  /** The table shows one audience only, so it has no column with the audience's name. */
  readonly isOfAudience?: boolean;
}

/** The found contacts, with actions for the selected ones. */
export function ContactTable({ search, isOfAudience = false }: ContactTableProps) {
  const texts = useTexts();
  const { contactsPage, contactTable } = texts;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [action, setAction] = useState<BulkAction | null>(null);
  const { remove, isShown } = useRemovals('contacts');
  const forget = useForgetDrafts();
  const columns = useContactColumns();
  const found = useInfiniteQuery(contactsFound(search));
  /** The rows in their order, and the one that was ticked last. */
  const rows = useRef<{ ids: readonly number[]; last: number | null }>({ ids: [], last: null });
  const toggle = useCallback((id: number, isRange: boolean): void => {
    const { ids, last } = rows.current;
    rows.current.last = id;
    setChosen((now) => tickedAfter(now, { id, from: isRange ? last : null, ids }));
  }, []);
  if (found.isPending) return <Waiting rows={8} />;
  if (found.isError) return <Unread error={found.error} retry={() => void found.refetch()} />;
  const contacts = unique(found.data.pages.flatMap((page) => page.contacts)).filter(isShown);
  if (contacts.length === 0 && !found.hasNextPage)
    return isPlainSearch(search) && search.q === undefined && (isOfAudience || !search.audience) ? (
      <Empty
        title={contactsPage.noneTitle}
        hint={isOfAudience ? texts.audiencePage.noneHint : contactsPage.noneHint}
      />
    ) : (
      <Empty
        title={contactsPage.notFound}
        hint={search.q === undefined ? contactTable.noneHint : contactsPage.notFoundHint(search.q)}
      />
    );
  rows.current.ids = contacts.map(({ id }) => id);
  const picked = contacts.filter(({ id }) => chosen.has(id));
  const ids = picked.map(({ id }) => id);
  const clear = (): void => setChosen(new Set());
  const deleteChosen = (): void => {
    clear();
    remove({
      ids,
      said: contactsPage.deleted(ids.length),
      change: () => api.contactBulkDelete({ strIds: ids }).then(() => forget(...ids.map(contactDraft))),
    });
  };
  const shown = columns.shown.filter(({ key }) => !(isOfAudience && key === 'contact_type'));
  return (
    <>
      <Group className={styles.bar ?? ''} role="status" gap="xs">
        {ids.length === 0 ? (
          <span className="soft">
            <Total page={found.data.pages[0]!} />
          </span>
        ) : (
          <ChosenBar
            count={ids.length}
            act={setAction}
            remove={deleteChosen}
            clear={clear}
            save={() => saveAs(`${texts.contacts}.csv`, fileOf(picked, columns.all, contactsPage.email))}
          />
        )}
      </Group>
      {action !== null && (
        <BulkDialog
          chosen={{ ids }}
          action={action}
          close={() => setAction(null)}
          started={() => {
            setAction(null);
            clear();
          }}
        />
      )}
      <Rows
        contacts={contacts}
        columns={shown}
        chosen={chosen}
        picked={ids.length}
        isOld={found.isPlaceholderData}
        toggle={toggle}
        choose={(all) => setChosen(new Set(all))}
      />
      <MoreButton pages={found} />
    </>
  );
}

/** Removes repeated contacts: one that was added while pages were read may be on two of them. */
const unique = (contacts: readonly FoundContact[]): readonly FoundContact[] => [
  ...new Map(contacts.map((contact) => [contact.id, contact])).values(),
];

export const fileOf = (
  contacts: readonly FoundContact[],
  columns: readonly ContactColumn[],
  email: string,
): Blob =>
  csvOf([
    [email, ...columns.map(({ name }) => name)],
    ...contacts.map((contact) => [contact.email, ...columns.map(({ value }) => value(contact))]),
  ]);

function Total({
  page: { count, at_least, refreshing },
}: {
  page: { readonly count: number | null; readonly at_least: boolean; readonly refreshing: boolean };
}) {
  const { contactsPage, contactTable } = useTexts();
  if (count === null) return null;
  return (
    <>
      {dotted(
        at_least ? contactTable.atLeast(count) : contactsPage.audienceCount(count),
        refreshing && contactTable.gathering,
      )}
    </>
  );
}

interface ChosenBarProps {
  readonly count: number;
  readonly act: (action: BulkAction) => void;
  readonly remove: () => void;
  readonly clear: () => void;
  readonly save: () => void;
}

/** Deleting has a button of its own, which can be undone at once. */
const MENU_ACTIONS = [
  'segment_add',
  'segment_remove',
  'unsubscribe',
  'unsubscribe_all',
  'tag_add',
  'tag_remove',
] as const satisfies readonly BulkAction[];

function ChosenBar({ count, act, remove, clear, save }: ChosenBarProps) {
  const texts = useTexts();
  const { bulk, contactsPage, contactTable } = texts;
  const button = (label: string, onClick: () => void) => (
    <Button size="compact-md" variant="default" onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      <span>{contactsPage.selected(count)}</span>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="compact-md" variant="light">
            {contactTable.change}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {MENU_ACTIONS.map((action) => (
            <Menu.Item key={action} onClick={() => act(action)}>
              {bulk.actions[action]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {button(contactTable.download, save)}
      <Button size="compact-md" color="red" variant="light" c="var(--mantine-color-text)" onClick={remove}>
        {texts.remove}
      </Button>
      {button(contactTable.clear, clear)}
    </>
  );
}

interface RowsProps {
  readonly contacts: readonly FoundContact[];
  readonly columns: readonly ContactColumn[];
  readonly chosen: ReadonlySet<number>;
  readonly picked: number;
  readonly isOld: boolean;
  /** `isRange`: and the rows from the one before. */
  readonly toggle: (id: number, isRange: boolean) => void;
  readonly choose: (ids: readonly number[]) => void;
}

/** Draws only the rows near the visible part of the table. */
function Rows({ contacts, columns, chosen, picked, isOld, toggle, choose }: RowsProps) {
  const texts = useTexts();
  const { contactsPage } = texts;
  const { body, first, end, above, below } = useVisibleRows(contacts.length);
  const all = contacts.length;
  return (
    <div
      className={`table ${isOld ? (styles.old ?? '') : ''}`}
      tabIndex={0}
      role="region"
      aria-label={texts.contacts}
      onKeyDown={rowKeys(toggle)}
    >
      <Table verticalSpacing="xs" highlightOnHover aria-rowcount={all + 1}>
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th w={40}>
              <Checkbox
                aria-label={contactsPage.selectAll}
                checked={picked === all}
                indeterminate={picked > 0 && picked < all}
                onChange={() => choose(picked === all ? [] : contacts.map(({ id }) => id))}
              />
            </Table.Th>
            <Table.Th>{contactsPage.email}</Table.Th>
            {columns.map(({ key, name }) => (
              <Table.Th key={key} className="wide">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {above > 0 && <Space height={above} />}
          {contacts.slice(first, end).map((contact, at) => (
            <Row
              key={contact.id}
              place={first + at + 2}
              contact={contact}
              columns={columns}
              isChosen={chosen.has(contact.id)}
              toggle={toggle}
            />
          ))}
          {below > 0 && <Space height={below} />}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const Space = ({ height }: { height: number }) => (
  <tr data-space aria-hidden="true">
    <td style={{ height, padding: 0 }} />
  </tr>
);

interface ContactRowProps {
  readonly place: number;
  readonly contact: FoundContact;
  readonly columns: readonly ContactColumn[];
  readonly isChosen: boolean;
  /** `isRange`: and the rows from the one before. */
  readonly toggle: (id: number, isRange: boolean) => void;
}

/** Each rendering makes new column objects, so columns are compared by their keys. */
const isSameRow = (one: ContactRowProps, other: ContactRowProps): boolean =>
  one.contact === other.contact &&
  one.place === other.place &&
  one.isChosen === other.isChosen &&
  one.columns.length === other.columns.length &&
  one.columns.every(({ key }, at) => key === other.columns[at]!.key);

const Row = memo(function Row({ place, contact, columns, isChosen, toggle }: ContactRowProps) {
  const { contactsPage, contactTable } = useTexts();
  const { id, email, fullname, contact_status: status, contact_type } = contact;
  const statusName = contactTable.statuses[status as StatusFilter] ?? status;
  // The table of one audience does not name it.
  const audience = columns.some(({ key }) => key === 'contact_type') ? contact_type.name : '';
  const inShort = dotted(statusName, fullname, audience);
  return (
    <Table.Tr className={styles.row ?? ''} aria-rowindex={place} data-id={id}>
      <Table.Td>
        <Checkbox
          aria-label={contactsPage.select(email)}
          checked={isChosen}
          onChange={({ nativeEvent }) =>
            toggle(id, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
        />
      </Table.Td>
      <Table.Td>
        <Link to="/contacts/$id" params={{ id: String(id) }} title={email}>
          {email}
        </Link>
        <div className="narrow soft" title={inShort}>
          {inShort}
        </div>
      </Table.Td>
      {columns.map(({ key, value }) => (
        <Table.Td key={key} className="wide" data-column={key}>
          {key === 'contact_status' ? (
            <Badge variant="light" miw="max-content" className={styles.status ?? ''} data-status={status}>
              {statusName}
            </Badge>
          ) : key === 'tags' ? (
            <Group gap={4} wrap="nowrap">
              {contact.tags.map((tag) => (
                <Badge key={tag} variant="default" flex="none">
                  {tag}
                </Badge>
              ))}
            </Group>
          ) : (
            value(contact)
          )}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}, isSameRow);
