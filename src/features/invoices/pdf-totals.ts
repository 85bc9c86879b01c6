import { layOutText } from '../../platform/pdf/text-layout.ts'
import type { TextBlock } from '../../platform/pdf/text-layout.ts'
import { formatMoney } from '../../shared/money.ts'
import { formatThousandths } from '../../shared/thousandths.ts'
import { amountDueOf, earlyPaymentOffer } from './amount-due-rules.ts'
import type { InvoiceDocument } from './contract.ts'
import { movementRows } from './movement-rules.ts'
import type { Flow } from './pdf-flow.ts'
import { colors, sheet, sizes } from './pdf-style.ts'

export const totalsBox = { x: sheet.right - 268, width: 268, edge: 8 } as const
const figureWidth = 96
const labelWidth = totalsBox.width - figureWidth - 2 * totalsBox.edge
const dueHeight = 32

interface SumRow {
  label: TextBlock
  detail: TextBlock | null
  figure: TextBlock
  bold: boolean
  height: number
}

export interface TotalsBlock {
  rows: SumRow[]
  due: { label: TextBlock; figure: TextBlock }
  offer: TextBlock | null
  height: number
}

const percent = (thousandths: number) => `${formatThousandths(thousandths)}%`

export function layOutTotals(invoice: InvoiceDocument): TotalsBlock {
  const paid = movementRows(invoice).map(({ label, cents }) => sumRow(label, cents))
  const rows = [...sumRows(invoice), ...paid]
  const offerWords = earlyPaymentOffer(invoice)
  const offer =
    offerWords === null ? null : layOutText(offerWords, { size: sizes.text, width: totalsBox.width - 16 })
  const due = {
    label: layOutText('Amount due', { size: sizes.name, bold: true }),
    figure: layOutText(formatMoney(amountDueOf(invoice)), { size: sizes.name, bold: true }),
  }
  const sums = rows.reduce((sum, row) => sum + row.height, 0)
  return { rows, due, offer, height: sums + 6 + dueHeight + (offer ? offer.height + 8 : 0) }
}

function sumRows({ charge, totals }: InvoiceDocument): SumRow[] {
  const total = sumRow('Total', totals.totalCents, { bold: true })
  if (charge.kind === 'amount') return [total]
  const { discount, taxes, fees } = charge
  const discountLabel = discount?.kind === 'percentage' ? `Discount (${percent(discount.value)})` : 'Discount'
  return [
    sumRow('Subtotal', totals.subtotalCents),
    ...(discount ? [sumRow(discountLabel, -totals.discountCents, { detail: discount.description })] : []),
    ...taxes.map((tax, index) => sumRow(`${tax.name} (${percent(tax.rate)})`, totals.taxesCents[index] ?? 0)),
    ...fees.map((fee) => sumRow(fee.description, fee.amountCents)),
    total,
  ]
}

function sumRow(name: string, cents: number, { detail = '', bold = false } = {}): SumRow {
  const label = layOutText(name, { size: sizes.text, bold, width: labelWidth })
  const small = detail === '' ? null : layOutText(detail, { size: sizes.small, width: labelWidth })
  const figure = layOutText(formatMoney(cents), { size: sizes.text, bold })
  return { label, detail: small, figure, bold, height: label.height + (small?.height ?? 0) + 5 }
}

export function drawTotals(flow: Flow, block: TotalsBlock, isPaid: boolean): void {
  const { pdf } = flow
  const { edge, width } = totalsBox
  const x = totalsBox.x + edge
  const figures = { x: totalsBox.x + width - edge - figureWidth, width: figureWidth, align: 'right' } as const
  for (const [index, row] of block.rows.entries()) {
    // Only sums longer than a page ever come to a break here.
    flow.makeRoom(row.height)
    const color = row.bold ? colors.ink : colors.muted
    if (row.bold && index > 0) {
      pdf.rule({ x: totalsBox.x, y: flow.y - 1, width, color: colors.line })
    }
    pdf.text(row.label, { x, y: flow.y + 2, color })
    if (row.detail) pdf.text(row.detail, { x, y: flow.y + 2 + row.label.height, color })
    pdf.text(row.figure, { ...figures, y: flow.y + 2, color: colors.ink })
    flow.y += row.height
  }
  flow.y += 6
  flow.makeRoom(dueHeight + (block.offer?.height ?? 0))
  pdf.paint({ x: totalsBox.x, y: flow.y, width, height: dueHeight - 4 }, colors.tint, 4)
  const place = { y: flow.y + 6.2, color: isPaid ? colors.paid : colors.accent }
  pdf.text(block.due.label, { ...place, x })
  pdf.text(block.due.figure, { ...place, ...figures })
  flow.y += dueHeight
  if (!block.offer) return
  pdf.text(block.offer, { x, y: flow.y, color: colors.ink })
  flow.y += block.offer.height
}
