import type { Approval } from '../../approval/approval-rules.ts'
import type { Invoice } from '../../contract.ts'

type Saved = Pick<Invoice, 'approval' | 'sentAt'> & { client: Pick<Invoice['client'], 'email'> }

export const waitsText =
  'It waits for approval by the owner or an admin. Your client doesn’t see it until then.'

/** What approving it came to. */
export function approvedText({ sentAt, client }: Saved): string {
  return sentAt === null ? 'It can be sent to the client now.' : `It’s being emailed to ${client.email}.`
}

/** What saving an invoice did to its approval; null for nothing. `before` is what it was. */
export function savedText(saved: Saved, before: Approval | null, mayApprove: boolean): string | null {
  if (saved.approval !== null) return waitsText
  if (before === null) return null
  return `${mayApprove ? 'It’s approved now.' : 'It no longer needs approval.'} ${approvedText(saved)}`
}
