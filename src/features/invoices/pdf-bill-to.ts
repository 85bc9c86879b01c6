import { layOutText } from '../../platform/pdf/text-layout.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { amountDueOf } from './amount-due-rules.ts'
import type { InvoiceDocument } from './contract.ts'
import type { Flow } from './pdf-flow.ts'
import type { Drawing } from './pdf-invoice.ts'
import { drawParty, layOutParty } from './pdf-parties.ts'
import { colors, sheet, side, sizes } from './pdf-style.ts'

/** Whom it is for, and beside it the answer to the first question: how much, until when. */
export function drawBillTo(flow: Flow, invoice: InvoiceDocument, kind: Drawing['kind']): void {
  const label = layOutText('Bill to', { size: sizes.small, bold: true })
  const width = side.x - sheet.left - 24
  const client = layOutParty(invoice.client, { width, nameSize: sizes.name })
  const height = Math.max(label.height + 3 + client.height, panel.height)
  flow.makeRoom(height)
  flow.pdf.text(label, { x: sheet.left, y: flow.y, color: colors.accent })
  drawParty(flow, client, { x: sheet.left, y: flow.y + label.height + 3, nameColor: colors.ink })
  drawPanel(flow, invoice, kind)
  flow.y += height + 18
}

const panel = { padding: 14, height: 76 } as const

function drawPanel({ pdf, y }: Flow, invoice: InvoiceDocument, kind: Drawing['kind']): void {
  const [name, cents]: [string, number] =
    kind === 'receipt' ? ['Amount paid', invoice.receivedCents] : ['Amount due', amountDueOf(invoice)]
  const isPaid = invoice.status === 'paid'
  pdf.paint({ x: side.x, y, width: side.width, height: panel.height }, colors.tint, 4)
  const x = side.x + panel.padding
  const label = layOutText(name, { size: sizes.text })
  const amount = layOutText(formatMoney(cents), { size: 19, bold: true })
  const until = layOutText(dueWords(invoice), { size: sizes.text })
  pdf.text(label, { x, y: y + 10, color: colors.muted })
  pdf.text(amount, { x, y: y + 23, color: isPaid ? colors.paid : colors.accent })
  pdf.text(until, { x, y: y + 52, color: invoice.status === 'overdue' ? colors.overdue : colors.ink })
}

function dueWords({ status, paidOn, dueDate }: InvoiceDocument): string {
  if (status === 'paid') return paidOn ? `Paid on ${formatDate(paidOn)}` : 'Paid'
  if (status === 'overdue') return `Was due ${formatDate(dueDate)}`
  return `Due ${formatDate(dueDate)}`
}
