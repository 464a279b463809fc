import { timestamp } from '../../common/domain/times.ts';
import { versionOf } from '../../common/domain/version-of.ts';
import type { OwnTemplateDocument } from '../../common/models/own-templates.ts';
import type { Looks } from '../../common/rendering/renderer.ts';
import type { ConvertedTags } from '../services/domain/merge-tags.ts';

export const presentOwnTemplate = (template: OwnTemplateDocument) => ({
  id: template._id,
  user_id: template.user_id,
  template_name: template.template_name,
  template_json: template.template_json,
  version: versionOf(template),
  created_at: timestamp(template.created_at),
  updated_at: timestamp(template.updated_at),
});

export const presentConverted = ({ text, replaced, unknown }: ConvertedTags, isMjml: boolean) => ({
  html: isMjml ? null : text,
  mjml: isMjml ? text : null,
  replaced,
  unknown,
});

export const presentTemplatePreview = ({ html }: Looks) => ({ html });
