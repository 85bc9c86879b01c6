import type { PdfImage } from '../../../platform/pdf/pdf-image.ts'
import { layOutText } from '../../../platform/pdf/text-layout.ts'
import type { InvoiceDocument } from '../contract.ts'
import type { SheetFacts } from './pdf-facts.ts'
import type { Flow } from './pdf-flow.ts'
import type { PdfLook } from './pdf-style.ts'

/** What the top of the first page is drawn from. */
export interface Top {
  invoice: InvoiceDocument
  facts: SheetFacts
  logo: PdfImage | null
}

/** In the size this look has room for, never larger than it is. */
export function fitLogo(logo: PdfImage, { logo: box }: PdfLook): { width: number; height: number } {
  const scale = Math.min(1, box.width / logo.width, box.height / logo.height)
  return { width: logo.width * scale, height: logo.height * scale }
}

/** Where something this wide begins. */
export function alignedX(position: PdfLook['logoPosition'], width: number, { sheet }: PdfLook): number {
  const free = sheet.width - width
  return sheet.left + (position === 'left' ? 0 : position === 'right' ? free : free / 2)
}

/** The badge's height, and what it is wider than its word, for each point of the letters. */
const roundness = 18 / 9.5

export function badgeWidth(word: string, size: number): number {
  return (layOutText(word, { size, bold: true }).lines[0]?.width ?? 0) + size * roundness
}

/** The status as a word with a line around it. */
export function drawBadge(
  flow: Flow,
  word: string,
  { x, middle, size, color }: { x: number; middle: number; size: number; color: string },
): void {
  const text = layOutText(word, { size, bold: true })
  const height = size * roundness
  const box = { x, y: middle - height / 2, width: badgeWidth(word, size), height }
  flow.pdf.outline(box, color, height / 2)
  flow.pdf.text(text, { ...box, y: middle - text.height / 2, color, align: 'center' })
}
