import { forgetFailures } from '../../common/changes/job-failures.ts';
import { now } from '../../common/clock.ts';
import { subjectOfSend } from '../../common/jobs/subjects.ts';
import { AutomationSchedule } from '../../common/models/automation-schedules.ts';
import type { Content } from '../../common/models/content-versions.ts';
import { OwnTemplate } from '../../common/models/own-templates.ts';
import { SEND_STATUS, SingleSend } from '../../common/models/single-sends.ts';
import { holdOf } from '../../common/queries/holds.ts';
import { endpoints } from '../http/endpoint.ts';
import { byId, byUtr, flag, recordId, recordUtr } from '../http/inputs.ts';
import { inputs, optional, required } from '../http/typed-input.ts';
import { presentContentVersion } from '../present/content-versions.ts';
import { findSchedule } from '../services/queries/automations.ts';
import {
  asContent,
  type VersionOwner,
  versionNamed,
  versionsOf,
  writeContent,
} from '../services/queries/content-versions.ts';
import { storeDesign } from './stored-bytes.ts';
import { ifVersion, isOfVersion, ofVersion } from './version-condition.ts';

/** A person who takes another design may want the earlier one back. */
export const keepVersion = optional(flag())
  .description(
    '1: the stored content becomes an earlier version. Without this, it does so if the new content has another kind or template, or is edited five minutes or more after the last version.',
  )
  .example(0);

const version = required(recordId()).description('The id of an earlier version.').example(31);
const ofUtr = inputs({ utr: required(recordUtr()), version, if_version: ifVersion });

const contentOf = ({
  template_id,
  template_json,
  template_html,
  template_text,
  design_bytes = 0,
}: Content) => ({
  template_id,
  template_json,
  template_html,
  template_text: template_text ?? null,
  design_bytes,
});

/** For previews. */
export const earlierVersion = optional(recordId())
  .description('The id of an earlier version, whose content is shown in place of the stored one.')
  .example(31);

/** A mail with the content of an earlier version; null if there is no such version. */
export async function asOfVersion<Mail>(
  mail: Mail,
  of: VersionOwner,
  version: number | undefined,
): Promise<(Mail & Content) | Mail | null> {
  if (version === undefined) return mail;
  const found = await versionNamed(of, version);
  return found && { ...mail, ...contentOf(found) };
}

/** See docs/rules.md 21.4. */
export const contentVersions = endpoints({
  singleSendVersions: {
    input: byUtr,
    async run({ utr }, { id: user_id }) {
      const send = await SingleSend.of(user_id).findOne(
        { utr, deleted_at: null },
        { projection: { _id: 1 } },
      );
      return (
        send && (await versionsOf({ user_id, owner: 'send', owner_id: send._id })).map(presentContentVersion)
      );
    },
  },

  singleSendRestore: {
    input: ofUtr,
    async run({ utr, version: id, if_version }, account, { by, ring, conflict }) {
      const { id: user_id } = account;
      const before = await SingleSend.of(user_id).findOne({ utr, deleted_at: null });
      const of: VersionOwner = { user_id, owner: 'send', owner_id: before?._id ?? 0 };
      const found = before && (await versionNamed(of, id));
      if (!found) return null;
      if (!isOfVersion(before, if_version)) throw conflict('changed');
      const content = contentOf(found);
      const hold_reason = await holdOf({ ...before, ...content }, now());
      const status = hold_reason === null ? SEND_STATUS.ready : SEND_STATUS.initiate;
      const fields = {
        ...content,
        hold_reason,
        hold_detail: null,
        retry_at: null,
        failed: false,
        status,
        saved_by: by,
        updated_at: now(),
      };
      const changed = await storeDesign(account, content, before, () =>
        writeContent({
          of,
          before,
          after: content,
          always: true,
          write: (session) =>
            SingleSend.of(user_id).findOneAndUpdate(
              {
                _id: before._id,
                deleted_at: null,
                status: { $in: [SEND_STATUS.initiate, SEND_STATUS.ready] },
                // The hold belongs to the record that was read.
                ...ofVersion(if_version ?? before.version ?? 0),
              },
              { $set: fields, $inc: { version: 1 } },
              { returnDocument: 'before', ...(session && { session }) },
            ),
        }),
      );
      if (changed === null) {
        const is = await SingleSend.of(user_id).findOne({ _id: before._id }, { projection: { status: 1 } });
        throw conflict((is?.status ?? SEND_STATUS.completed) >= SEND_STATUS.running ? 'running' : 'changed');
      }
      await forgetFailures([subjectOfSend(before._id)]);
      await ring('start-single-send', { singleSendId: before._id, userId: user_id });
      return { version: changed };
    },
  },

  automationScheduleVersions: {
    input: byUtr,
    async run({ utr }, { id: user_id }) {
      const email = await findSchedule(user_id, utr);
      return (
        email &&
        (await versionsOf({ user_id, owner: 'email', owner_id: email._id })).map(presentContentVersion)
      );
    },
  },

  automationScheduleRestore: {
    input: ofUtr,
    async run({ utr, version: id, if_version }, account, { by, conflict }) {
      const { id: user_id } = account;
      const before = await findSchedule(user_id, utr);
      const of: VersionOwner = { user_id, owner: 'email', owner_id: before?._id ?? 0 };
      const found = before && (await versionNamed(of, id));
      if (!found) return null;
      if (!isOfVersion(before, if_version)) throw conflict('changed');
      const content = contentOf(found);
      const fields = { ...content, template_hold: null, saved_by: by, updated_at: now() };
      const changed = await storeDesign(account, content, before, () =>
        writeContent({
          of,
          before,
          after: content,
          always: true,
          write: (session) =>
            AutomationSchedule.of(before.user_id).findOneAndUpdate(
              { _id: before._id, ...ofVersion(if_version) },
              { $set: fields, $inc: { version: 1 } },
              { returnDocument: 'before', ...(session && { session }) },
            ),
        }),
      );
      if (changed === null && if_version !== undefined) throw conflict('changed');
      return changed === null ? null : { version: changed };
    },
  },

  ownTemplateVersions: {
    input: byId,
    async run({ id }, { id: user_id }) {
      const template = await OwnTemplate.of(user_id).findOne({ _id: id }, { projection: { _id: 1 } });
      return (
        template &&
        (await versionsOf({ user_id, owner: 'template', owner_id: id })).map(presentContentVersion)
      );
    },
  },

  ownTemplateRestore: {
    input: inputs({ id: required(recordId()), version, if_version: ifVersion }),
    async run({ id, version: named, if_version }, account, { by, conflict }) {
      const { id: user_id } = account;
      const before = await OwnTemplate.of(user_id).findOne({ _id: id });
      const of: VersionOwner = { user_id, owner: 'template', owner_id: id };
      const found = before && (await versionNamed(of, named));
      if (!before || !found?.template_json) return null;
      if (!isOfVersion(before, if_version)) throw conflict('changed');
      const { template_json, design_bytes } = found;
      const fields = { template_json, design_bytes, saved_by: by, updated_at: now() };
      const changed = await storeDesign(account, found, before, () =>
        writeContent({
          of,
          before: asContent(before),
          after: found,
          always: true,
          write: async (session) => {
            const old = await OwnTemplate.of(user_id).findOneAndUpdate(
              { _id: id, ...ofVersion(if_version) },
              { $set: fields, $inc: { version: 1 } },
              { returnDocument: 'before', ...(session && { session }) },
            );
            return old && asContent(old);
          },
        }),
      );
      if (changed === null && if_version !== undefined) throw conflict('changed');
      return changed === null ? null : { version: changed };
    },
  },
});
