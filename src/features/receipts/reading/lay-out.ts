import type { Point, Quad, TextLine } from '../../../platform/ocr/picture.ts'

/** A piece of text on a receipt, in a picture that was turned so that its lines are level. */
export interface Cell {
  text: string
  confidence: number
  characters: number[]
  isConfirmed?: boolean | undefined
  page: number
  quad: Quad
  left: number
  right: number
  top: number
  bottom: number
}

/** Pieces of text beside each other, from left to right. */
export interface Row {
  cells: Cell[]
  text: string
  top: number
  bottom: number
  /** The height of its letters. */
  height: number
}

export interface Layout {
  rows: Row[]
  /** The usual height of the letters. */
  height: number
}

/** Puts the lines of all pages into rows, as a person reads them. */
export function layOut(pages: readonly (readonly TextLine[])[]): Layout {
  const layouts = pages.map((lines, page) => layOutPage(lines, page))
  const heights = layouts.flatMap(({ rows }) => rows.map(({ height }) => height))
  return { rows: layouts.flatMap(({ rows }) => rows), height: median(heights) }
}

function layOutPage(lines: readonly TextLine[], page: number): Layout {
  const angle = tilt(lines)
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)]
  const turn = ({ x, y }: Point): Point => ({ x: x * cos - y * sin, y: x * sin + y * cos })
  const cells = lines.map((line): Cell => {
    const corners = line.quad.map(turn)
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
    // The middle of two corners each: a line that leans differs by half of its lean only.
    return {
      text: line.text.trim(),
      confidence: line.confidence,
      characters: line.characters.slice(line.text.length - line.text.trimStart().length),
      isConfirmed: line.isConfirmed,
      page,
      quad: line.quad,
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: (ys[0]! + ys[1]!) / 2,
      bottom: (ys[2]! + ys[3]!) / 2,
    }
  })
  return {
    rows: toRows(level(cells, lines, turn)),
    height: median(cells.map(({ top, bottom }) => bottom - top)),
  }
}

const neighbours = 7

/** In a photo taken from the side, lines further down lean differently. Each is levelled like the long lines near it. */
function level(cells: Cell[], lines: readonly TextLine[], turn: (point: Point) => Point): Cell[] {
  const slopes = lines
    .filter(({ text }) => text.length >= 6)
    .map(({ quad }) => {
      const [from, to] = [turn(quad[0]), turn(quad[1])]
      return { y: (from.y + to.y) / 2, slope: (to.y - from.y) / Math.max(1, to.x - from.x) }
    })
  const center =
    (Math.min(...cells.map(({ left }) => left)) + Math.max(...cells.map(({ right }) => right))) / 2
  return cells.map((cell) => {
    const near = slopes.toSorted((a, b) => Math.abs(a.y - middle(cell)) - Math.abs(b.y - middle(cell)))
    const slope = near.length === 0 ? 0 : median(near.slice(0, neighbours).map((each) => each.slope))
    const shift = slope * ((cell.left + cell.right) / 2 - center)
    return { ...cell, top: cell.top - shift, bottom: cell.bottom - shift }
  })
}

/** The angle at which most of the long lines run. */
function tilt(lines: readonly TextLine[]): number {
  const angles = lines
    .filter(({ text }) => text.length >= 6)
    .map(({ quad: [from, to] }) => Math.atan2(to.y - from.y, to.x - from.x))
  return angles.length === 0 ? 0 : median(angles)
}

function toRows(cells: Cell[]): Row[] {
  const rows: Cell[][] = []
  for (const cell of cells.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.findLast((each) => isBeside(each, cell))
    if (row) row.push(cell)
    else rows.push([cell])
  }
  return rows
    .map((row): Row => {
      const sorted = row.toSorted((a, b) => a.left - b.left)
      return {
        cells: sorted,
        text: sorted.map(({ text }) => text).join(' '),
        top: Math.min(...row.map(({ top }) => top)),
        bottom: Math.max(...row.map(({ bottom }) => bottom)),
        height: median(row.map(({ top, bottom }) => bottom - top)),
      }
    })
    .toSorted((a, b) => a.top + a.bottom - b.top - b.bottom)
}

/** Its height overlaps by half with the nearest cell of the row, and it stands beside all of them. */
function isBeside(row: readonly Cell[], cell: Cell): boolean {
  const gap = (other: Cell) => Math.max(other.left - cell.right, cell.left - other.right)
  const nearest = row.toSorted((a, b) => gap(a) - gap(b))[0]!
  const overlap = Math.min(nearest.bottom, cell.bottom) - Math.max(nearest.top, cell.top)
  const smaller = Math.min(nearest.bottom - nearest.top, cell.bottom - cell.top)
  return overlap > smaller * 0.5 && row.every((other) => gap(other) > -0.5 * (other.bottom - other.top))
}

const middle = ({ top, bottom }: Cell) => (top + bottom) / 2

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
