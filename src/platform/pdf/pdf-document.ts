import PdfKitDocument from 'pdfkit'
import { productName } from '../../shared/product.ts'
import { cleanLine } from './clean-text.ts'
import type { TextBlock } from './lay-out-text.ts'
import { createLinePainter } from './line-painter.ts'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface TextPosition {
  x: number
  y: number
  color: string
  /** The width of the column. Required for every alignment except `left`. */
  width?: number
  /** `start` is the side where the script of the line begins. */
  align?: 'left' | 'right' | 'center' | 'start'
  /** The range of lines to draw. The default is all lines. */
  from?: number
  to?: number
}

/** All measures are points from the top left corner. */
export interface PdfDocument {
  text(block: TextBlock, position: TextPosition): void
  paint(box: Box, color: string, radius?: number): void
  outline(box: Box, color: string, radius?: number): void
  rule(line: { x: number; y: number; width: number; color: string; weight?: number }): void
  /** Fills cells of a grid as one path. Adjacent cells of a row are one rectangle. */
  grid(cells: readonly (readonly boolean[])[], box: Box, color: string): void
  image(bytes: Uint8Array, box: Box): void
  /** Draws lines through points, x1, y1, x2, y2 and so on, in units of which the box has so many. */
  strokes(
    lines: readonly (readonly number[])[],
    box: Box,
    drawing: { width: number; color: string; weight?: number },
  ): void
  link(box: Box, url: string): void
  newPage(): void
  /** Goes through all pages again, to write what is known only at the end. */
  onEachPage(write: (page: number, pages: number) => void): void
  finish(): Promise<Buffer>
}

export interface PaperSize {
  width: number
  height: number
}

export const letter: PaperSize = { width: 612, height: 792 }
export const a4: PaperSize = { width: 595.28, height: 841.89 }

export function createPdfDocument(
  info: { title: string; author: string; language: string },
  paper: PaperSize,
): PdfDocument {
  const doc = new PdfKitDocument({
    size: [paper.width, paper.height],
    margin: 0,
    bufferPages: true,
    lang: info.language,
    displayTitle: true,
    // From PDF 1.4 on, pdfkit also writes title and author as XML, without escaping them.
    pdfVersion: '1.3',
    info: {
      Title: cleanLine(info.title),
      Author: cleanLine(info.author),
      Creator: productName,
      Producer: productName,
    },
    // None of the built-in fonts, because they lack Greek, Chinese and most other scripts.
    font: null as unknown as string,
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const paintLine = createLinePainter(doc)

  return {
    text(block, { x, y, color, width = 0, align = 'left', from = 0, to = block.lines.length }) {
      const lines = block.lines.slice(from, to)
      doc.fillColor(color)
      if (lines.some((line) => line.runs.some((run) => run.face.drawsBold))) doc.strokeColor(color)
      for (const [index, line] of lines.entries()) {
        const side = align === 'start' ? (line.rightToLeft ? 'right' : 'left') : align
        const offset = side === 'left' ? 0 : width - line.width
        // Centers capital letters vertically in the line.
        const baseline = y + (index + 0.5) * block.lineHeight + block.size * 0.36
        paintLine(line, { x: x + (side === 'center' ? offset / 2 : offset), baseline, size: block.size })
      }
    },
    paint(box, color, radius = 0) {
      doc.roundedRect(box.x, box.y, box.width, box.height, radius).fill(color)
    },
    outline(box, color, radius = 0) {
      doc.lineWidth(1).roundedRect(box.x, box.y, box.width, box.height, radius).stroke(color)
    },
    rule({ x, y, width, color, weight = 0.75 }) {
      doc
        .lineWidth(weight)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke(color)
    },
    grid(cells, box, color) {
      doc.addContent(gridPath(cells, box))
      doc.fill(color)
    },
    image(bytes, { x, y, width, height }) {
      doc.image(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), x, y, { width, height })
    },
    strokes(lines, box, { width, color, weight = 1.25 }) {
      const unit = box.width / width
      for (const line of lines) {
        for (let index = 0; index < line.length; index += 2) {
          const [x, y] = [box.x + (line[index] ?? 0) * unit, box.y + (line[index + 1] ?? 0) * unit]
          if (index === 0) doc.moveTo(x, y)
          else doc.lineTo(x, y)
        }
        doc.lineWidth(weight).lineCap('round').lineJoin('round').stroke(color)
      }
    },
    link({ x, y, width, height }, url) {
      if (/^https?:\/\//.test(url)) doc.link(x, y, width, height, url)
    },
    newPage() {
      doc.addPage()
    },
    onEachPage(write) {
      const { start, count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        doc.switchToPage(start + page)
        write(page + 1, count)
      }
    },
    async finish() {
      const ended = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject))
      doc.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

function gridPath(cells: readonly (readonly boolean[])[], box: Box): string {
  const unit = box.width / cells.length
  return cells
    .flatMap((row, y) => {
      const pattern = row.map((cell) => (cell ? '1' : '0')).join('')
      return Array.from(
        pattern.matchAll(/1+/g),
        ({ index, 0: filled }) =>
          [box.x + index * unit, box.y + y * unit, filled.length * unit, unit].map(toThousandths).join(' ') +
          ' re',
      )
    })
    .join('\n')
}

function toThousandths(value: number): number {
  return Math.round(value * 1000) / 1000
}
