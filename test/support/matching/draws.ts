import { randomFrom } from '../random.ts'

/** Seeded choices. */
export function createDraws(seed: number) {
  const random = randomFrom(seed)
  const upTo = (max: number) => Math.floor(random() * max)
  const pick = <T>(items: readonly T[]): T => items[upTo(items.length)] as T
  return {
    chance: (share: number) => random() < share,
    upTo,
    between: (least: number, greatest: number) => least + upTo(greatest - least + 1),
    pick,
    /** One of the keys, as often as their weights say. */
    weighted<K extends string>(weights: Record<K, number>): K {
      const entries = Object.entries(weights) as [K, number][]
      let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [key, weight] of entries) {
        left -= weight
        if (left < 0) return key
      }
      return entries[0]![0]
    },
    id: () =>
      'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replaceAll('x', () => Math.floor(random() * 16).toString(16)),
  }
}
export type Draws = ReturnType<typeof createDraws>
