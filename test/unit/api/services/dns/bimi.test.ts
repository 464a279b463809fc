import { expect } from 'chai';
import { lookAtBimi, svgProblem } from '../../../../../api/services/dns/bimi.ts';
import { bimiOf, dmarcOf } from '../../../../../api/services/dns/domain-records.ts';
import type { RecordFindings } from '../../../../../common/models/sending-domains.ts';

const LOGO =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 64 64"><title>Shop</title><rect width="64" height="64"/></svg>';

describe('a logo for BIMI', () => {
  it('is right as SVG Tiny PS', () => {
    expect(svgProblem(Buffer.from(LOGO))).to.equal(null);
  });

  for (const [what, logo, problem] of [
    ['of another profile', LOGO.replace('tiny-ps', 'tiny'), 'baseProfile'],
    ['without a version', LOGO.replace(' version="1.2"', ''), 'version'],
    ['without a title', LOGO.replace('<title>Shop</title>', ''), 'title'],
    ['with a script', LOGO.replace('<rect', '<script>1</script><rect'), 'scripts'],
    ['with an image', LOGO.replace('<rect', '<image href="https://x.example/a.png"/><rect'), 'scripts'],
    ['with a handler', LOGO.replace('<rect', '<rect onload="x()"'), 'scripts'],
    ['with an entity', LOGO.replace('<svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg'), 'scripts'],
    ['that is no square', LOGO.replace('0 0 64 64', '0 0 64 32'), 'square'],
    ['that is a page', '<html></html>', 'no SVG'],
    ['that is empty', '', 'no SVG'],
  ] as const)
    it(`is wrong ${what}`, () => {
      expect(svgProblem(Buffer.from(logo))).to.include(problem);
    });

  it('needs one record with an https URL', () => {
    expect(bimiOf(['v=BIMI1; l=https://shop.example/logo.svg; a='])).to.deep.equal({
      logo: 'https://shop.example/logo.svg',
      certificate: null,
    });
    expect(bimiOf(['v=BIMI1; l=http://shop.example/logo.svg'])?.logo).to.equal(null);
    for (const values of [[], ['v=spf1'], ['v=BIMI1; l=', 'v=BIMI1; l=']])
      expect(bimiOf(values)).to.equal(null);
  });

  it('needs a strong DMARC policy, and is not fetched from inside', async () => {
    const findings = (dmarc: string): RecordFindings => ({
      bimi: { status: 'ok', found: ['v=BIMI1; l=https://127.0.0.1/logo.svg'], problem: null },
      dmarc: { status: 'ok', found: [dmarc], problem: null },
    });
    const look = (dmarc: string) =>
      lookAtBimi('shop.example', findings(dmarc), {
        dnsServers: ['127.0.0.1:9'],
        loopback: false,
        signal: new AbortController().signal,
      });
    for (const weak of [
      'v=DMARC1; p=none',
      'v=DMARC1; p=reject; sp=none',
      'v=DMARC1; p=reject; pct=50',
      'v=DMARC1; p=reject; t=y',
    ])
      expect(await look(weak), weak).to.include({ policy_ok: false, status: 'wrong' });
    expect(await look('v=DMARC1; p=quarantine')).to.deep.include({
      policy_ok: true,
      problems: ['The address of the logo is not public'],
    });
  });
});

describe('a logo for BIMI without an answer about the DMARC record', () => {
  it('is not said to lack a policy', async () => {
    const unknown = { status: 'unknown', found: [], problem: 'The DNS gave no answer (ESERVFAIL)' } as const;
    const look = (found: string[]) =>
      lookAtBimi(
        'shop.example',
        { bimi: { status: 'ok', found, problem: null }, dmarc: { ...unknown, found: [] } },
        { dnsServers: ['127.0.0.1:9'], loopback: false, signal: new AbortController().signal },
      );
    expect(await look(['v=BIMI1; l='])).to.deep.include({ policy_ok: null, status: 'unknown', problems: [] });
    expect(await look(['v=BIMI1; l=https://127.0.0.1/logo.svg'])).to.deep.include({
      policy_ok: null,
      status: 'wrong',
      problems: ['The address of the logo is not public'],
    });
  });
});

describe('the policy of a DMARC record', () => {
  it('is none without a valid one, if reports are asked for', () => {
    expect(dmarcOf(['v=DMARC1; rua=mailto:x@y.example'])?.policy).to.equal('none');
    for (const found of [[], ['v=DMARC1; p=x'], ['v=DMARC1; p=none', 'v=DMARC1; p=none']])
      expect(dmarcOf(found)).to.equal(null);
  });
});
