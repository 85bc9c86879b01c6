import type { Path } from 'fontkit'

/** A closed line of corners: x and y in turn. */
export type Contour = number[]

const steps = 5
/** How many lines are scanned for each row of pixels. */
const fine = 5

/** The outline of a letter as straight lines, in the units of its font. */
export function contoursOf(path: Path): Contour[] {
  const contours: Contour[] = []
  let current: Contour = []
  for (const { command, args } of path.commands) {
    if (command === 'moveTo') {
      current = [...args]
      contours.push(current)
    } else if (command === 'lineTo') {
      current.push(...args)
    } else if (command !== 'closePath') {
      const from = current.slice(-2)
      for (let n = 1; n <= steps; n += 1) current.push(...curvePoint([...from, ...args], n / steps))
    }
  }
  return contours
}

/** A point of a Bézier curve of any degree. */
function curvePoint(points: readonly number[], t: number): number[] {
  if (points.length === 2) return [...points]
  const next: number[] = []
  for (let n = 0; n < points.length - 2; n += 1) {
    next.push((points[n] ?? 0) * (1 - t) + (points[n + 2] ?? 0) * t)
  }
  return curvePoint(next, t)
}

export interface Sheet {
  width: number
  height: number
  /** 0 is blank, 255 is full ink. */
  ink: Uint8Array
}

export interface Fit {
  scaleX: number
  scaleY: number
  x: number
  y: number
}

/**
 * Fills an outline on a sheet. The product forbids sharp to decode SVG, for the whole process, and pictures must also
 * be drawn in tests that run it.
 */
export function fillOutline(sheet: Sheet, contours: readonly Contour[], { scaleX, scaleY, x, y }: Fit): void {
  const edges = contours.flatMap((contour) =>
    edgesOf(contour.map((value, n) => (n % 2 ? y - value * scaleY : x + value * scaleX))),
  )
  const top = Math.max(0, Math.floor(Math.min(...edges.map(([, y1, , y2]) => Math.min(y1, y2)))))
  const bottom = Math.min(sheet.height, Math.ceil(Math.max(...edges.map(([, y1, , y2]) => Math.max(y1, y2)))))
  for (let row = top; row < bottom; row += 1) {
    for (let n = 0; n < fine; n += 1) {
      for (const [from, to] of spansAt(edges, row + (n + 0.5) / fine)) cover(sheet, row, from, to)
    }
  }
}

type Edge = readonly [x1: number, y1: number, x2: number, y2: number]

function edgesOf(points: readonly number[]): Edge[] {
  const edges: Edge[] = []
  for (let n = 0; n < points.length; n += 2) {
    const next = (n + 2) % points.length
    edges.push([points[n] ?? 0, points[n + 1] ?? 0, points[next] ?? 0, points[next + 1] ?? 0])
  }
  return edges
}

/** The parts of a horizontal line that are inside, by the nonzero rule. */
function spansAt(edges: readonly Edge[], y: number): [number, number][] {
  const crossings: [x: number, turn: number][] = []
  for (const [x1, y1, x2, y2] of edges) {
    if (y1 <= y === y2 <= y) continue
    crossings.push([x1 + ((y - y1) / (y2 - y1)) * (x2 - x1), y1 < y2 ? 1 : -1])
  }
  crossings.sort((a, b) => a[0] - b[0])
  const spans: [number, number][] = []
  let winding = 0
  let start = 0
  for (const [x, turn] of crossings) {
    if (winding === 0) start = x
    winding += turn
    if (winding === 0) spans.push([start, x])
  }
  return spans
}

function cover({ ink, width }: Sheet, row: number, from: number, to: number): void {
  const last = Math.min(width - 1, Math.floor(to))
  for (let column = Math.max(0, Math.floor(from)); column <= last; column += 1) {
    const share = Math.min(to, column + 1) - Math.max(from, column)
    const at = row * width + column
    ink[at] = Math.min(255, (ink[at] ?? 0) + Math.round((share * 255) / fine))
  }
}
