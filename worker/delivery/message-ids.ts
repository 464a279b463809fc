import { createHmac } from 'node:crypto';

/** The Message-ID of a delivery, without brackets: the same at each attempt, and not to be guessed. */
export function messageIdOf(deliveryId: number, appSecret: string, domain: string): string {
  const mac = createHmac('sha256', appSecret).update(`message-id ${deliveryId}`).digest('base64url');
  return `${deliveryId.toString(36)}.${mac.slice(0, 16)}@${domain}`;
}
