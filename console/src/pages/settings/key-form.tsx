import { Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormModal } from '../../app/form-modal.tsx';
import { useTyped } from '../../app/typed-fields.tsx';
import { keyPairs, type MadePair, makeKeyPair, SCOPES, type Scope } from '../../data/access.ts';
import { fieldProblems } from '../../data/problems.ts';
import { queries } from '../../data/queries.ts';
import { useTexts } from '../../texts/texts.ts';

const EMPTY = { key_name: '', key_expires: '', key_networks: '' };

/** Characters of the field for networks, as on the account page. */
const NETWORKS_MAX = 1000;

/** A new pair of keys: what it may do, how long, and from where. */
export function KeyForm({
  isOpen,
  close,
  made,
}: {
  isOpen: boolean;
  close: () => void;
  made: (pair: MadePair) => void;
}) {
  const { keys } = useTexts();
  const [scope, setScope] = useState<Scope>('read');
  const make = useMutation({
    mutationFn: () => makeKeyPair({ ...typed, key_scope: scope }),
    onSuccess: async (pair) => {
      clear();
      close();
      made(pair);
      await queries.invalidateQueries({ queryKey: keyPairs.queryKey });
    },
  });
  const problems = fieldProblems(make.error);
  const { typed, field, clear } = useTyped(EMPTY, problems);
  return (
    <FormModal isOpen={isOpen} close={close} title={keys.add} submit={keys.add} mutation={make}>
      {field({ name: 'key_name', label: keys.name, description: keys.nameHint })}
      <Radio.Group
        label={keys.scope}
        value={scope}
        onChange={(chosen) => setScope(chosen)}
        error={problems['key_scope']}
      >
        <Stack gap="xs" mt="xs">
          {SCOPES.map((one) => (
            <Radio key={one} value={one} label={keys.scopes[one]} description={keys.scopeHints[one]} />
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
