/** A delivery status (RFC 3464) that says that `recipient`'s mailbox is gone. It is sent to the return path's domain. */
export const deliveryStatus = (domain: string, recipient: string): string => `From: MAILER-DAEMON@mx.example
To: <bounce@${domain}>
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="parts"

--parts
Content-Type: text/plain

The mail could not be delivered.

--parts
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${recipient}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--parts--
`;
