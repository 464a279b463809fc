import { Badge, Button, Checkbox, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ListedUnsubscribeGroup, UnsubscribeGroup } from '../../../../client/src/index.ts';
import { FormModal } from '../../app/form-modal.tsx';
import { LinkButton } from '../../app/link-button.tsx';
import { Unread, Waiting } from '../../app/page.tsx';
import rows from '../../app/rows.module.css';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { unsubscribeGroups } from '../../data/lists.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

/** The kinds of mails that a person can leave without leaving all. */
export function Groups() {
  const { groups } = useTexts();
  const list = useQuery(unsubscribeGroups);
  const [isAdding, { open, close }] = useAddressedDialog('add-type');
  return (
    <section className="card" aria-labelledby="groups">
      <GroupForm group={null} isOpen={isAdding} close={close} />
      <div className="head">
        <h2 id="groups">{groups.title}</h2>
        <Button variant="default" onClick={open}>
          {groups.add}
        </Button>
      </div>
      <p className="soft">{groups.hint}</p>
      {list.isPending && <Waiting rows={2} height={64} />}
      {list.isError && <Unread error={list.error} retry={() => void list.refetch()} />}
      {list.data?.length === 0 && <p>{groups.none}</p>}
      {list.data && list.data.length > 0 && (
        <ul className={rows.rows}>
          {list.data.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </ul>
      )}
    </section>
  );
}

function GroupRow({ group }: { group: ListedUnsubscribeGroup }) {
  const { groups, groupMembers } = useTexts();
  const [isChanging, { open, close }] = useDisclosure();
  return (
    <li>
      <GroupForm key={group.updated_at} group={group} isOpen={isChanging} close={close} />
      <div>
        <strong>{group.group_name}</strong>
        <div className="soft">{group.description}</div>
        <div className="soft">{groups.left(group.unsubscribe_clients_count)}</div>
      </div>
      <Group>
        {group.is_display === 0 && (
          <Badge variant="light" className={rows.open}>
            {groups.hidden}
          </Badge>
        )}
        <LinkButton
          to="/settings/types/$id"
          params={{ id: String(group.id) }}
          variant="default"
          size="compact-md"
          aria-label={groupMembers.showOf(group.group_name)}
        >
          {groupMembers.show}
        </LinkButton>
        <Button
          variant="default"
          size="compact-md"
          aria-label={`${groups.change}: ${group.group_name}`}
          onClick={open}
        >
          {groups.change}
        </Button>
      </Group>
    </li>
  );
}

function GroupForm({
  group,
  isOpen,
  close,
}: {
  /** Null for a new one. */
  group: UnsubscribeGroup | null;
  isOpen: boolean;
  close: () => void;
}) {
  const texts = useTexts();
  const { groups } = texts;
  const { values, put, field, modal } = useForm({
    draft: formDraft('subscription-type', group?.id),
    title: group?.group_name ?? groups.add,
    initial: {
      group_name: group?.group_name ?? '',
      description: group?.description ?? '',
      is_display: group?.is_display !== 0,
    },
    isOpen,
    isNew: group === null,
    save: (sending): Promise<unknown> =>
      group
        ? api.unsubscribeGroupUpdate({ id: group.id, ...sending })
        : api.unsubscribeGroupSave(sending, { idempotencyKey: crypto.randomUUID() }),
    saved: async () => {
      close();
      await queries.invalidateQueries({ queryKey: unsubscribeGroups.queryKey });
    },
  });
  return (
    <FormModal {...modal} close={close} submit={group ? texts.save : groups.add}>
      {field({
        name: 'group_name',
        'aria-required': true,
        label: groups.name,
        description: groups.nameHint,
      })}
      {field({
        name: 'description',
        'aria-required': true,
        label: groups.description,
        description: groups.descriptionHint,
      })}
      <Checkbox
        label={groups.display}
        checked={values.is_display}
        onChange={(event) => put({ is_display: event.currentTarget.checked })}
      />
    </FormModal>
  );
}
