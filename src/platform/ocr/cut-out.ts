import type { Picture, Quad } from './picture.ts'

/**
 * Copies a rotated or slanted rectangle into an upright strip, in the form that the models take: three planes (blue,
 * green, red) of numbers from -1 to 1. The strip is padded with 0 on the right.
 */
export function cutOut(
  picture: Picture,
  [topLeft, topRight, bottomRight, bottomLeft]: Quad,
  { width, height, padded }: { width: number; height: number; padded: number },
): Float32Array {
  const { pixels } = picture
  const plane = height * padded
  const target = new Float32Array(3 * plane)
  for (let row = 0; row < height; row += 1) {
    const v = (row + 0.5) / height
    const left = {
      x: topLeft.x + (bottomLeft.x - topLeft.x) * v,
      y: topLeft.y + (bottomLeft.y - topLeft.y) * v,
    }
    const right = {
      x: topRight.x + (bottomRight.x - topRight.x) * v,
      y: topRight.y + (bottomRight.y - topRight.y) * v,
    }
    for (let column = 0; column < width; column += 1) {
      const u = (column + 0.5) / width
      const x = clamp(left.x + (right.x - left.x) * u - 0.5, picture.width - 1)
      const y = clamp(left.y + (right.y - left.y) * u - 0.5, picture.height - 1)
      const [x0, y0] = [Math.floor(x), Math.floor(y)]
      const [x1, y1] = [Math.min(x0 + 1, picture.width - 1), Math.min(y0 + 1, picture.height - 1)]
      const [fx, fy] = [x - x0, y - y0]
      const a = (y0 * picture.width + x0) * 3
      const b = (y0 * picture.width + x1) * 3
      const c = (y1 * picture.width + x0) * 3
      const d = (y1 * picture.width + x1) * 3
      const at = row * padded + column
      for (let channel = 0; channel < 3; channel += 1) {
        const value =
          (pixels[a + channel]! * (1 - fx) + pixels[b + channel]! * fx) * (1 - fy) +
          (pixels[c + channel]! * (1 - fx) + pixels[d + channel]! * fx) * fy
        target[at + (2 - channel) * plane] = value / 127.5 - 1
      }
    }
  }
  return target
}

function clamp(value: number, highest: number): number {
  return value < 0 ? 0 : value > highest ? highest : value
}
