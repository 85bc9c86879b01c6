import type { PdfDocument, TextPlace } from '../../../platform/pdf/pdf-document.ts'
import type { TextBlock } from '../../../platform/pdf/text-layout.ts'
import type { PdfLook } from './pdf-style.ts'

/** Fills pages from top to bottom. */
export interface Flow {
  pdf: PdfDocument
  look: PdfLook
  /** From the upper to the lower margin. */
  pageHeight: number
  /** Where the next thing goes. */
  y: number
  /** Goes on to the next page unless this much still fits on the current one. */
  makeRoom(height: number): void
  room(): number
  nextPage(): void
  /** Drawn at the top of every page that is begun, such as a table's head. */
  onNewPage: (() => void) | null
  /** As many lines as fit, the others on the next pages. */
  paragraph(block: TextBlock, place: Omit<TextPlace, 'y' | 'from' | 'to'>): void
}

export function createFlow(pdf: PdfDocument, look: PdfLook): Flow {
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
    paragraph(block, place) {
      let from = 0
      while (from < block.lines.length) {
        flow.makeRoom(block.lineHeight)
        const to = from + Math.floor(flow.room() / block.lineHeight)
        pdf.text(block, { ...place, y: flow.y, from, to })
        flow.y += (Math.min(to, block.lines.length) - from) * block.lineHeight
        from = to
      }
    },
  }
  return flow
}
