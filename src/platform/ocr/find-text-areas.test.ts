import { expect, test } from 'vitest'
import { findTextAreas } from './find-text-areas.ts'
import type { Quad } from './picture.ts'

const [width, height] = [200, 100]

/** A map with a bar of text: its middle, its half length and half height, and its angle. */
function mapWith(
  bars: { x: number; y: number; long: number; high: number; angle?: number; value?: number }[],
) {
  const values = new Float32Array(width * height)
  for (const { x, y, long, high, angle = 0, value = 0.9 } of bars) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    for (let at = 0; at < values.length; at += 1) {
      const [dx, dy] = [(at % width) - x, Math.floor(at / width) - y]
      const isInside = Math.abs(dx * cos + dy * sin) <= long && Math.abs(dy * cos - dx * sin) <= high
      if (isInside) values[at] = value
    }
  }
  return { width, height, values }
}

const angleOf = ([from, to]: Quad) => Math.atan2(to.y - from.y, to.x - from.x)

test('each line is found, a little larger than its core, with its corners in reading order', () => {
  const areas = findTextAreas(
    mapWith([
      { x: 60, y: 20, long: 40, high: 3 },
      { x: 150, y: 70, long: 20, high: 4 },
    ]),
  )
  expect(areas).toHaveLength(2)
  const [topLeft, topRight, bottomRight, bottomLeft] = areas[0]!
  expect([topLeft.x < 20, topRight.x > 100, topLeft.y < 17, bottomLeft.y > 24]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(bottomRight.x).toBeCloseTo(topRight.x)
})

test.each([-0.3, 0.3])('a line that leans by %f is a rectangle that leans', (angle) => {
  const [area] = findTextAreas(mapWith([{ x: 100, y: 50, long: 50, high: 3, angle }]))
  expect(angleOf(area!)).toBeCloseTo(angle, 1)
})

test('what is faint, or too small for a letter, is no line', () => {
  expect(findTextAreas(mapWith([{ x: 60, y: 20, long: 40, high: 3, value: 0.4 }]))).toEqual([])
  expect(findTextAreas(mapWith([{ x: 60, y: 20, long: 1, high: 0 }]))).toEqual([])
  expect(findTextAreas({ width, height, values: new Float32Array(width * height) })).toEqual([])
})
