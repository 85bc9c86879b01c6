import { queryTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Mail } from '../../../platform/mail/deliver-mail.ts'

/** The owner of the invoice reads this. The operator does not. */
export const invoiceCancelled = 'The invoice was canceled before the email could be sent.'

/** Returns the check before delivery that says why the mail with an invoice must not be sent any more. */
export function createInvoiceObjection({ database }: Deps<'database'>) {
  return async ({
    kind,
    businessId,
    invoiceId,
  }: Pick<Mail, 'kind' | 'businessId' | 'invoiceId'>): Promise<string | null> => {
    if (kind !== 'invoice' || businessId === null) return null
    const [invoice] = await queryTenant<{ isCancelled: boolean }>(database, businessId, {
      name: 'invoice-objection',
      text: `select status = 'cancelled' as "isCancelled" from invoices where business_id = $1 and id = $2`,
      values: [businessId, invoiceId],
    })
    return invoice?.isCancelled ? invoiceCancelled : null
  }
}
