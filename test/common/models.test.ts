import { expect } from 'chai';
import { MODELS } from '../../common/models/all.ts';

describe('models', () => {
  for (const Model of MODELS) {
    it(`${Model.modelName} refuses a write that goes through mongoose`, () => {
      const make = Model as unknown as new (fields: object) => object;
      expect(() => new make({ user_id: 1 })).to.throw(/strict mode is set to throw/);
    });
  }
});
