import { createHash } from 'node:crypto'

/** Looks like Plaid's ids; the same parts give the same one. */
export function idFrom(...parts: string[]): string {
  const signs = createHash('sha512').update(parts.join('\n')).digest('base64').replaceAll(/[+/=]/g, '')
  return signs.slice(0, 37)
}

/** Throws the same numbers, from 0 to one less than it is asked for, for the same seed. */
export function createDice(seed: string): (sides: number) => number {
  let turn = 0
  return (sides) => {
    turn += 1
    const digest = createHash('sha256').update(`${seed}\n${turn}`).digest()
    return Math.floor((digest.readUInt32BE() / 2 ** 32) * sides)
  }
}

export function digits(dice: (sides: number) => number, count: number): string {
  return Array.from({ length: count }, () => dice(10)).join('')
}
