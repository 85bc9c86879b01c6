import type { TextBlock } from '../../../platform/pdf/lay-out-text.ts'
import type { PdfDocument, TextPosition } from '../../../platform/pdf/pdf-document.ts'
import type { PdfLook } from './pdf-style.ts'

/** Fills pages from top to bottom. */
export interface Flow {
  pdf: PdfDocument
  look: PdfLook
  /** The height between the upper and the lower margin. */
  pageHeight: number
  y: number
  /** Starts a new page if this height does not fit on the current one. */
  makeRoom(height: number): void
  room(): number
  nextPage(): void
  /** Called at the top of every new page, for example to draw a table head. */
  onNewPage: (() => void) | null
  /** Draws a text that may continue on the next pages. */
  paragraph(block: TextBlock, position: Omit<TextPosition, 'y' | 'from' | 'to'>): void
}

export function createPdfFlow(pdf: PdfDocument, look: PdfLook): Flow {
  const { sheet } = look
  const flow: Flow = {
    pdf,
    look,
    pageHeight: sheet.bottom - sheet.top,
    y: sheet.top,
    onNewPage: null,
    room: () => sheet.bottom - flow.y,
    makeRoom(height) {
      if (height > flow.room()) flow.nextPage()
    },
    nextPage() {
      pdf.newPage()
      flow.y = sheet.top
      flow.onNewPage?.()
    },
    paragraph(block, position) {
      let from = 0
      while (from < block.lines.length) {
        flow.makeRoom(block.lineHeight)
        const to = from + Math.floor(flow.room() / block.lineHeight)
        pdf.text(block, { ...position, y: flow.y, from, to })
        flow.y += (Math.min(to, block.lines.length) - from) * block.lineHeight
        from = to
      }
    },
  }
  return flow
}
