import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import { SingleSend } from '../../common/models/single-sends.ts';
import { endpoints } from '../http/endpoint.ts';
import { recordUtr } from '../http/inputs.ts';
import { inputs, required } from '../http/typed-input.ts';
import { contactNamed, previewOf, whoseMail } from './trial-mails.ts';

export const singleSendPreviews = endpoints({
  singleSendPreview: {
    input: inputs({ utr: required(recordUtr()), contact_id: whoseMail }),
    async run({ utr, contact_id }, account, call) {
      const send = await SingleSend.findOne({ user_id: account.id, utr, deleted_at: null });
      if (!send) return null;
      const contact = await contactNamed(account, contact_id);
      return previewOf({ ...send, mailing: mailingOfSend(send._id) }, contact, account, call);
    },
  },
});
