import { useTexts } from '../../texts/texts.ts';
import { CampaignDesign } from './campaign-design.tsx';
import { EditorMessage } from './editor-message.tsx';
import { EmailDesign } from './email-design.tsx';
import { TemplateDesign } from './template-design.tsx';

const ADDRESS = /^\/console\/editor\/(campaigns|emails|templates)\/([\w-]+)(?:\/([\w-]+))?\/?$/;

export function EditorPage() {
  const { editor: texts } = useTexts();
  const [, kind, id = '', utr] = ADDRESS.exec(location.pathname) ?? [];
  if (kind === 'campaigns') return <CampaignDesign utr={id} />;
  if (kind === 'emails' && utr) return <EmailDesign automation={id} utr={utr} />;
  if (kind === 'templates' && /^\d+$/.test(id)) return <TemplateDesign id={Number(id)} />;
  return <EditorMessage title={texts.lost} hint={texts.lostHint} back="/console" />;
}
