import { formatDate } from '../../../../shared/dates.ts'
import { formatMoney } from '../../../../shared/money.ts'
import { formatThousandths } from '../../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../../contract.ts'
import { movementRows } from '../../document/movement-rules.ts'
import { paymentTerms } from '../../rules.ts'

/** What stands beside a name on the sheet: a date, a figure. `key` tells rows of the same name apart. */
export interface PaperRow {
  key: string
  label: string
  value: string
  /** Smaller, below the label. */
  detail?: string
}

export interface PaperLine {
  key: string
  description: string
  quantity: string
  rate: string
  amount: string
}

/** The dates and terms at the top; what was not given is not there. */
export function paperFacts(invoice: InvoiceDocument): PaperRow[] {
  const { issueDate, dueDate, purchaseOrder } = invoice
  const terms = invoice.paymentTerms === 'custom' ? '' : paymentTerms[invoice.paymentTerms].label
  return [
    { key: 'issue-date', label: 'Issue date', value: formatDate(issueDate) },
    { key: 'due-date', label: 'Due date', value: formatDate(dueDate) },
    { key: 'terms', label: 'Terms', value: terms },
    { key: 'purchase-order', label: 'Purchase order', value: purchaseOrder },
  ].filter(({ value }) => value !== '')
}

/** Empty when the invoice is for a single amount. */
export function paperLines({ charge, totals }: InvoiceDocument): PaperLine[] {
  if (charge.kind === 'amount') return []
  return charge.lines.map((line, index) => ({
    key: String(index),
    description: line.description,
    quantity: formatThousandths(line.quantity),
    rate: formatMoney(line.rateCents),
    amount: formatMoney(totals.lineCents[index] ?? 0),
  }))
}

const percent = (thousandths: number) => `${formatThousandths(thousandths)}%`

/** From the subtotal down to the total. */
export function paperTotals({ charge, totals }: InvoiceDocument): PaperRow[] {
  const total = { key: 'total', label: 'Total', value: formatMoney(totals.totalCents) }
  if (charge.kind === 'amount') return [total]
  const { discount, taxes, fees } = charge
  const taken: PaperRow[] = discount
    ? [
        {
          key: 'discount',
          label: discount.kind === 'percentage' ? `Discount (${percent(discount.value)})` : 'Discount',
          value: formatMoney(-totals.discountCents),
          ...(discount.description ? { detail: discount.description } : {}),
        },
      ]
    : []
  return [
    { key: 'subtotal', label: 'Subtotal', value: formatMoney(totals.subtotalCents) },
    ...taken,
    ...taxes.map((tax, index) => ({
      key: `tax-${index}`,
      label: `${tax.name} (${percent(tax.rate)})`,
      value: formatMoney(totals.taxesCents[index] ?? 0),
    })),
    ...fees.map((fee, index) => ({
      key: `fee-${index}`,
      label: fee.description,
      value: formatMoney(fee.amountCents),
    })),
    total,
  ]
}

/** From the total down to the amount due; empty when nothing was paid. */
export function paperMovements(invoice: InvoiceDocument): PaperRow[] {
  return movementRows(invoice).map(({ label, cents }, index) => ({
    key: `movement-${index}`,
    label,
    value: formatMoney(cents),
  }))
}
