import type { Look } from './print.ts'
import type { Degree } from './shop.ts'

type Colour = readonly [number, number, number]

/** How a paper lies and how it was photographed. */
export interface Shot {
  /** Degrees. */
  turn: number
  /** How far each corner is from where it would be, as x and y, in parts of the paper. */
  corners: readonly (readonly [number, number])[]
  curl: number
  creases: readonly { at: number; bend: number }[]
  tint: Colour
  ink: Colour
  /** How much of the print has faded, from 0 to 1. */
  fading: number
  light: { angle: number; strength: number }
  shadow: { angle: number; at: number; depth: number; soft: number } | null
  table: { colour: Colour; grain: number; stretch: number }
  blur: number
  motion: { length: number; isVertical: boolean } | null
  noise: number
  quality: number
  longSide: number
  /** The part of the frame that the paper fills. */
  fill: number
  isScan: boolean
  orientation: 1 | 3 | 6 | 8
  seed: number
}

type Random = () => number

const tables: readonly Colour[] = [
  [112, 78, 52],
  [58, 56, 60],
  [168, 140, 108],
  [70, 88, 104],
  [196, 190, 182],
  [92, 50, 42],
  [60, 84, 66],
]
const papers: readonly Colour[] = [
  [250, 249, 246],
  [244, 240, 230],
  [238, 240, 244],
  [247, 241, 222],
]
const inks: readonly Colour[] = [
  [34, 34, 38],
  [48, 46, 58],
  [40, 40, 40],
  [62, 50, 96],
]

/** Ranges from the least to the greatest value. */
const ranges = {
  clean: {
    turn: 0.8,
    tilt: 0,
    curl: 0,
    creases: 0,
    fading: [0, 0.1],
    light: [0, 0.04],
    blur: [0.4, 0.6],
    noise: [1, 2.5],
    quality: [80, 90],
    advance: [12, 19],
  },
  good: {
    turn: 4,
    tilt: 0.025,
    curl: 0.008,
    creases: 2,
    fading: [0, 0.25],
    light: [0.1, 0.3],
    blur: [0.5, 0.9],
    noise: [2.5, 6],
    quality: [65, 88],
    advance: [12, 20],
  },
  poor: {
    turn: 7,
    tilt: 0.045,
    curl: 0.014,
    creases: 3,
    fading: [0.2, 0.45],
    light: [0.25, 0.5],
    blur: [0.9, 1.35],
    noise: [6, 11],
    quality: [50, 65],
    advance: [11.5, 15.5],
  },
} as const

const choose = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value
const between = (random: Random, [least, greatest]: readonly [number, number]) =>
  least + random() * (greatest - least)
const around = (random: Random, reach: number) => (random() * 2 - 1) * reach

export function drawShot(degree: Degree, look: Look, height: number, random: Random): Shot {
  const range = ranges[degree]
  const isScan = degree === 'clean'
  const fill = isScan ? 0.97 : 0.8 + random() * 0.12
  // From the width that a letter shall have in the picture to the size of the picture.
  const scale = (between(random, range.advance) * look.columns) / (look.width * 0.88)
  const wanted = (scale * Math.max(height, isScan ? 0 : (look.width * 4) / 3)) / fill
  const orientations = [1, 1, 1, 1, 1, 1, 6, 1, 1, 8, 1, 3] as const
  return {
    turn: around(random, range.turn),
    corners: Array.from(
      { length: 4 },
      () => [around(random, range.tilt), around(random, range.tilt)] as const,
    ),
    curl: around(random, range.curl),
    creases: Array.from({ length: Math.floor(random() * (range.creases + 1)) }, () => ({
      at: 0.15 + random() * 0.7,
      bend: around(random, 0.02),
    })),
    tint: choose(random, papers),
    ink: choose(random, look.face === 'vt323' ? inks.slice(1) : inks.slice(0, 3)),
    fading: between(random, range.fading),
    light: { angle: random() * 2 * Math.PI, strength: between(random, range.light) },
    shadow:
      isScan || random() < 0.4
        ? null
        : {
            angle: random() * 2 * Math.PI,
            at: 0.35 + random() * 0.4,
            depth: degree === 'poor' ? 0.3 + random() * 0.2 : 0.12 + random() * 0.2,
            soft: 0.03 + random() * 0.1,
          },
    table: {
      colour: isScan ? [236, 236, 236] : choose(random, tables),
      grain: isScan ? 2 : 8 + random() * 16,
      stretch: choose(random, [1, 1, 9, 14]),
    },
    blur: between(random, range.blur),
    motion: degree === 'poor' && random() < 0.4 ? { length: 3, isVertical: random() < 0.5 } : null,
    noise: between(random, range.noise),
    quality: Math.round(between(random, range.quality)),
    longSide: Math.round(Math.min(2000, Math.max(1100, wanted))),
    fill,
    isScan,
    orientation: isScan ? 1 : choose(random, orientations),
    seed: Math.floor(random() * 1e9),
  }
}
