import { useQuery } from '@tanstack/react-query';
import type { SingleSend } from '../../../../client/src/index.ts';
import { useForgetLost } from '../../app/use-kept-draft.ts';
import { api } from '../../data/client.ts';
import { BLANK_TEMPLATE } from '../../data/designs.ts';
import { useTexts } from '../../texts/texts.ts';
import { draftQuery } from '../campaigns/draft-query.ts';
import { useAutosave } from '../campaigns/use-autosave.ts';
import { EditKept } from './edit-kept.tsx';
import { EditorMessage } from './editor-message.tsx';

export function CampaignDesign({ utr }: { utr: string }) {
  const { editor: texts } = useTexts();
  const send = useQuery(draftQuery(utr));
  useForgetLost(utr, send.error);
  const page = `/console/campaigns/${utr}`;
  if (!send.data)
    return <EditorMessage error={send.error} retry={() => void send.refetch()} back={`${page}/edit`} />;
  if (send.data.status > 0) return <EditorMessage title={texts.lost} hint={texts.lostHint} back={page} />;
  return <Edit send={send.data} back={`${page}/edit`} />;
}

function Edit({ send, back }: { send: SingleSend; back: string }) {
  const { editor, campaignsPage } = useTexts();
  const saves = useAutosave(send, true);
  const { draft, change, version, flush } = saves;
  const { utr } = send;
  return (
    <EditKept
      title={editor.of(draft.single_send_name || campaignsPage.nameLess)}
      back={back}
      saves={saves}
      content={draft}
      trial={{
        utr,
        key: ['campaign-preview', utr, version],
        ready: flush,
        preview: (whose, signal) => api.singleSendPreview({ utr, ...whose }, { signal }),
        test: (email_address, whose) => api.singleSendTest({ utr, email_address, ...whose }),
        check: () => api.singleSendCheck({ utr }),
      }}
      change={(template_json) => change({ template_id: BLANK_TEMPLATE, template_html: null, template_json })}
    />
  );
}
