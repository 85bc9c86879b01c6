import { type Face, type FaceName, openFace } from './faces.ts'
import { type Contour, fillOutline, type Fit, type Sheet } from './fill-outline.ts'
import type { Cell, Line, Part, TextLine } from './receipt.ts'

export interface Look {
  face: FaceName
  /** Pixels. */
  width: number
  /** How many characters fit into a line. */
  columns: number
  /** The distance between lines, in sizes of the type. */
  leading: number
}

/** What the printer put on the paper. */
export interface Print extends Sheet {
  /** Where each line stands, from top to bottom. */
  bands: { part: Part; top: number; bottom: number }[]
}

const stretch = { normal: [1, 1], tall: [1, 1.7], double: [1.8, 1.8] } as const

export function print(lines: readonly Line[], look: Look): Print {
  const face = openFace(look.face)
  const margin = Math.round(look.width * 0.06)
  const room = look.width - 2 * margin
  const size = room / look.columns / (look.face === 'sans' ? 0.53 : face.outline('0').advance)
  const pen = new Pen(face, size, margin, room)
  const bands: Print['bands'] = []
  let top = margin * 1.2
  for (const line of lines) {
    const height = size * look.leading * heightOf(line)
    if ('cells' in line) pen.write(line, top)
    else if ('rule' in line) pen.rule(line.rule, top)
    else if ('bars' in line) pen.bars(line.bars, top)
    bands.push({ part: line.part, top: Math.round(top), bottom: Math.round(top + height) })
    top += height
  }
  const height = Math.round(top + margin * 1.5)
  return { ...pen.fill(look.width, height), bands }
}

function heightOf(line: Line): number {
  if ('gap' in line) return line.gap
  if ('bars' in line) return 4
  if ('rule' in line) return 0.9
  return line.size === 'normal' ? 1 : 1.75
}

/** Collects outlines of letters, which are drawn in one go. */
class Pen {
  private readonly face: Face
  private readonly size: number
  private readonly margin: number
  private readonly room: number
  private readonly marks: { contours: readonly Contour[]; fit: Fit }[] = []

  constructor(face: Face, size: number, margin: number, room: number) {
    this.face = face
    this.size = size
    this.margin = margin
    this.room = room
  }

  write(line: TextLine, top: number): void {
    const fitting = this.fit(line)
    for (const [n, cell] of fitting.cells.entries()) {
      const [wide, high] = stretch[fitting.size]
      const width = this.measure(cell.text) * wide
      const anchor = this.margin + cell.at * this.room
      const x = anchor - width * { left: 0, center: 0.5, right: 1 }[cell.align]
      const next = fitting.cells[n + 1]
      const text = next?.align === 'right' ? this.shorten(cell, next, wide) : cell.text
      this.draw(text, x, top + this.size * high * 0.95, wide, high, line.bold)
    }
  }

  /** Letters of double width are for short lines only. */
  private fit(line: TextLine): TextLine {
    const needed = line.cells.reduce((all, { text }) => all + this.measure(`${text} `), 0)
    if (line.size !== 'double' || needed * 1.8 < this.room) return line
    return { ...line, size: 'tall' }
  }

  private shorten(cell: Cell, next: Cell, wide: number): string {
    if (cell.align !== 'left') return cell.text
    const room = this.room * (next.at - cell.at) - this.measure(` ${next.text}`) * wide
    let { text } = cell
    while (text.length > 1 && this.measure(text) * wide > room) text = text.slice(0, -1)
    return text
  }

  private measure(text: string): number {
    return (
      Array.from(text).reduce((all, character) => all + this.face.outline(character).advance, 0) * this.size
    )
  }

  private draw(text: string, x: number, y: number, wide: number, high: number, bold: boolean): void {
    let at = x
    for (const character of text) {
      const { contours, advance, unit } = this.face.outline(character)
      const [scaleX, scaleY] = [(this.size / unit) * wide, (this.size / unit) * high]
      // Bold letters are struck twice, one beside the other.
      for (const shift of bold ? [0, this.size * 0.05] : [0]) {
        if (contours.length > 0) this.marks.push({ contours, fit: { scaleX, scaleY, x: at + shift, y } })
      }
      at += advance * this.size * wide
    }
  }

  rule(character: string, top: number): void {
    const count = Math.floor(this.room / this.measure(character))
    this.draw(character.repeat(count), this.margin, top + this.size * 0.85, 1, 1, false)
  }

  bars(digits: string, top: number): void {
    const width = (this.room * 0.7) / (digits.length * 7)
    for (const [n, digit] of Array.from(digits).entries()) {
      for (let bit = 0; bit < 4; bit += 1) {
        const isWide = ((Number(digit) + 3) >> bit) & 1
        const x = this.margin + this.room * 0.15 + (n * 7 + bit * 1.75) * width
        const [end, top1, top2] = [
          x + width * (isWide ? 1.3 : 0.7),
          top + this.size * 0.5,
          top + this.size * 2.9,
        ]
        const bar = [x, -top1, end, -top1, end, -top2, x, -top2]
        this.marks.push({ contours: [bar], fit: { scaleX: 1, scaleY: 1, x: 0, y: 0 } })
      }
    }
    const x = this.margin + (this.room - this.measure(digits)) / 2
    this.draw(digits, x, top + this.size * 3.9, 1, 1, false)
  }

  fill(width: number, height: number): Sheet {
    const sheet = { width, height, ink: new Uint8Array(width * height) }
    for (const { contours, fit } of this.marks) fillOutline(sheet, contours, fit)
    return sheet
  }
}
