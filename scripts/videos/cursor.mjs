import sharp from 'sharp'

/**
 * @typedef {{ x: number, y: number }} Point in pixels of the video
 */

const arrow = await draw(
  24,
  32,
  `<path d="M2 2v23l6-5.5 4 9 4.5-2-4-8.800h8.500z" fill="#111" stroke="#fff" stroke-width="2" stroke-linejoin="round"/>`,
)
const ringSize = 72
/** The frames of the ring that grows and fades around a click. */
const rings = await Promise.all(
  [
    [10, 0.75],
    [17, 0.6],
    [24, 0.4],
    [30, 0.2],
  ].map(([radius, opacity]) =>
    draw(
      ringSize,
      ringSize,
      `<circle cx="36" cy="36" r="${radius}" fill="#0d7f73" fill-opacity="${(opacity ?? 0) / 3}" stroke="#0d7f73" stroke-opacity="${opacity}" stroke-width="4"/>`,
    ),
  ),
)
export const ringFrames = rings.length

/**
 * @param {number} width
 * @param {number} height
 * @param {string} shapes
 */
function draw(width, height, shapes) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/**
 * Returns the frame with the cursor on it, and optionally a frame of the ring around a click.
 * @param {Buffer} picture raw RGB
 * @param {{ width: number, height: number }} size
 * @param {Point} at
 * @param {number} [ring] the frame of the ring; no ring if omitted
 */
export function drawCursor(picture, { width, height }, at, ring) {
  const [left, top] = [Math.round(at.x), Math.round(at.y)]
  const around = ring === undefined ? undefined : rings[ring]
  const half = ringSize / 2
  return sharp(picture, { raw: { width, height, channels: 3 } })
    .composite([
      ...(around ? [{ input: around, left: left - half, top: top - half }] : []),
      { input: arrow, left: left - 2, top: top - 2 },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
}
