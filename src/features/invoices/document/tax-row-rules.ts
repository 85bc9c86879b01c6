// What a document says about tax: who the parties are, what each tax is on, and what the prices include.
import { formatMoney } from '../../../shared/money.ts'
import { taxIdLabel } from '../../../shared/tax-ids.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import type { InvoiceDocument } from '../contract.ts'
import { type Tax, taxBasesOf } from './totals-rules.ts'

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

/** Whether the law of the sender's country asks for what each tax is on. In the US it does not. */
function mustNameBases({ company: { country } }: InvoiceDocument): boolean {
  return country !== '' && country !== 'US'
}

/** Whether a tax is on a document. A credit note may have no line of some taxes of its invoice. */
function isUsed(charge: LinesCharge, { totals, creditedInvoice }: InvoiceDocument, tax: number): boolean {
  if (!creditedInvoice || totals.taxesMinor[tax]) return true
  return charge.lines.some(({ taxes }) => taxes === undefined || taxes.includes(tax))
}

/** The rows of the taxes. Where the prices include them, the amount without them comes first. */
export function taxRows(charge: LinesCharge, invoice: InvoiceDocument) {
  const { totals, locale } = invoice
  const isIncluded = hasIncludedTax(charge)
  const byLine = hasTaxesByLine(charge)
  const { taxedMinor, untaxedMinor } = taxBasesOf(charge, totals)
  const net = {
    key: 'net',
    label: 'Amount without tax',
    value: formatMoney(totals.taxableMinor - totals.taxMinor, invoice),
  }
  const onBase = (baseMinor: number) => {
    const isElsewhere = isIncluded || baseMinor === totals.subtotalMinor || !mustNameBases(invoice)
    return !byLine && isElsewhere ? '' : ` on ${formatMoney(baseMinor, invoice)}`
  }
  const rows = charge.taxes.flatMap((tax, index) =>
    isUsed(charge, invoice, index)
      ? {
          key: `tax-${index}`,
          label: `${isIncluded ? 'incl. ' : ''}${taxName(tax, locale)}${onBase(taxedMinor[index] ?? 0)}`,
          value: formatMoney(totals.taxesMinor[index] ?? 0, invoice),
        }
      : [],
  )
  const untaxed = {
    key: 'untaxed',
    label: `No tax on ${formatMoney(untaxedMinor, invoice)}`,
    value: formatMoney(0, invoice),
  }
  const hasUntaxed = byLine && untaxedMinor !== 0 && mustNameBases(invoice)
  return [...(isIncluded ? [net] : []), ...rows, ...(hasUntaxed ? [untaxed] : [])]
}
