import { expect } from 'chai';
import type { Call } from '../../../../api/http/endpoint.ts';
import { endpoints } from '../../../../api/http/endpoint.ts';
import { email, flag, integer, list, oneOf, recordId, text } from '../../../../api/http/inputs.ts';
import {
  dependingOn,
  ignored,
  inputs,
  nothing,
  optional,
  required,
} from '../../../../api/http/typed-input.ts';
import { validate } from '../../../../api/http/validation.ts';
import { LIMITS } from '../../../support/documented.ts';

/** Compiles only when both types are the same. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
const isSame = <One, Other>(same: Same<One, Other>): boolean => same;

describe('the type of an endpoint’s input', () => {
  it('follows its table: required and optional inputs, blank ones, lists, and one of several words', () => {
    const taken = inputs({
      id: required(recordId()),
      name: required(text()),
      state_id: integer(),
      unsubscribe_group_id: optional(integer()),
      alt_email: email(),
      value: list(),
      type: required(oneOf(['custom', 'date'])),
      query_type: oneOf(['and', 'or']),
      all: optional(flag()),
    });
    const values = validate(
      taken,
      {
        id: '7',
        name: ' Ada ',
        state_id: '',
        unsubscribe_group_id: '',
        value: 'a',
        type: 'date',
        all: 'true',
      },
      LIMITS,
    );
    isSame<
      typeof values,
      {
        id: number;
        name: string;
        type: 'custom' | 'date';
        state_id?: number | null;
        unsubscribe_group_id?: number;
        alt_email?: string | null;
        value?: string[];
        query_type?: 'and' | 'or' | '';
        all?: 0 | 1;
      }
    >(true);
    expect(values).to.deep.equal({ id: 7, name: 'Ada', state_id: null, value: ['a'], type: 'date', all: 1 });
  });

  it('follows a further rule and an input that depends on another one', () => {
    const taken = inputs({
      scheduled: required(flag()),
      length: required(text().custom((value) => value.length)),
      date: dependingOn('scheduled', 1, required(text()), ignored),
    });
    const values = validate(taken, { scheduled: 0, length: 'four', date: { $gt: '' } }, LIMITS);
    isSame<typeof values, { scheduled: 0 | 1; length: number; date?: string }>(true);
    expect(values).to.deep.equal({ scheduled: 0, length: 4 });
  });

  it('binds the handler, and its row binds the answer of the handler', () => {
    const table = endpoints({
      contactTypeAdd: {
        input: inputs({ name: required(text()) }),
        run: ({ name }) => ({ id: name.length }),
      },
      // @ts-expect-error -- A handler can not state another type than its inputs give.
      contactTypeView: { input: inputs({ id: required(recordId()) }), run: ({ id }: { id: string }) => [id] },
      contactTypeUpdate: {
        input: inputs({ id: required(recordId()) }),
        // @ts-expect-error -- The table has no such input.
        run: ({ name }) => [name],
      },
      automationPause: {
        input: nothing,
        run(_, _account, { conflict }) {
          // @ts-expect-error -- The row has no such conflict.
          throw conflict('notPaused');
        },
      },
    });
    expect(Object.keys(table)).to.include('contactTypeAdd');
    expect(
      table.contactTypeAdd.run({ name: 'four' } as never, {} as never, {} as Call as never),
    ).to.deep.equal({
      id: 4,
    });
  });
});
