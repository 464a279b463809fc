import { Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormModal } from '../../app/form-modal.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import {
  type KeyPair,
  keyPairs,
  limitKeyPair,
  type MadePair,
  makeKeyPair,
  SCOPES,
  type Scope,
} from '../../data/access.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const EMPTY = { key_name: '', key_expires: '', key_networks: '' };

const typedOf = ({ last_day, networks }: KeyPair): typeof EMPTY => ({
  key_name: '',
  key_expires: last_day ?? '',
  key_networks: networks.join(', '),
});

/** Characters of the field for networks, as on the account page. */
const NETWORKS_MAX = 1000;

/** The permissions of a pair of keys, its last day and its networks. */
export function KeyForm({
  of = null,
  isOpen,
  close,
  made,
}: {
  /** Null: a new pair. */
  of?: KeyPair | null;
  isOpen: boolean;
  close: () => void;
  made?: (pair: MadePair) => void;
}) {
  const { keys, save } = useTexts();
  const [scope, setScope] = useState<Scope>(of?.scope ?? 'read');
  const make = useMutation({
    async mutationFn() {
      const { key_name, ...limits } = { ...typed, key_scope: scope };
      if (of) {
        await limitKeyPair(of.id, limits);
        return;
      }
      made?.(await makeKeyPair({ key_name, ...limits }));
      clear();
    },
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: keyPairs.queryKey });
    },
  });
  const problems = fieldProblems(make.error);
  const { typed, field, clear } = useTyped(of ? typedOf(of) : EMPTY, problems);
  return (
    <FormModal
      isOpen={isOpen}
      close={close}
      title={of ? keys.changeTitle(of.name || keys.unnamed) : keys.add}
      submit={of ? save : keys.add}
      mutation={make}
    >
      {!of && field({ name: 'key_name', label: keys.name, description: keys.nameHint })}
      <Radio.Group
        label={keys.scope}
        value={scope}
        onChange={(chosen) => setScope(chosen)}
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
    </FormModal>
  );
}
