import { defineJob } from '../runtime/job.ts';
import { callingWebhooks } from './call-webhook.ts';

export default defineJob('call-late-webhook', callingWebhooks('call-late-webhook'));
