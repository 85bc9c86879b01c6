import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { AppError } from '../../../shared/errors.ts'
import { isPermitted } from '../../../shared/roles.ts'
import type { InvoiceRow } from '../queries.ts'
import { noteApproval, startPlans } from './note-approval.ts'

type AskedFields = Pick<InvoiceRow, 'totalMinor' | 'currency' | 'clientId' | 'clientEmail'>

/** Whether a change needs another approval: one that raises the total, or changes the currency or the client. */
export function asksForApproval(
  before: AskedFields & Pick<InvoiceRow, 'approval'>,
  after: AskedFields,
): boolean {
  return (
    before.approval !== null ||
    after.totalMinor > before.totalMinor ||
    (['currency', 'clientId', 'clientEmail'] as const).some((key) => before[key] !== after[key])
  )
}

/** Notes what a change means for the approval. Throws if it would take the invoice from a client who has it already. */
export async function followApproval(
  tx: Transaction,
  deps: Deps<'jobs'>,
  { memberRole }: Identity,
  { before, after, now }: { before: InvoiceRow; after: InvoiceRow; now: Date },
): Promise<void> {
  if (after.approval !== null) {
    if (isOut(before)) {
      throw new AppError(
        'APPROVAL_NEEDED',
        'Your client has this invoice already, and above the amount for approval only the owner or an admin can raise it or change its client or currency.',
      )
    }
    if (before.approval !== 'waiting') await noteApproval(tx, deps, after, 'approval-asked')
  } else if (before.approval !== null) {
    await startPlans(tx, after, now)
    if (isPermitted(memberRole, 'invoices.approve')) await noteApproval(tx, deps, after, 'approved')
  }
}

const isOut = ({ approval, sentAt, viewedAt, sendOption, receivedMinor }: InvoiceRow) =>
  approval === null &&
  (sentAt !== null || viewedAt !== null || sendOption === 'do_not_send' || receivedMinor > 0)
