import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../contract.ts'
import { earlyPayment as rule, openCentsOf } from '../rules.ts'

/** Returns the amount owed by the due date. A lower amount for paying early is shown separately, as an offer. */
export function amountDueOf(
  invoice: Pick<InvoiceDocument, 'status' | 'totals' | 'receivedCents' | 'creditedCents' | 'waivedCents'>,
): number {
  const status = invoice.status === 'paid' ? 'paid' : 'pending'
  return openCentsOf({ ...invoice, status, totalCents: invoice.totals.totalCents })
}

/** Returns the text of the early payment offer; null once the invoice is paid or the offer has expired. */
export function earlyPaymentOffer({ earlyPayment }: Pick<InvoiceDocument, 'earlyPayment'>): string | null {
  if (!earlyPayment) return null
  const { amountCents, until, discountCents } = earlyPayment
  const savedText = `${formatMoney(discountCents)} (${formatThousandths(rule.percentage)}%)`
  return `Or pay ${formatMoney(amountCents)} by ${formatDate(until)} and save ${savedText}`
}
