import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { WEBHOOK_EVENTS } from '../../../api/openapi/webhook-events.ts';
import { EVENT_TYPES } from '../../../common/domain/event-types.ts';

const GUIDE = readFileSync('docs/webhooks.md', 'utf8');

describe('docs/webhooks.md', () => {
  it('names each event, and no other', () => {
    const named = [...GUIDE.matchAll(/^- `([a-z_]+\.[a-z_]+)`:/gm)].map(([, name]) => name);
    expect(named).to.have.members([...EVENT_TYPES]);
  });

  it('agrees with the reference on its example', () => {
    const shown = JSON.parse(/```json\n([\s\S]+?)```/.exec(GUIDE)![1]!) as { id: string; data: object };
    const { id, data } = WEBHOOK_EVENTS['delivery.bounced'].example;
    expect([shown.id, shown.data]).to.deep.equal([id, data]);
  });
});
