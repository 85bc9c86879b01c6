import type { MailBill } from '../../../platform/mail/mail-bill.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../contract.ts'
import { amountDueOf } from '../document/amount-due-rules.ts'
import { movementRows } from '../document/movement-rules.ts'

/** A longer mail is cut off by mail programs; the PDF has every line. */
const mostLines = 15

/** What a mail says about the parts of an invoice; undefined for an invoice that is one amount. */
export function billOf(invoice: InvoiceDocument): MailBill | undefined {
  const { charge, totals } = invoice
  if (charge.kind === 'amount') return undefined
  const { discount, taxes, fees } = charge
  const lines = charge.lines.map(({ description, quantity, rateCents }, index) => ({
    description,
    detail: `${formatThousandths(quantity)} × ${formatMoney(rateCents)}`,
    amount: formatMoney(totals.lineCents[index] ?? 0),
  }))
  const left = lines.length - mostLines
  return {
    lines: lines.slice(0, mostLines),
    more: left > 0 ? `and ${left} more, see the PDF` : undefined,
    sums: [
      { label: 'Subtotal', value: formatMoney(totals.subtotalCents) },
      ...(discount ? [{ label: discountLabel(discount), value: formatMoney(-totals.discountCents) }] : []),
      ...taxes.map((tax, index) => ({
        label: `${tax.name} (${formatThousandths(tax.rate)}%)`,
        value: formatMoney(totals.taxesCents[index] ?? 0),
      })),
      ...fees.map((fee) => ({ label: fee.description, value: formatMoney(fee.amountCents) })),
      { label: 'Total', value: formatMoney(totals.totalCents) },
      ...paidSums(invoice),
    ],
  }
}

/** From the total to what is due; nothing while nothing was paid. */
function paidSums(invoice: InvoiceDocument): { label: string; value: string }[] {
  const rows = movementRows(invoice).map(({ label, cents }) => ({ label, value: formatMoney(cents) }))
  return rows.length === 0 ? [] : [...rows, { label: 'Amount due', value: formatMoney(amountDueOf(invoice)) }]
}

function discountLabel({ kind, value, description }: NonNullable<ChargeOfLines['discount']>): string {
  const words = description || 'Discount'
  return kind === 'percentage' ? `${words} (${formatThousandths(value)}%)` : words
}

type ChargeOfLines = Extract<InvoiceDocument['charge'], { kind: 'lines' }>
