import { accountById } from '../../../common/accounts/accounts.ts';
import { createKeyPair, hasKeyPair, liveKeyPairs } from '../../../common/accounts/key-pairs.ts';
import { prefixOf } from '../../../common/changes/audit-entries.ts';
import { withoutAddresses } from '../../../common/domain/without-address.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import { revokeKeyForOperator } from '../../../common/quotas/operator-acts.ts';
import type { Service } from '../../http/endpoint.ts';
import { recordId, text } from '../../http/inputs.ts';
import { inputs, required } from '../../http/typed-input.ts';
import { validate } from '../../http/validation.ts';
import { formFrom } from '../account/forms.ts';
import { readNewKey } from '../account/key-acts.ts';
import { KEY_TEXTS, keyRefusal, presentKey } from './key-answers.ts';
import { idInput } from './operator-accounts.ts';
import { checkOwnPassword, noRecord, noteOperatorAct, type OperatorCalls, ownPassword } from './operators.ts';

const KEY_MAX = 100;
const creationInput = inputs({ id: required(recordId()), password: required(ownPassword) });
const revocationInput = inputs({ id: required(recordId()), key: required(text({ max: KEY_MAX })) });

async function ownerOf(id: number): Promise<AccountDocument> {
  const account = await accountById(id);
  if (!account) throw noRecord();
  return account;
}

/** Calls on the key pairs of an account. */
export function keyCalls({
  config: { limits },
  limits: rates,
}: Pick<Service, 'config' | 'limits'>): OperatorCalls {
  return {
    reads: {
      async 'accounts/keys'({ given }) {
        const { _id, timezone } = await ownerOf(validate(idInput, given, limits).id);
        const pairs = (await liveKeyPairs(_id)).map((pair) => presentKey(pair, timezone));
        return { message: { keys: pairs.map((pair) => ({ ...pair, name: withoutAddresses(pair.name) })) } };
      },
    },
    creates: {
      async 'accounts/keys/create'(call) {
        const { given } = call;
        const { id, password } = validate(creationInput, given, limits);
        await checkOwnPassword(call, password, rates);
        return async (audit) => {
          const { _id: account, timezone } = await ownerOf(id);
          const { name, limits: of, problems, typed } = readNewKey(formFrom(given), timezone, KEY_TEXTS);
          if (Object.keys(problems).length > 0) throw keyRefusal(problems, typed);
          await audit.begin(account, 'key_created');
          const pair = await createKeyPair(account, name, of);
          const key = prefixOf(pair.public_key);
          audit.made({ subject: key });
          return { answer: { message: { key: pair } }, act: 'key_created', about: { account, key } };
        };
      },
    },
    changes: {
      async 'accounts/keys/revoke'({ ctx, operator, given }) {
        const { id, key } = validate(revocationInput, given, limits);
        return async () => {
          const { _id: account } = await ownerOf(id);
          if (!(await hasKeyPair(account, key))) throw noRecord();
          // A pair that was revoked before has the same answer: an earlier call may have ended before it told every process.
          if (await revokeKeyForOperator(account, key))
            noteOperatorAct(ctx, operator, 'key_revoked', { account, key: prefixOf(key) });
          return { answer: { message: 'Revoked Successfully' }, tell: account };
        };
      },
    },
  };
}
