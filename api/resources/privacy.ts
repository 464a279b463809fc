import { normalizeAddress } from '../../common/domain/addresses.ts';
import { findErasure } from '../../common/erasures/find.ts';
import { requestErasure } from '../../common/erasures/request.ts';
import { endpoints } from '../http/endpoint.ts';
import { email } from '../http/inputs.ts';
import { inputs, required } from '../http/typed-input.ts';
import { presentErasure } from '../present/erasures.ts';
import { presentPerson } from '../present/person.ts';
import { personOf } from '../services/queries/person.ts';

const onePerson = inputs({ email: required(email()) });

/** See docs/rules.md 14. */
export const privacy = endpoints({
  contactExport: {
    input: onePerson,
    async run({ email }, account, { questions, signal }) {
      const person = await questions.ask(account, 'email', signal, (asking) =>
        personOf(account.id, email, asking),
      );
      return person && presentPerson(person);
    },
  },

  contactErase: {
    input: onePerson,
    async run({ email }, account, { ring }) {
      await requestErasure(account.id, email);
      await ring('erase-addresses', { userId: account.id });
      return true as const;
    },
  },

  contactErasure: {
    input: onePerson,
    async run({ email }, account) {
      const erasure = await findErasure(account.id, normalizeAddress(email));
      return erasure && presentErasure(erasure);
    },
  },
});
