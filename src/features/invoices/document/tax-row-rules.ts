// What a document says about tax: who the parties are, what each tax is on, and what the prices include.
import { formatMoney } from '../../../shared/money.ts'
import { taxIdLabel } from '../../../shared/tax-ids.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../contract.ts'
import { type Tax, taxAmountsOf } from './totals-rules.ts'

type LinesCharge = Extract<InvoiceDocument['charge'], { kind: 'lines' }>

/** "VAT number: DE123456788"; empty without a number. */
export function taxIdLine({ country, taxId }: Pick<InvoiceDocument['company'], 'country' | 'taxId'>): string {
  return taxId && `${taxIdLabel(country, taxId)}: ${taxId}`
}

/** "VAT (19%)" */
export function taxName({ name, rate }: Tax, locale: string | undefined): string {
  return `${name} (${formatThousandths(rate, locale)}%)`
}

/** Whether the prices include tax. Without taxes there is nothing to include. */
export function hasIncludedTax({ taxIncluded, taxes }: LinesCharge): boolean {
  return taxIncluded && taxes.length > 0
}

/** Whether some lines have other taxes than others, so that each tax has to say what it is on. */
function hasTaxesByLine({ lines, taxes }: LinesCharge): boolean {
  return lines.some((line) => line.taxes !== undefined && line.taxes.length < taxes.length)
}

/** The taxes of one line; empty where all lines have all taxes. */
export function lineTaxText(charge: LinesCharge, index: number, locale: string | undefined): string {
  if (!hasTaxesByLine(charge)) return ''
  const chosen = charge.lines[index]?.taxes
  const taxes = charge.taxes.filter((_, tax) => chosen === undefined || chosen.includes(tax))
  return taxes.map((tax) => taxName(tax, locale)).join(', ') || 'No tax'
}

/** The rows of the taxes. Where the prices include them, the amount without them comes first. */
export function taxRows(charge: LinesCharge, invoice: InvoiceDocument) {
  const { totals, locale } = invoice
  const isIncluded = hasIncludedTax(charge)
  const bases = hasTaxesByLine(charge) ? taxAmountsOf(charge, totals) : []
  const net = {
    key: 'net',
    label: 'Amount without tax',
    value: formatMoney(totals.taxableMinor - totals.taxMinor, invoice),
  }
  const rows = charge.taxes.map((tax, index) => {
    const base = bases[index]
    const on = base ? ` on ${formatMoney(base.baseMinor, invoice)}` : ''
    return {
      key: `tax-${index}`,
      label: `${isIncluded ? 'incl. ' : ''}${taxName(tax, locale)}${on}`,
      value: formatMoney(totals.taxesMinor[index] ?? 0, invoice),
    }
  })
  return isIncluded ? [net, ...rows] : rows
}
