import { Radio, Stack } from '@mantine/core';
import { FormModal } from '../../app/form-modal.tsx';
import { useOwnPassword } from '../../app/own-password.tsx';
import { useForm } from '../../app/use-form.ts';
import { formDraft } from '../../app/use-kept-draft.ts';
import { useKeyedCall } from '../../app/use-keyed-call.ts';
import {
  type KeyCalls,
  type KeyPair,
  limitKeyPair,
  type MadePair,
  ownKeys,
  SCOPES,
  type Scope,
} from '../../data/access.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const FIRST_SCOPE: Scope = 'read';

const valuesOf = (of: KeyPair | null) => ({
  key_name: '',
  key_expires: of?.last_day ?? '',
  key_networks: of?.networks.join(', ') ?? '',
  key_scope: of?.scope ?? FIRST_SCOPE,
});

/** Characters of the field for networks, as on the account page. */
const NETWORKS_MAX = 1000;

/** The permissions of a pair of keys, its last day and its networks. */
export function KeyForm({
  calls = ownKeys,
  of = null,
  isOpen,
  close,
  made,
}: {
  calls?: KeyCalls;
  /** Null: a new pair. */
  of?: KeyPair | null;
  isOpen: boolean;
  close: () => void;
  made?: (pair: MadePair) => void;
}) {
  const { keys, save } = useTexts();
  const make = useKeyedCall(calls.make);
  const { values, put, problems, field, modal } = useForm({
    draft: formDraft(calls.draft, of?.id),
    title: of ? keys.changeTitle(of.name || keys.unnamed) : keys.add,
    initial: valuesOf(of),
    isOpen,
    isNew: of === null,
    async save({ key_name, ...limits }): Promise<MadePair | null> {
      if (!of) return make({ key_name, ...limits, ...(calls.asksPassword && own.typed) });
      await limitKeyPair(of.id, limits);
      return null;
    },
    saved: async (pair) => {
      if (pair) made?.(pair);
      own.clear();
      close();
      await queries.invalidateQueries({ queryKey: calls.pairs.queryKey });
    },
  });
  const own = useOwnPassword(problems);
  const scope = values.key_scope;
  return (
    <FormModal {...modal} close={close} submit={of ? save : keys.add}>
      {!of &&
        field({ name: 'key_name', 'aria-required': true, label: keys.name, description: keys.nameHint })}
      <Radio.Group
        label={keys.scope}
        value={scope}
        onChange={(key_scope) => put({ key_scope })}
        error={problems['key_scope']}
      >
        <Stack gap="xs" mt="xs">
          {SCOPES.map((one) => (
            <Radio
              key={one}
              value={one}
              data-autofocus={(of !== null && one === scope) || undefined}
              label={keys.scopes[one]}
              description={keys.scopeHints[one]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {field({ name: 'key_expires', label: keys.lastDay, description: keys.lastDayHint, type: 'date' })}
      {field({
        name: 'key_networks',
        label: keys.networks,
        description: keys.networksHint,
        maxLength: NETWORKS_MAX,
      })}
      {calls.asksPassword && own.input}
    </FormModal>
  );
}
