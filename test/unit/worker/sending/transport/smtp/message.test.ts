import { expect } from 'chai';
import fc from 'fast-check';
import { finalDot, forTheWire } from '../../../../../../worker/sending/transport/smtp/message.ts';

describe('transport: the message on the wire', () => {
  it('keeps a correct mail unchanged, without a copy', () => {
    const raw = Buffer.from('Subject: x\r\n\r\na.b\r\n\r\nc\r\n');
    expect(forTheWire(raw)).to.equal(raw);
  });

  it('contains no lone CR or LF and no line with only a dot, and can be undone', () => {
    const pieces = fc.constantFrom('\r', '\n', '\r\n', '.', '..', 'a', 'ü', ' ');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const body = forTheWire(Buffer.from(text));
        const wire = `${body.toString()}${finalDot(body)}`;
        expect(wire.replaceAll('\r\n', '')).not.to.match(/[\r\n]/);
        const lines = wire.split('\r\n');
        expect(lines.indexOf('.'), 'the only dot alone is the last line').to.equal(lines.length - 2);
        const undone = lines.slice(0, -2).map((line) => (line.startsWith('.') ? line.slice(1) : line));
        const expected = text.replace(/\r\n|\r|\n/g, '\n').replace(/\n$/, '');
        expect(undone.join('\n')).to.equal(expected);
      }),
    );
  });
});
