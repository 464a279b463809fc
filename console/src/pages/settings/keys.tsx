import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dotted } from '../../app/dotted.ts';
import { useFormats } from '../../app/formats.ts';
import { RecordSection } from '../../app/record-section.tsx';
import { useAddressedDialog } from '../../app/use-addressed-dialog.ts';
import { formDraft, useForgetDrafts } from '../../app/use-kept-draft.ts';
import { type KeyCalls, type KeyPair, type MadePair, ownKeys } from '../../data/access.ts';
import { useTexts } from '../../texts/texts.ts';
import { KeyActs } from './key-acts.tsx';
import { KeyForm } from './key-form.tsx';
import { ShownOnce } from './shown-once.tsx';

export function Keys() {
  const { keys } = useTexts();
  return (
    <KeySection
      of={ownKeys}
      hint={keys.hint}
      none={keys.none}
      madeTitle={keys.madeTitle}
      actsOf={(pair, made) => <KeyActs pair={pair} made={made} />}
    />
  );
}

/** Lists, makes and revokes the keys of an account. */
export function KeySection({
  of,
  hint,
  none,
  madeTitle,
  actsOf,
}: {
  of: KeyCalls;
  hint: string;
  none: string;
  madeTitle: string;
  /** More buttons of a pair. */
  actsOf?: (pair: KeyPair, made: (pair: MadePair) => void) => ReactNode;
}) {
  const { keys } = useTexts();
  const { day, dateTime } = useFormats();
  const list = useQuery(of.pairs);
  const forget = useForgetDrafts();
  const [isAdding, { open, close }] = useAddressedDialog('add-keys');
  const [pair, setPair] = useState<MadePair | null>(null);

  const detailOf = ({ id, scope, last_day, networks, last_used_at }: KeyPair): string =>
    dotted(
      id,
      keys.scopes[scope],
      last_day !== null && keys.until(day(last_day)),
      networks.length > 0 && keys.from(networks.join(', ')),
      last_used_at === null ? keys.unused : keys.used(dateTime(last_used_at)),
    );

  return (
    <RecordSection
      id="keys"
      title={keys.title}
      hint={hint}
      none={none}
      action={
        <Button variant="default" onClick={open}>
          {keys.add}
        </Button>
      }
      read={list}
      rowOf={(key) => ({
        name: key.name || keys.unnamed,
        detail: detailOf(key),
        badge: key.is_expired ? keys.expired : null,
        more: actsOf?.(key, setPair),
      })}
      removal={({ id, name }) => ({
        label: keys.revoke,
        said: keys.revoked(name || keys.unnamed),
        question: { title: keys.revokeTitle(name || keys.unnamed), hint: keys.revokeHint, no: keys.keep },
        change: () => of.revoke(id).then(() => forget(formDraft(of.draft, id))),
      })}
    >
      <KeyForm calls={of} isOpen={isAdding} close={close} made={setPair} />
      <ShownOnce
        title={madeTitle}
        secrets={
          pair && [
            { name: 'PublicKey', value: pair.public_key },
            { name: 'SecretKey', value: pair.secret_key },
          ]
        }
        close={() => setPair(null)}
      />
    </RecordSection>
  );
}
