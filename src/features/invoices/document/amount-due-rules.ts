import { formatDate } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../contract.ts'
import { earlyPayment as rule, openCentsOf } from '../rules.ts'

/** What is owed by the due date. Less may settle it before that, which is an offer and is named as one. */
export function amountDueOf(
  invoice: Pick<InvoiceDocument, 'status' | 'totals' | 'receivedCents' | 'creditedCents' | 'waivedCents'>,
): number {
  const status = invoice.status === 'paid' ? 'paid' : 'pending'
  return openCentsOf({ ...invoice, status, totalCents: invoice.totals.totalCents })
}

/** Said below the amount due; nothing once the invoice is paid or the offer has run out. */
export function earlyPaymentOffer({ earlyPayment }: Pick<InvoiceDocument, 'earlyPayment'>): string | null {
  if (!earlyPayment) return null
  const { amountCents, until, discountCents } = earlyPayment
  const saved = `${formatMoney(discountCents)} (${formatThousandths(rule.percentage)}%)`
  return `Or pay ${formatMoney(amountCents)} by ${formatDate(until)} and save ${saved}`
}
