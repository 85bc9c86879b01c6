/** The path of an SVG through the points of a stroke (x1, y1, x2, y2 and so on), without corners. */
export function signaturePath(stroke: readonly number[]): string {
  const [x = 0, y = 0] = stroke
  let path = `M${x} ${y}`
  for (let index = 2; index < stroke.length; index += 2) {
    const [toX = 0, toY = 0, nextX, nextY] = stroke.slice(index, index + 4)
    path +=
      nextX === undefined || nextY === undefined
        ? `L${toX} ${toY}`
        : `Q${toX} ${toY} ${(toX + nextX) / 2} ${(toY + nextY) / 2}`
  }
  return path
}
