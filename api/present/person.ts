import { timestamp } from '../../common/domain/times.ts';
import type { Person } from '../services/queries/person.ts';
import { presentContact } from './contacts.ts';
import { presentDelivery } from './deliveries.ts';
import { presentErasure } from './erasures.ts';

/** See docs/rules.md 14.1. */
export const presentPerson = (person: Person) => ({
  email: person.email,
  other_addresses: [...person.otherAddresses],
  contacts: person.contacts.map((contact) => ({
    ...presentContact(contact, person.fields),
    contact_type: person.names.types.get(contact.contact_type_id) ?? '',
    import_id: contact.written_by?.import_id ?? null,
    last_sent_at: timestamp(contact.last_sent_at ?? null),
    last_opened_at: timestamp(contact.last_opened_at ?? null),
    last_clicked_at: timestamp(contact.last_clicked_at ?? null),
  })),
  segments: person.members.map(({ segment_id, contact_id, by_hand, created_at }) => ({
    segment_id,
    segment_name: person.names.segments.get(segment_id) ?? '',
    contact_id,
    first_name: by_hand?.first_name ?? null,
    last_name: by_hand?.last_name ?? null,
    created_at: timestamp(created_at),
  })),
  opt_outs: person.lists.map((row) => ({
    email: row.email_address,
    reason: row.reason,
    unsubscribe_groups_id: row.unsubscribe_groups_id,
    group_name:
      row.unsubscribe_groups_id === null
        ? null
        : (person.names.groups.get(row.unsubscribe_groups_id) ?? null),
    class: row.class ?? null,
    reply: row.reply ?? null,
    utr: row.utr ?? null,
    state: row.state ?? 'active',
    created_at: timestamp(row.created_at),
  })),
  deliveries: person.mails.map(({ mail, ...row }) => ({
    utr: mail?.utr ?? null,
    subject: mail?.subject ?? null,
    ...presentDelivery(row),
  })),
  more_deliveries: person.moreMails,
  automations: person.enrollments.map(({ automation_id, email, state, reason, entered_at }) => ({
    utr: person.automations.get(automation_id)?.utr ?? null,
    automation_name: person.automations.get(automation_id)?.automation_name ?? null,
    email,
    state,
    reason,
    entered_at: timestamp(entered_at),
  })),
  refused_rows: person.refused.map(({ _id, reason, cells }) => ({
    import_id: _id.import_id,
    file_name: person.names.files.get(_id.import_id) ?? '',
    line: _id.line,
    reason,
    cells,
  })),
  moved_rows: person.moved.map(({ import_id, line, status }) => ({
    import_id,
    file_name: person.names.files.get(import_id) ?? '',
    line,
    status,
  })),
  imported_changes: person.changes.map(({ import_id, contact_id, cells }) => ({
    import_id,
    file_name: person.names.files.get(import_id) ?? '',
    contact_id,
    cells: cells.map(({ path, before, after }) => ({
      field: path.replace(/^custom_field\./, ''),
      before: before === undefined || before === null ? null : String(before),
      after: String(after),
    })),
  })),
  erasure: person.erasure && presentErasure(person.erasure),
});
