import type { ReplyRule } from '../rule.ts';

const OF_RECIPIENT = ['RCPT', 'DATA', 'dot', 'report'] as const;

/** Filters in front of mail servers: Proofpoint, Mimecast, Barracuda, Cisco, Symantec, and providers in North America with code lists. */
export const filters: readonly ReplyRule[] = [
  {
    rule: 'proofpoint-block-list',
    class: 'policy',
    texts: [
      'support.proofpoint.com/dnsbl-lookup*',
      'blocked - see https://support.proofpoint.com*',
      'blocked using*proofpoint*',
    ],
  },
  {
    rule: 'mimecast-later',
    class: 'later',
    provider: 'mimecast',
    kind: 4,
    texts: ['temporarily unavailable*', 'internal resource*', 'greylist*', 'too many*'],
  },
  {
    rule: 'mimecast-authentication',
    class: 'auth',
    provider: 'mimecast',
    texts: [
      'SPF Sender Invalid*',
      'DKIM Sender Invalid*',
      'DMARC Sender Invalid*',
      'submitter failed to authenticate',
      'anti-spoofing policy*',
    ],
  },
  {
    rule: 'mimecast-policy',
    class: 'policy',
    provider: 'mimecast',
    texts: [
      'email rejected due to security policies',
      'administrative prohibition',
      'envelope blocked*',
      'IP Reputation Policy*',
      'poor reputation sender',
      'host network not allowed',
      'message held*',
      'header based*policy*',
      'URL protection*',
      'RBL*restriction*',
      'blocked by*',
    ],
  },
  {
    rule: 'mimecast-invalid-recipient',
    class: 'gone',
    provider: 'mimecast',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['invalid recipient', 'recipient not found'],
  },
  {
    rule: 'barracuda-blocked',
    class: 'policy',
    texts: [
      'permanent failure for one or more recipients*blocked*',
      'message content rejected, UBE*',
      'barracuda reputation',
      'barracudanetworks.com/reputation*',
      'barracudacentral*',
    ],
  },
  {
    rule: 'cisco-reputation',
    class: 'policy',
    texts: [
      'your access to this mail system has been rejected',
      'your access to submit messages to this e-mail system has been rejected',
      'MTAs poor reputation',
    ],
  },
  {
    rule: 'cisco-rate',
    class: 'slow',
    kind: 4,
    texts: ['too many*received this hour*', '#4.x.2*', 'too many recipients received*'],
  },
  { rule: 'symantec-rate', class: 'slow', texts: ['connection throttle*', 'youve been on the connection*'] },
  {
    rule: 'symantec-policy',
    class: 'policy',
    texts: ['connection rejected by policy*', 'mail rejected because your IP*'],
  },
  {
    rule: 'spectrum-rate',
    class: 'slow',
    texts: [
      'AUP#In-1310',
      'AUP#Out-1310',
      'AUP#1310',
      'AUP#In-1300',
      'AUP#1300',
      'AUP#In-1320',
      'AUP#1320',
      'AUP#In-1330',
      'AUP#I-1310',
    ],
  },
  { rule: 'cox-rate', class: 'slow', texts: ['AUP#CXTHRT', 'AUP#CXCNCT', 'AUP#CXRCPT'] },
  { rule: 'cox-dns', class: 'auth', texts: ['AUP#CXDNS', 'AUP#CXMXRT', 'AUP#CXRDNS'] },
  { rule: 'aup-block-list', class: 'policy', texts: ['AUP#*', 'sender rejected AUP*'] },
  {
    rule: 'godaddy-rate',
    class: 'slow',
    texts: [
      'has sent to too many recipients this hour*',
      'IB607',
      'IB605',
      'IB606',
      'IB007',
      'IB101',
      'IB106',
      'exceed max concurrent connections*',
    ],
  },
  {
    rule: 'godaddy-authentication',
    class: 'auth',
    texts: ['is not allowed to send from*per its SPF*', 'IB504', 'IB508', 'IB506', 'IB507'],
  },
  {
    rule: 'godaddy-block-list',
    class: 'policy',
    texts: ['IB501', 'IB502', 'IB510', 'IB705', 'IB212', 'IB103', 'IB104', 'IB105'],
  },
  {
    rule: 'facebook-no-recipient',
    class: 'gone',
    provider: 'facebook',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['RCP-P1', 'recipient address does not exist'],
  },
  {
    rule: 'facebook-preferences',
    class: 'policy',
    provider: 'facebook',
    texts: ['RCP-P2', 'refused due to recipient preferences', 'POL-P*', 'URL-P*', 'INT-P*'],
  },
  {
    rule: 'att-block-list',
    class: 'policy',
    texts: ['DNSBL:*', 'abuse_rbl*', '*_is_blocked*', 'blocked for abuse*'],
  },
];
