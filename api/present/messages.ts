import type { Scope } from '../../common/domain/key-scopes.ts';
import { MASK } from '../../common/domain/masked-address.ts';
import { timestamp } from '../../common/domain/times.ts';
import { type MessageDocument, valuesByName } from '../../common/models/messages.ts';
import type { MessageFate } from '../services/queries/messages.ts';
import { presentDelivery } from './deliveries.ts';

/** A key of scope `read` gets no values: they may be codes and links. */
export function presentMessage(message: MessageDocument, fate: MessageFate | undefined, scope: Scope) {
  const row = fate && presentDelivery(fate.row);
  return {
    id: message._id,
    user_id: message.user_id,
    utr: message.utr,
    email: message.email,
    name: message.name ?? '',
    sender_id: message.sender_id,
    template_id: message.template_id,
    unsubscribe_group_id: message.unsubscribe_group_id,
    subject: message.subject,
    data: Object.fromEntries(
      message.values.map(({ name, value }) => [name, scope === 'read' ? MASK : value]),
    ),
    metadata: valuesByName(message.metadata ?? []),
    attachments: (message.attachments ?? []).map(({ name, type, bytes }) => ({ name, type, bytes })),
    send_at: timestamp(message.send_at),
    state: row?.state ?? 'pending',
    paused_reason: fate?.mailing.paused_reason ?? null,
    class: row?.class ?? null,
    reply: row?.reply ?? null,
    skip_reason: row?.skip_reason ?? null,
    attempts: row?.attempts ?? 0,
    first_attempted_at: row?.first_attempted_at ?? null,
    accepted_at: row?.accepted_at ?? null,
    bounced_at: row?.bounced_at ?? null,
    unsubscribed_at: row?.unsubscribed_at ?? null,
    complained_at: row?.complained_at ?? null,
    doubted: row?.doubted ?? (0 as const),
    created_at: timestamp(message.created_at),
  };
}
