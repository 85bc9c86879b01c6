import { expect, test } from 'vitest'
import { cutOut } from './cut-out.ts'
import type { Picture, Quad } from './picture.ts'
import { type Recognizer, readLine } from './read-text.ts'

/** Grey values from left to right, the same in each row. */
function gradient(width: number, height: number): Picture {
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at += 1) pixels.fill(at % width, at * 3, at * 3 + 3)
  return { width, height, pixels }
}
const box = (left: number, top: number, right: number, bottom: number): Quad => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

test('a strip is cut out upright, also of a line that is upside down, and padded on the right', () => {
  const picture = gradient(100, 20)
  const size = { width: 10, height: 4, padded: 16 }
  const strip = cutOut(picture, box(20, 5, 60, 15), size)
  const first = [...strip.subarray(0, 16)]
  expect(first.slice(0, 10)).toEqual(first.slice(0, 10).toSorted((a, b) => a - b))
  expect(first[0]).toBeCloseTo(21.5 / 127.5 - 1)
  expect(first.slice(10)).toEqual([0, 0, 0, 0, 0, 0])
  const [topLeft, topRight, bottomRight, bottomLeft] = box(20, 5, 60, 15)
  const turned = cutOut(picture, [bottomRight, bottomLeft, topLeft, topRight], size)
  expect([...turned.subarray(0, 10)]).toEqual(first.slice(0, 10).toReversed())
})

test('repeated characters are one unless a blank stands between them', async () => {
  const [blank, a, b] = [0, 1, 2]
  const columns = [blank, a, a, blank, a, b, b, blank]
  const recognizer: Recognizer = {
    characters: ['a', 'b'],
    run: async () => ({
      data: Float32Array.from(
        columns.flatMap((best) => [blank, a, b].map((index) => (index === best ? 0.75 : 0.125))),
      ),
      shape: [1, columns.length, 3],
    }),
  }
  const line = await readLine(recognizer, gradient(100, 20), box(0, 0, 100, 20))
  expect(line).toMatchObject({ text: 'aab', confidence: 0.75, characters: [0.75, 0.75, 0.75] })
})
