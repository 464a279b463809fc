import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { RecordSection } from '../../app/record-section.tsx';
import { formDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { type KeyPair, keyPairs, type MadePair, revokeKeyPair } from '../../data/access.ts';
import { useTexts } from '../../texts/texts.ts';
import { KeyActs } from './key-acts.tsx';
import { KeyForm } from './key-form.tsx';
import { ShownOnce } from './shown-once.tsx';

export function Keys() {
  const { keys } = useTexts();
  const { date, dateTime } = useFormats();
  const list = useQuery(keyPairs);
  const forget = useForgetDrafts();
  const [isAdding, { open, close }] = useDisclosure();
  const [pair, setPair] = useState<MadePair | null>(null);

  const detailOf = ({ id, scope, expires_at, networks, last_used_at }: KeyPair): string =>
    dotted(
      id,
      keys.scopes[scope],
      // The last day is the one that ends at that instant.
      expires_at !== null && keys.until(date(new Date(Date.parse(expires_at) - 1))),
      networks.length > 0 && keys.from(networks.join(', ')),
      last_used_at === null ? keys.unused : keys.used(dateTime(last_used_at)),
    );

  return (
    <RecordSection
      id="keys"
      title={keys.title}
      hint={keys.hint}
      none={keys.none}
      read={list}
      rowOf={(key) => ({
        name: key.name || keys.unnamed,
        detail: detailOf(key),
        badge: key.is_expired ? keys.expired : null,
        more: <KeyActs pair={key} made={setPair} />,
      })}
      removal={({ id, name }) => ({
        label: keys.revoke,
        said: keys.revoked(name || keys.unnamed),
        question: { title: keys.revokeTitle(name || keys.unnamed), hint: keys.revokeHint, no: keys.keep },
        change: () => revokeKeyPair(id).then(() => forget(formDraft('keys', id))),
      })}
    >
      <KeyForm isOpen={isAdding} close={close} made={setPair} />
      <ShownOnce
        title={keys.madeTitle}
        secrets={
          pair && [
            { name: 'PublicKey', value: pair.public_key },
            { name: 'SecretKey', value: pair.secret_key },
          ]
        }
        close={() => setPair(null)}
      />
      <Button variant="default" onClick={open}>
        {keys.add}
      </Button>
    </RecordSection>
  );
}
