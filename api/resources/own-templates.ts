import { now } from '../../common/clock.ts';
import { BLANK_TEMPLATE_ID } from '../../common/data/templates.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { withoutAddress } from '../../common/domain/without-address.ts';
import { OwnTemplate, type OwnTemplateDocument } from '../../common/models/own-templates.ts';
import type { Renderer } from '../../common/rendering/renderer.ts';
import { nextId } from '../../common/store/ids.ts';
import type { Account } from '../http/account.ts';
import { endpoints } from '../http/endpoint.ts';
import { invalid } from '../http/failures.ts';
import { byId, oneOf, recordId, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, optional, required } from '../http/typed-input.ts';
import { presentConverted, presentOwnTemplate, presentTemplatePreview } from '../present/own-templates.ts';
import { convertMergeTags, MERGE_TOOLS } from '../services/domain/merge-tags.ts';
import { placeholderNames } from '../services/mail-check/placeholder-check.ts';
import { asContent, forgetVersions, writeContent } from '../services/queries/content-versions.ts';
import { asOfVersion, earlierVersion, keepVersion } from './content-versions.ts';
import { checkDesign } from './design-check.ts';
import { designOf } from './rendered-looks.ts';
import { storeDesign } from './stored-bytes.ts';
import { designCode, templateCodesOf, templateJson } from './template-inputs.ts';
import { ifVersion, isOfVersion, ofVersion } from './version-condition.ts';

/** In characters. */
const NAME_MAX = 100;

const name = () =>
  text({ max: NAME_MAX }).description('Its name in the account; an @ becomes “at”.').example('Monthly news');

/** Throws a 422 if the design cannot be rendered. */
async function designFields(template_json: string, account: Account, renderer: Renderer) {
  const codes = templateCodesOf({ template_json }, null);
  const { wrong } = await checkDesign(
    { template_id: BLANK_TEMPLATE_ID, ...codes },
    { template_json },
    account,
    renderer,
  );
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return { template_json, design_bytes: codes.design_bytes };
}

/** A mail gets a copy of the design: a later change of the template changes no mail. */
export const ownTemplates = endpoints({
  ownTemplateList: {
    input: nothing,
    run: (_, account) =>
      listing({
        model: OwnTemplate.of(account.id),
        filter: {},
        // Each has its design of up to 2 MiB.
        heavy: true,
        present: (page) => page.map(presentOwnTemplate),
      }),
  },

  templateConvert: {
    input: inputs({
      tool: required(oneOf(MERGE_TOOLS))
        .description('The tool that the tags are written for.')
        .example('mailchimp'),
      html: optional(designCode)
        .description('HTML with merge tags of the tool.')
        .example('<p>Hi *|FNAME|*</p>'),
      mjml: optional(designCode)
        .description('MJML with merge tags of the tool, in place of `html`.')
        .example('<mjml><mj-body></mj-body></mjml>'),
    }),
    async run({ tool, html = '', mjml = '' }, account) {
      if (html !== '' && mjml !== '') throw invalid({ mjml: [texts.emptyWhen('mjml', 'html')] });
      if (html === '' && mjml === '') throw invalid({ html: [texts.required('html')] });
      const known = await placeholderNames(account.id);
      return presentConverted(convertMergeTags(html || mjml, tool, known), mjml !== '');
    },
  },

  ownTemplateSave: {
    input: inputs({ template_name: required(name()), template_json: required(templateJson) }),
    async run({ template_name, template_json }, account, { renderer, by }) {
      const design = await designFields(template_json, account, renderer);
      const at = now();
      const made: OwnTemplateDocument = {
        _id: await nextId('own_templates'),
        user_id: account.id,
        template_name: withoutAddress(template_name),
        ...design,
        saved_by: by,
        version: 0,
        created_at: at,
        updated_at: at,
      };
      await storeDesign(account, made, null, () => OwnTemplate.of(account.id).insertOne(made));
      return { id: made._id };
    },
  },

  ownTemplateDetails: {
    input: byId,
    async run({ id }, account) {
      const found = await OwnTemplate.of(account.id).findOne({ _id: id });
      return found && presentOwnTemplate(found);
    },
  },

  ownTemplatePreview: {
    input: inputs({ id: required(recordId()), version: earlierVersion }),
    async run({ id, version }, account, call) {
      const stored = await OwnTemplate.of(account.id).findOne(
        { _id: id },
        { projection: { template_json: 1 } },
      );
      const of = { user_id: account.id, owner: 'template', owner_id: id } as const;
      const found = stored && (await asOfVersion(stored, of, version));
      if (!found) return null;
      const { template_json } = found;
      const design = { template_id: BLANK_TEMPLATE_ID, template_json, template_html: null };
      return presentTemplatePreview(await designOf(design, account.id, call));
    },
  },

  ownTemplateUpdate: {
    input: inputs({
      id: required(recordId()),
      template_name: optional(name()),
      template_json: optional(templateJson),
      if_version: ifVersion,
      keep_version: keepVersion,
    }),
    async run({ id, template_name, template_json, if_version, keep_version }, account, call) {
      const { renderer, conflict, by } = call;
      const before = await OwnTemplate.of(account.id).findOne({ _id: id });
      if (!before) return null;
      if (!isOfVersion(before, if_version)) throw conflict('changed');
      const design = template_json ? await designFields(template_json, account, renderer) : null;
      const after = asContent({ ...before, ...design });
      const version = await storeDesign(account, design ?? before, before, () =>
        writeContent({
          of: { user_id: account.id, owner: 'template', owner_id: id },
          before: asContent(before),
          after,
          always: keep_version === 1 && design !== null,
          write: async (session, pinned) => {
            const old = await OwnTemplate.of(account.id).findOneAndUpdate(
              { _id: id, ...ofVersion(if_version ?? pinned) },
              {
                $set: {
                  ...(template_name && { template_name: withoutAddress(template_name) }),
                  ...design,
                  saved_by: by,
                  updated_at: now(),
                },
                $inc: { version: 1 },
              },
              { returnDocument: 'before', ...(session && { session }) },
            );
            return old && asContent(old);
          },
        }),
      );
      if (version === null && if_version !== undefined) throw conflict('changed');
      return version === null ? null : { version };
    },
  },

  ownTemplateDelete: {
    input: byId,
    async run({ id }, account) {
      const { deletedCount } = await OwnTemplate.of(account.id).deleteOne({ _id: id });
      if (deletedCount === 1) await forgetVersions(account.id, 'template', [id]);
      return deletedCount === 1 || null;
    },
  },
});
