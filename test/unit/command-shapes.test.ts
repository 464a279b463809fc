import { expect } from 'chai';
import type { Document } from 'mongodb';
import { inWords, shapesOf } from '../support/command-shapes.ts';

const shapes = (command: Document): string[] => [...shapesOf(command)].map(inWords);

describe('the shape of a command', () => {
  it('has the fields of a filter with a value or a list, the others, and the sorted ones', () => {
    const filter = { user_id: 1, $and: [{ a: { $in: [1] } }, { b: { $gt: 1 } }], c: { $ne: null }, d: null };
    expect(shapes({ find: 'rows', filter, sort: new Map([['e', 1]]) })).to.deep.equal([
      'rows.find {a, d, user_id, b…, c…} sort e',
    ]);
    expect(shapes({ count: 'rows' })).to.deep.equal(['rows.count {}']);
  });

  it('is that of each statement', () => {
    const updates = [{ q: { user_id: 1 } }, { q: { _id: { $in: [1] } } }];
    expect(shapes({ update: 'rows', updates })).to.deep.equal(['rows.update {user_id}', 'rows.update {_id}']);
    expect(shapes({ delete: 'rows', deletes: [{ q: {} }] })).to.deep.equal(['rows.delete {}']);
    const documents = [{ user_id: 1, other: 1 }, { other: 1 }];
    expect(shapes({ insert: 'rows', documents })).to.deep.equal(['rows.insert {user_id}', 'rows.insert {}']);
  });

  it('is that of each pipeline, with the filters at its beginning', () => {
    const pipeline = [
      { $match: { user_id: 1 } },
      { $match: { a: 1 } },
      { $sort: { b: 1 } },
      { $match: { ignored: 1 } },
      {
        $lookup: {
          from: 'others',
          foreignField: 'row',
          pipeline: [{ $match: { $expr: { $eq: ['$user_id', '$$account'] } } }],
        },
      },
      { $unionWith: 'thirds' },
      { $unionWith: { coll: 'thirds', pipeline: [{ $match: { a: 1 } }] } },
    ];
    expect(shapes({ aggregate: 'rows', pipeline })).to.deep.equal([
      'rows.aggregate {a, user_id} sort b',
      'others.lookup {row, user_id}',
      'thirds.lookup {}',
      'thirds.lookup {a}',
    ]);
  });

  it('of alternatives has the fields of all of them', () => {
    const filter = { $or: [{ a: 1, b: 1 }, { a: { $gt: 1 } }] };
    expect(shapes({ find: 'rows', filter })).to.deep.equal(['rows.find {$or…, a…}']);
  });
});
