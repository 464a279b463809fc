import { expect } from 'chai';
import fc from 'fast-check';
import { jsonFault } from '../../../../common/domain/json-fault.ts';

describe('jsonFault', () => {
  it('finds nothing in JSON, and a fault in any other text', () => {
    fc.assert(fc.property(fc.json(), (text) => jsonFault(text) === null));
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', '}', ',', 'x', '\\', '\n'),
        (json, at, sign) => {
          const text = json.slice(0, at % json.length) + sign + json.slice((at % json.length) + 1);
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }
          expect(jsonFault(text) === null, text).to.equal(isJson);
        },
      ),
    );
  });

  it('returns line and column', () => {
    expect(jsonFault('{"a": 1,\n "b" 2}')).to.deep.equal({ line: 2, column: 6 });
    expect(jsonFault('{"a": 1')).to.deep.equal({ line: 1, column: 8 });
    expect(jsonFault('')).to.deep.equal({ line: 1, column: 1 });
    expect(jsonFault("{'a': 1}")).to.deep.equal({ line: 1, column: 2 });
    expect(jsonFault('[1,]')).to.deep.equal({ line: 1, column: 4 });
    expect(jsonFault('[1] x')).to.deep.equal({ line: 1, column: 5 });
  });

  it('returns no position for a text that is too long to search', () => {
    expect(jsonFault('{'.repeat(2 ** 18))).to.deep.equal({ line: 1, column: 2 });
    expect(jsonFault('{'.repeat(2 ** 18 + 1))).to.equal(null);
  });
});
