import sharp from 'sharp'
import { randomFrom } from '../random.ts'
import type { Paper } from './damage.ts'
import type { Shot } from './shot.ts'
import { type Point, smoothNoise, type Warp, warpFrom } from './warp.ts'

/** Photographs a paper: bends it, lays it on a table, lights it, and adds what a camera adds. Returns a JPEG. */
export async function photograph(paper: Paper, shot: Shot): Promise<Buffer> {
  const frame = frameOf(paper, shot)
  const pixels = expose(paper, shot, frame)
  const raw = { width: frame.width, height: frame.height, channels: 3 as const }
  let picture = sharp(pixels, { raw }).blur(shot.blur)
  if (shot.motion) {
    const kernel = Array.from({ length: 9 }, (_, n) =>
      (shot.motion?.isVertical ? n % 3 === 1 : Math.floor(n / 3) === 1) ? 1 : 0,
    )
    picture = picture.convolve({ width: 3, height: 3, kernel })
  }
  const blurred = await picture.raw().toBuffer()
  addNoise(blurred, shot.noise, randomFrom(shot.seed + 1))
  // Cameras store the picture as the sensor saw it, and how to turn it.
  const turned = { 1: 0, 3: 180, 6: 270, 8: 90 }[shot.orientation]
  return sharp(blurred, { raw })
    .rotate(turned)
    .withMetadata({ orientation: shot.orientation })
    .jpeg({ quality: shot.quality })
    .toBuffer()
}

interface Frame {
  width: number
  height: number
  /** Pixels of the picture for one of the paper. */
  scale: number
}

function frameOf(paper: Paper, { isScan, longSide, fill }: Shot): Frame {
  const shape = isScan
    ? paper.width / paper.height
    : Math.max(0.75, Math.min(1.34, paper.width / paper.height))
  const height = Math.round(shape > 1 ? longSide / shape : longSide)
  const width = Math.round(height * shape)
  return { width, height, scale: Math.min((height * fill) / paper.height, (width * fill) / paper.width) }
}

function cornersOf(paper: Paper, { turn, corners }: Shot, frame: Frame): Point[] {
  const [w, h] = [paper.width * frame.scale, paper.height * frame.scale]
  const angle = (turn * Math.PI) / 180
  const rectangle: Point[] = [
    [-w / 2, -h / 2],
    [w / 2, -h / 2],
    [w / 2, h / 2],
    [-w / 2, h / 2],
  ]
  return rectangle.map(([x, y], n) => {
    const [right, down] = corners[n] ?? [0, 0]
    const [px, py] = [x + right * w, y + down * w]
    return [
      frame.width / 2 + px * Math.cos(angle) - py * Math.sin(angle),
      frame.height / 2 + px * Math.sin(angle) + py * Math.cos(angle),
    ]
  })
}

/** Every pixel of the picture: what is there, and how much light falls on it. */
function expose(paper: Paper, shot: Shot, frame: Frame): Uint8Array {
  const random = randomFrom(shot.seed)
  const warp = warpFrom(cornersOf(paper, shot, frame), paper.width, paper.height)
  const bend = bendOf(paper, shot)
  const [wood, fading] = [smoothNoise(random), smoothNoise(random)]
  const pixels = new Uint8Array(frame.width * frame.height * 3)
  const { tint, ink, table } = shot
  for (let y = 0, at = 0; y < frame.height; y += 1) {
    for (let x = 0; x < frame.width; x += 1, at += 3) {
      const [u, v, shade] = bend(warp, x, y)
      let light = lightAt(shot, x / frame.width, y / frame.height)
      if (
        u >= 0 &&
        v >= 0 &&
        u < paper.width - 1 &&
        v < Math.min(paper.height - 1, paper.bottom[u | 0] ?? 0)
      ) {
        light *= shade
        const stained = paper.stain ? (paper.stain[(v | 0) * paper.width + (u | 0)] ?? 0) / 255 : 0
        const left = 1 - shot.fading * (0.4 + 0.6 * fading(u / 90, v / 70))
        const share = (inkAt(paper, u, v) / 255) * left
        for (let c = 0; c < 3; c += 1) {
          const base = (tint[c] ?? 0) * (1 - stained * (0.22 + 0.14 * c))
          pixels[at + c] = clamp(light * (base * (1 - share) + (ink[c] ?? 0) * share))
        }
      } else {
        const cast = castShadow(paper, shot, u, v)
        const grain = (wood(x / (6 * table.stretch), y / 7) + wood(x / 90, y / 40) - 1) * table.grain
        for (let c = 0; c < 3; c += 1) pixels[at + c] = clamp(light * cast * ((table.colour[c] ?? 0) + grain))
      }
    }
  }
  return pixels
}

const clamp = (value: number) => Math.max(0, Math.min(255, value))

/** Curl and creases: where on the flat paper a point is, and how the bent paper is shaded there. */
function bendOf(paper: Paper, shot: Shot): (warp: Warp, x: number, y: number) => [number, number, number] {
  const creases = shot.creases.map(({ at, bend }) => ({ at: at * paper.height, bend }))
  return (warp, x, y) => {
    const [flatU, flatV] = warp(x, y)
    const arc = Math.sin((Math.PI * flatU) / paper.width)
    let u = flatU
    const v = flatV + shot.curl * paper.height * (arc - 0.5)
    let shade = 1 + shot.curl * 6 * (arc - 0.5)
    for (const { at, bend } of creases) {
      const away = v - at
      if (away > 0) {
        u += away * bend
        shade *= 1 - Math.abs(bend) * 2
      }
      shade *= 1 - 0.16 * Math.exp(-Math.abs(away - 5) / 9) + 0.1 * Math.exp(-Math.abs(away) / 1.6)
    }
    if (paper.pleat !== null) {
      const away = v - paper.pleat
      shade *= away > 0 ? 1 - 0.5 * Math.exp(-away / 9) : 1 + 0.06 * Math.exp(away / 4)
    }
    return [u, v, shade]
  }
}

function inkAt({ ink, width }: Paper, u: number, v: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const [dx, dy] = [u - left, v - top]
  const at = top * width + left
  const upper = (ink[at] ?? 0) * (1 - dx) + (ink[at + 1] ?? 0) * dx
  const lower = (ink[at + width] ?? 0) * (1 - dx) + (ink[at + width + 1] ?? 0) * dx
  return upper * (1 - dy) + lower * dy
}

function lightAt({ light, shadow, isScan }: Shot, x: number, y: number): number {
  if (isScan) return 1
  const slope = (x - 0.5) * Math.cos(light.angle) + (y - 0.5) * Math.sin(light.angle)
  const corner = (x - 0.5) ** 2 + (y - 0.5) ** 2
  let value = 0.93 + light.strength * slope - 0.25 * corner
  if (shadow) {
    const side = (x - 0.5) * Math.cos(shadow.angle) + (y - 0.5) * Math.sin(shadow.angle) + 0.5 - shadow.at
    value *= 1 - shadow.depth / (1 + Math.exp(-side / shadow.soft))
  }
  return value
}

/** The shadow of the paper on the table. */
function castShadow(paper: Paper, { isScan, light }: Shot, u: number, v: number): number {
  if (isScan) return 1
  const [su, sv] = [u + 5 * Math.cos(light.angle), v + 5 * Math.sin(light.angle)]
  const end = paper.bottom[Math.max(0, Math.min(paper.width - 1, u | 0))] ?? paper.height
  const away = Math.hypot(Math.max(0, -su, su - paper.width), Math.max(0, -sv, sv - end))
  return 1 - 0.55 * Math.exp(-away / 9)
}

function addNoise(pixels: Buffer, strength: number, random: () => number): void {
  const table = Float32Array.from(
    { length: 8192 },
    () => (random() + random() + random() - 1.5) * 2 * strength,
  )
  for (let at = 0; at < pixels.length; at += 3) {
    const bright = table[(random() * 8192) | 0] ?? 0
    for (let c = 0; c < 3; c += 1) {
      const own = table[(random() * 8192) | 0] ?? 0
      pixels[at + c] = clamp((pixels[at + c] ?? 0) + bright * 0.8 + own * 0.4)
    }
  }
}
