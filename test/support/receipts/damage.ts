import type { Print } from './print.ts'
import type { Part } from './receipt.ts'
import type { Damage } from './shop.ts'

/** A printed paper and what happened to it. */
export interface Paper {
  width: number
  height: number
  ink: Uint8Array
  /** 0 is clean, 255 is soaked. */
  stain: Uint8Array | null
  /** Where the paper ends, for each column. */
  bottom: Float32Array
  /** A fold that hides what was between, in pixels from the top. */
  pleat: number | null
}

type Random = () => number

function bandOf({ bands }: Print, part: Part): { top: number; bottom: number } {
  const own = bands.filter((band) => band.part === part)
  return { top: Math.min(...own.map(({ top }) => top)), bottom: Math.max(...own.map(({ bottom }) => bottom)) }
}

export function damagePaper(print: Print, damage: Damage | undefined, random: Random): Paper {
  const { width, height, ink } = print
  const whole = { width, height, ink, stain: null, pleat: null, bottom: new Float32Array(width).fill(height) }
  if (!damage || damage === 'all-blurred') return whole
  const { top, bottom } = bandOf(print, damage.startsWith('sums') ? 'sums' : 'date')
  switch (damage) {
    case 'sums-cut':
    case 'date-torn':
      return tearOff(whole, top, random)
    case 'sums-folded':
    case 'date-folded':
      return fold(whole, top - 2, bottom + 2)
    case 'sums-stained':
    case 'date-stained':
      return soak(whole, top, bottom, random)
    case 'sums-faded':
      return { ...whole, ink: fade(whole, top, bottom) }
  }
}

/** Tears off everything from the given row, along a ragged edge. */
function tearOff(paper: Paper, top: number, random: Random): Paper {
  const { width } = paper
  const bottom = new Float32Array(width)
  let y = top - 14
  for (let x = 0; x < width; x += 1) {
    y = Math.min(top - 5, Math.max(top - 26, y + (random() - 0.5) * 3))
    bottom[x] = y
  }
  return { ...paper, height: top, ink: paper.ink.slice(0, top * width), bottom }
}

function fold(paper: Paper, top: number, bottom: number): Paper {
  const { width } = paper
  const ink = new Uint8Array(paper.ink.length - (bottom - top) * width)
  ink.set(paper.ink.subarray(0, top * width))
  ink.set(paper.ink.subarray(bottom * width), top * width)
  const height = paper.height - (bottom - top)
  return { ...paper, ink, height, pleat: top, bottom: new Float32Array(width).fill(height) }
}

/** A spilled drink: the ink has run. */
function soak(paper: Paper, top: number, bottom: number, random: Random): Paper {
  const { width, height } = paper
  const stain = new Uint8Array(width * height)
  const ink = Uint8Array.from(paper.ink)
  const reach = Math.round(width / 12)
  const [one, two] = [random() * 6, random() * 6]
  for (let y = 0; y < height; y += 1) {
    const outside = Math.max(top - y, y - bottom, 0)
    for (let x = 0; x < width; x += 1) {
      const wave = 11 + 5 * Math.sin(x / 37 + one) + 4 * Math.sin(x / 13 + two)
      if (outside > wave) continue
      const at = y * width + x
      stain[at] = outside > 0 && outside > wave - 4 ? 255 : 170
      ink[at] = Math.round(average(paper, x, y, reach) * 1.1)
    }
  }
  return { ...paper, ink, stain }
}

function average({ ink, width, height }: Paper, x: number, y: number, reach: number): number {
  let all = 0
  let count = 0
  for (let dy = -reach; dy <= reach; dy += 5) {
    for (let dx = -reach; dx <= reach; dx += 5) {
      const [px, py] = [x + dx, y + dy]
      if (px < 0 || py < 0 || px >= width || py >= height) continue
      all += ink[py * width + px] ?? 0
      count += 1
    }
  }
  return all / count
}

/** Thermal paper that lay in the sun: nothing is left of the print. */
function fade({ ink, width }: Paper, top: number, bottom: number): Uint8Array {
  return ink.map((value, at) => {
    const y = Math.floor(at / width)
    const outside = Math.max(top - y, y - bottom, 0)
    return outside > 20 ? value : Math.round((value * outside) / 20)
  })
}
