import { layOutLine, layOutText } from '../../../platform/pdf/lay-out-text.ts'
import type { Flow } from './pdf-flow.ts'

/** Sender, title and number of the page, at the bottom of each page. */
export function drawFooters({ pdf, look }: Flow, sender: string, title: string): void {
  const { sheet, sizes, colors } = look
  pdf.onEachPage((page, pages) => {
    // The band of the first page continues as a thin bar.
    if (look.name === 'modern' && page > 1) {
      pdf.paint({ x: 0, y: 0, width: look.paper.width, height: 8 }, colors.fill)
    }
    const line = { y: sheet.footer, color: colors.muted }
    const pageText = layOutText(`${title}  ·  Page ${page} of ${pages}`, { size: sizes.small })
    pdf.text(pageText, { ...line, x: sheet.left, width: sheet.width, align: 'right' })
    const width = sheet.width - (pageText.lines[0]?.width ?? 0) - 24
    pdf.text(layOutLine(sender, { size: sizes.small, width }), { ...line, x: sheet.left })
  })
}
