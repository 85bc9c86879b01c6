import { createHash } from 'node:crypto'

/** An id in Plaid's format. The same parts give the same id. */
export function idFrom(...parts: string[]): string {
  const characters = createHash('sha512').update(parts.join('\n')).digest('base64').replaceAll(/[+/=]/g, '')
  return characters.slice(0, 37)
}

/** A random generator: the same seed gives the same sequence of integers from 0 to max - 1. */
export function createSeededRandom(seed: string): (max: number) => number {
  let step = 0
  return (max) => {
    step += 1
    const digest = createHash('sha256').update(`${seed}\n${step}`).digest()
    return Math.floor((digest.readUInt32BE() / 2 ** 32) * max)
  }
}

export function digits(random: (max: number) => number, count: number): string {
  return Array.from({ length: count }, () => random(10)).join('')
}
