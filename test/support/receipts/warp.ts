export type Point = readonly [number, number]

/** Where a point of the picture lies on the paper. */
export type Warp = (x: number, y: number) => Point

/** The projection that takes four corners of a picture to the corners of a paper, clockwise from the top left. */
export function warpFrom(corners: readonly Point[], width: number, height: number): Warp {
  const targets: Point[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const rows = corners.flatMap(([x, y], n) => {
    const [u, v] = targets[n] ?? [0, 0]
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(rows)
  return (x, y) => {
    const depth = g * x + h * y + 1
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth]
  }
}

/** Gaussian elimination; the last number of a row is its right side. */
function solve(rows: number[][]): number[] {
  const count = rows.length
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let column = 0; column < count; column += 1) {
    let best = column
    for (let row = column; row < count; row += 1) {
      if (Math.abs(cell(row, column)) > Math.abs(cell(best, column))) best = row
    }
    ;[rows[column], rows[best]] = [rows[best] ?? [], rows[column] ?? []]
    for (let row = 0; row < count; row += 1) {
      if (row === column) continue
      const factor = cell(row, column) / cell(column, column)
      rows[row] = (rows[row] ?? []).map((value, n) => value - factor * cell(column, n))
    }
  }
  return rows.map((_, n) => cell(n, count) / cell(n, n))
}

/** Smooth random values from 0 to 1 over the plane. */
export function smoothNoise(random: () => number): (x: number, y: number) => number {
  const side = 64
  const lattice = Float32Array.from({ length: side * side }, random)
  const at = (x: number, y: number) => lattice[(y & (side - 1)) * side + (x & (side - 1))] ?? 0
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const [dx, dy] = [ease(x - left), ease(y - top)]
    const upper = at(left, top) * (1 - dx) + at(left + 1, top) * dx
    const lower = at(left, top + 1) * (1 - dx) + at(left + 1, top + 1) * dx
    return upper * (1 - dy) + lower * dy
  }
}

const ease = (t: number) => t * t * (3 - 2 * t)
