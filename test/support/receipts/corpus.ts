import { randomFrom } from '../random.ts'
import { compose, type Receipt } from './compose.ts'
import { damagePaper } from './damage.ts'
import { faceNames } from './faces.ts'
import { folios } from './folio.ts'
import { photograph } from './photograph.ts'
import { type Look, print } from './print.ts'
import type { Truth } from './receipt.ts'
import type { Damage, Degree, Shop } from './shop.ts'
import { americanShops } from './shops-america.ts'
import { asianShops } from './shops-asia.ts'
import { islandShops } from './shops-islands.ts'
import { northernShops, southernShops } from './shops-south-north.ts'
import { westernShops } from './shops-west.ts'
import { drawShot } from './shot.ts'

export type Hardness = Degree | 'damaged'

export interface Sample {
  name: string
  /** Two letters. */
  country: string
  truth: Truth
  hardness: Hardness
  /** The bytes of a JPEG, always the same. */
  render(): Promise<Buffer>
}

export const shops: readonly Shop[] = [
  ...americanShops,
  ...islandShops,
  ...westernShops,
  ...southernShops,
  ...northernShops,
  ...asianShops,
]

/** Of ten, three are scanned, five photographed well, and two badly. */
const degrees: readonly Degree[] = [
  'good',
  'clean',
  'good',
  'poor',
  'good',
  'clean',
  'good',
  'poor',
  'good',
  'clean',
]

export function corpus(): Sample[] {
  const bills = shops.map((shop) => ({ ...shop, receipt: compose(shop, randomFrom(seedOf(shop.name))) }))
  const pages = folios().map((folio): Made => ({ name: folio.name, receipt: folio }))
  return [...bills, ...pages].map((made: Made, n) => {
    const degree = made.degree ?? degrees[n % degrees.length] ?? 'good'
    return sample(made.name, made.receipt, made.damage ? 'good' : degree, made.damage)
  })
}

type Made = Pick<Shop, 'name' | 'degree' | 'damage'> & { receipt: Receipt }

function sample(name: string, receipt: Receipt, degree: Degree, damage?: Damage): Sample {
  return {
    name,
    country: receipt.country,
    truth: receipt.truth,
    hardness: damage ? 'damaged' : degree,
    render: async () => {
      const random = randomFrom(seedOf(name) + 1)
      const look = receipt.look ?? drawLook(random)
      const printed = print(receipt.lines, look)
      const paper = damagePaper(printed, damage, random)
      const shot = drawShot(degree, look, paper.height, random)
      return photograph(paper, damage === 'all-blurred' ? { ...shot, blur: 11 } : shot)
    },
  }
}

function drawLook(random: () => number): Look {
  const face = faceNames[Math.floor(random() * faceNames.length)] ?? 'roboto-mono'
  const columns = [32, 36, 40, 42][Math.floor(random() * 4)] ?? 40
  const width = Math.round((columns * (12 + random() * 6)) / 0.88)
  return { face, columns, width, leading: 1.2 + random() * 0.2 }
}

function seedOf(name: string): number {
  return Array.from(name).reduce(
    (hash, character) => (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0,
    17,
  )
}

const easy = 'us-coffee'

/** What is on the receipt of renderSampleReceipt. */
export function sampleTruth(): Truth {
  return easySample().truth
}

/** One receipt that is easy to read, as a JPEG. */
export function renderSampleReceipt(): Promise<Buffer> {
  return easySample().render()
}

function easySample(): Sample {
  const found = corpus().find(({ name }) => name === easy)
  if (!found) throw new Error(`The corpus has no ${easy}.`)
  return found
}
