import { layOutText } from '../../../platform/pdf/lay-out-text.ts'
import type { DocumentRow } from '../document/row-rules.ts'
import type { Flow } from './pdf-flow.ts'

const inRow = 4
const gap = 12

/** The own fields of the business, across the sheet. Each row is on one page. */
export function drawOwnFields(flow: Flow, fields: readonly DocumentRow[]): void {
  const { pdf, look } = flow
  const { sheet, sizes, colors } = look
  const width = (sheet.width + gap) / inRow
  const cells = fields.map(({ label, value }) => ({
    label: layOutText(label, { size: sizes.small, width: width - gap }),
    value: layOutText(value, { size: sizes.text, width: width - gap }),
  }))
  for (let first = 0; first < cells.length; first += inRow) {
    const row = cells.slice(first, first + inRow)
    const height = Math.max(...row.map(({ label, value }) => label.height + value.height))
    flow.makeRoom(height)
    for (const [index, { label, value }] of row.entries()) {
      const x = sheet.left + index * width
      pdf.text(label, { x, y: flow.y, color: colors.muted })
      pdf.text(value, { x, y: flow.y + label.height, color: colors.ink })
    }
    flow.y += height + (first + inRow < cells.length ? 8 : look.gap)
  }
}
