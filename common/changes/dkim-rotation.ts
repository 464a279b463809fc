import { now, nowAfter } from '../clock.ts';
import { IN_FLIGHT_MS, publishedName, type Slot, slotSelector } from '../domain/dkim-rotation.ts';
import { tagsOf } from '../domain/record-tags.ts';
import {
  type DkimRotation,
  MOST_CHANGES,
  SendingDomain,
  type SendingDomainDocument,
} from '../models/sending-domains.ts';
import type { ServiceSecrets } from '../secrets/data-keys.ts';
import { makeRsaKey } from '../secrets/dkim-keys.ts';
import { everywhere } from '../store/everywhere.ts';

const DAY = 24 * 3600_000;
/** Characters of a string in a TXT record. */
const STRING = 255;

interface RotationSettings extends ServiceSecrets {
  /** `DKIM_CNAME_DOMAIN`. */
  readonly cnameDomain: string;
  /** Days for which a key signs. */
  readonly days: number;
  /** The texts of a name's TXT records; throws if the DNS gives no answer. */
  readonly lookUp: (name: string) => Promise<readonly string[]>;
}

export interface RotationResult {
  readonly made: number;
  readonly switched: number;
  /** The records to publish, as lines of a zone file. */
  readonly zone: readonly string[];
}

/**
 * One step for each sending domain with both CNAMEs: makes the next key, or lets it sign once the DNS shows it at the domain's own name. To
 * repeat it changes nothing before the zone is published, and no key before its time.
 */
export async function rotateDkim(settings: RotationSettings): Promise<RotationResult> {
  const zone: string[] = [];
  let [made, switched] = [0, 0];
  const found = everywhere(SendingDomain, 'operator').find({ 'rotation.cnames': true }).sort({ _id: 1 });
  for await (const before of found) {
    let domain = before;
    if (domain.rotation?.next) {
      const after = await switchKey(domain, settings);
      if (after) switched += 1;
      domain = after ?? domain;
    } else if (isDue(domain.rotation, settings.days)) {
      const after = await makeNext(domain, settings);
      if (after) made += 1;
      domain = after ?? domain;
    }
    zone.push(...zoneOf(domain, settings.cnameDomain));
  }
  return { made, switched, zone };
}

const sinceSwitch = (rotation: DkimRotation): number =>
  now().getTime() - (rotation.switched_at?.getTime() ?? 0);

const isDue = (rotation: DkimRotation | undefined, days: number): boolean =>
  rotation !== undefined &&
  (typeof rotation.slot !== 'number' ||
    (sinceSwitch(rotation) >= days * DAY && sinceSwitch(rotation) >= IN_FLIGHT_MS));

const otherSlot = (rotation: DkimRotation): Slot => (rotation.slot === 0 ? 1 : 0);

const update = (
  { user_id, _id }: SendingDomainDocument,
  filter: object,
  change: object,
): Promise<SendingDomainDocument | null> =>
  SendingDomain.of(user_id).findOneAndUpdate({ _id, ...filter }, change, { returnDocument: 'after' });

async function makeNext(
  domain: SendingDomainDocument,
  secrets: ServiceSecrets,
): Promise<SendingDomainDocument | null> {
  const selector = slotSelector(domain.keys.ed25519.selector, otherSlot(domain.rotation!));
  const next = await makeRsaKey(domain, selector, secrets);
  // Another run was faster.
  return update(domain, { 'rotation.next': null }, { $set: { 'rotation.next': next } });
}

async function switchKey(
  domain: SendingDomainDocument,
  { lookUp }: RotationSettings,
): Promise<SendingDomainDocument | null> {
  const { rotation, keys } = domain;
  const next = rotation!.next!;
  // At the domain's own name, as receivers ask: through the owner's CNAME.
  const texts = await lookUp(`${next.selector}._domainkey.${domain.domain}`).catch(() => []);
  if (texts.length !== 1 || tagsOf(texts[0]!).get('p') !== next.public_key) return null;
  const at = now();
  const { selector, public_key } = keys.rsa;
  return update(
    domain,
    { 'rotation.next.public_key': next.public_key },
    {
      $set: {
        'keys.rsa': next,
        'rotation.next': null,
        'rotation.slot': otherSlot(rotation!),
        'rotation.switched_at': at,
        'rotation.previous': { selector, public_key },
        updated_at: nowAfter(domain.updated_at),
      },
      $addToSet: { proven: 'rsa', former_selectors: selector },
      $push: {
        changes: { $each: [{ at, purpose: 'dkim_rsa', status: 'changed' }], $slice: -MOST_CHANGES },
      },
    },
  );
}

/** The keys of a domain's slots: the one that signs, the next, and the one before until its mails have arrived. */
function zoneOf({ keys, rotation }: SendingDomainDocument, cnameDomain: string): string[] {
  const { slot, next, previous } = rotation!;
  const isActive = typeof slot === 'number';
  const shown = [
    isActive ? keys.rsa : null,
    next ?? null,
    // The first key is at the owner's own record.
    previous?.selector.startsWith('s') && sinceSwitch(rotation!) < IN_FLIGHT_MS ? previous : null,
  ];
  return shown.flatMap((key) => {
    if (!key) return [];
    const text = `v=DKIM1; k=rsa; p=${key.public_key}`;
    const strings = text.match(new RegExp(`.{1,${STRING}}`, 'g')) ?? [];
    return [
      `${publishedName(key.selector, cnameDomain)}. 300 IN TXT ${strings.map((one) => `"${one}"`).join(' ')}`,
    ];
  });
}
