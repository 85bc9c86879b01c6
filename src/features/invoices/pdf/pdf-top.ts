import type { PdfImage } from '../../../platform/pdf/pdf-image.ts'
import { layOutText } from '../../../platform/pdf/text-layout.ts'
import type { InvoiceDocument } from '../contract.ts'
import type { SheetFacts } from './pdf-facts.ts'
import type { Flow } from './pdf-flow.ts'
import type { PdfLook } from './pdf-style.ts'

/** The data for the top of the first page. */
export interface Top {
  invoice: InvoiceDocument
  facts: SheetFacts
  logo: PdfImage | null
}

/** Scales the logo down to the maximum size of the look. */
export function fitLogo(logo: PdfImage, { logo: box }: PdfLook): { width: number; height: number } {
  const scale = Math.min(1, box.width / logo.width, box.height / logo.height)
  return { width: logo.width * scale, height: logo.height * scale }
}

/** Returns the x position of an element of this width. */
export function alignedX(position: PdfLook['logoPosition'], width: number, { sheet }: PdfLook): number {
  const free = sheet.width - width
  return sheet.left + (position === 'left' ? 0 : position === 'right' ? free : free / 2)
}

/** The height of the badge, and its extra width beside the text, per point of the font size. */
const roundness = 18 / 9.5

export function badgeWidth(word: string, size: number): number {
  return (layOutText(word, { size, bold: true }).lines[0]?.width ?? 0) + size * roundness
}

/** Draws the status as an outlined badge. */
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
