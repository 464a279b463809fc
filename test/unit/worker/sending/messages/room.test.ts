import { expect } from 'chai';
import { createRoom } from '../../../../../worker/sending/messages/room.ts';

describe('room for attachments', () => {
  it('limits the part of an account and the whole of all accounts', () => {
    const room = createRoom(100, 50);
    const first = room.take(1, 30);
    expect(first).to.be.a('function');
    expect(room.take(1, 30)).to.equal(null);
    const second = room.take(1, 20);
    expect(second).to.be.a('function');
    expect(room.take(2, 50)).to.be.a('function');
    expect(room.take(3, 1)).to.equal(null);
    first!();
    expect(room.take(3, 31)).to.equal(null);
    expect(room.take(3, 30)).to.be.a('function');
  });

  it('lets in what is larger than all of it when it is empty', () => {
    const room = createRoom(100, 50);
    const place = room.take(1, 1000);
    expect(place).to.be.a('function');
    expect(room.take(2, 1)).to.equal(null);
    place!();
    expect(room.take(2, 1)).to.be.a('function');
  });
});
