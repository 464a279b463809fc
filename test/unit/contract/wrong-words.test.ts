import { expect } from 'chai';
import { type ContractRow, contract, type EndpointName } from '../../../api/contract.ts';
import { Failure } from '../../../api/http/failures.ts';
import { validate } from '../../../api/http/validation.ts';
import { behaviours } from '../../../api/resources/all.ts';
import { inputsBy } from '../../support/calls.ts';
import { LIMITS } from '../../support/documented.ts';

/** Every input that takes words, with them. */
const TAKERS = (Object.keys(contract) as EndpointName[]).flatMap((name) =>
  inputsBy(name).flatMap(({ name: key, schema }) => {
    const words = schema.enum ?? (schema.items as { enum?: readonly unknown[] } | undefined)?.enum;
    return words?.some((word) => typeof word === 'string') ? [{ name, key }] : [];
  }),
);

/** The refusal of inputs; null: they are accepted. */
function refusal(name: EndpointName, given: Readonly<Record<string, unknown>>): Failure | null {
  try {
    validate(behaviours[name].input as Parameters<typeof validate>[0], given, LIMITS);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** No input may be shown at this length, and no other text repeats a letter so often. */
const LONG = 'ö'.repeat(81);

describe('the hint of an input', () => {
  it('shows at most 80 characters of what was given', () => {
    let hinted = 0;
    for (const name of Object.keys(contract) as EndpointName[]) {
      const { upload, files }: ContractRow = contract[name];
      for (const { name: key } of inputsBy(name).filter((one) => one.name !== upload && one.name !== files))
        for (const value of [LONG.repeat(3), [LONG.repeat(3)], { [LONG.repeat(3)]: LONG.repeat(3) }]) {
          const said = refusal(name, { [key]: value })?.hints?.[key] ?? [];
          hinted += said.length;
          expect(said.join(), `${name} ${key}`).not.to.include(LONG);
        }
    }
    expect(hinted).to.be.above(200);
  });
});

describe('an input that takes words', () => {
  it('exists in many rows', () => expect(TAKERS.length).to.be.above(30));

  for (const { name, key } of TAKERS)
    it(`names them when it gets another, and then takes each: ${(contract[name] as ContractRow).path} ${key}`, () => {
      const [hint = ''] = refusal(name, { [key]: 'wrongword' })?.hints?.[key] ?? [];
      const [, named = ''] = /Write (?:one|any) of:? (.+)\.$/.exec(hint) ?? [];
      expect(named, hint).not.to.equal('');
      for (const word of named.replace(/ …$/, '').split(', '))
        expect(refusal(name, { [key]: word })?.errors ?? {}, word).not.to.have.property(key);
    });
});
