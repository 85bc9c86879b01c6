import type { Point, Quad } from './picture.ts'

/** How likely each pixel belongs to the core of a text line, as the detector says. */
export interface TextMap {
  width: number
  height: number
  values: Float32Array
}

const pixelThreshold = 0.3
const areaThreshold = 0.5
/** The detector marks the core of a line; the line itself is larger by this share of area to circumference. */
const growth = 1.6
const smallestSide = 3

/** Finds the areas of the map that hold a line of text, as rotated rectangles. */
export function findTextAreas(map: TextMap): Quad[] {
  const { width, height, values } = map
  const seen = new Uint8Array(values.length)
  const stack = new Int32Array(values.length)
  const areas: Quad[] = []
  for (let start = 0; start < values.length; start += 1) {
    if (seen[start] === 1 || values[start]! < pixelThreshold) continue
    let depth = 1
    let [sum, count] = [0, 0]
    stack[0] = start
    seen[start] = 1
    // The leftmost and the rightmost pixel of each row are all that the surrounding rectangle depends on.
    const rows = new Map<number, [number, number]>()
    while (depth > 0) {
      depth -= 1
      const at = stack[depth]!
      const x = at % width
      const y = (at - x) / width
      sum += values[at]!
      count += 1
      const row = rows.get(y)
      if (!row) rows.set(y, [x, x])
      else if (x < row[0]) row[0] = x
      else if (x > row[1]) row[1] = x
      for (let dy = -1; dy <= 1; dy += 1) {
        if (y + dy < 0 || y + dy >= height) continue
        for (let dx = -1; dx <= 1; dx += 1) {
          if (x + dx < 0 || x + dx >= width) continue
          const next = at + dy * width + dx
          if (seen[next] === 1 || values[next]! < pixelThreshold) continue
          seen[next] = 1
          stack[depth] = next
          depth += 1
        }
      }
    }
    if (sum / count < areaThreshold) continue
    const area = surround(
      [...rows].flatMap(([y, [left, right]]) => [
        { x: left, y },
        { x: right + 1, y },
        { x: left, y: y + 1 },
        { x: right + 1, y: y + 1 },
      ]),
    )
    if (area) areas.push(area)
  }
  return areas
}

function surround(points: Point[]): Quad | undefined {
  const hull = convexHull(points)
  let best:
    | { angle: number; left: number; right: number; top: number; bottom: number; area: number }
    | undefined
  for (const [index, from] of hull.entries()) {
    const to = hull[(index + 1) % hull.length]!
    const angle = Math.atan2(to.y - from.y, to.x - from.x)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
    for (const point of hull) {
      const along = point.x * cos + point.y * sin
      const across = point.y * cos - point.x * sin
      left = Math.min(left, along)
      right = Math.max(right, along)
      top = Math.min(top, across)
      bottom = Math.max(bottom, across)
    }
    const area = (right - left) * (bottom - top)
    if (!best || area < best.area) best = { angle, left, right, top, bottom, area }
  }
  if (!best) return undefined
  const [long, short] = [best.right - best.left, best.bottom - best.top]
  if (Math.min(long, short) < smallestSide) return undefined
  const more = ((long * short) / (2 * (long + short))) * growth
  const [cos, sin] = [Math.cos(best.angle), Math.sin(best.angle)]
  const corner = (along: number, across: number): Point => ({
    x: along * cos - across * sin,
    y: along * sin + across * cos,
  })
  return uprightOrder([
    corner(best.left - more, best.top - more),
    corner(best.right + more, best.top - more),
    corner(best.right + more, best.bottom + more),
    corner(best.left - more, best.bottom + more),
  ])
}

/** Begins with the corner that is the top left one of a line that reads from left to right. */
function uprightOrder(corners: Quad): Quad {
  const byX = corners.toSorted((a, b) => a.x - b.x)
  const [topLeft, bottomLeft] = byX.slice(0, 2).toSorted((a, b) => a.y - b.y) as [Point, Point]
  const [topRight, bottomRight] = byX.slice(2).toSorted((a, b) => a.y - b.y) as [Point, Point]
  return [topLeft, topRight, bottomRight, bottomLeft]
}

function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())]
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/** The upper or the lower half, without its last point. */
function halfHull(points: Point[]): Point[] {
  const chain: Point[] = []
  for (const point of points) {
    while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
    chain.push(point)
  }
  chain.pop()
  return chain
}
