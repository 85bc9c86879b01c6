import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

test('no more run at a time than there are places, all get their turn in order, and a failure frees its place', async () => {
  const run = limitConcurrency(2)
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    order.push(n)
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    if (n % 3 === 0) throw new Error(`failed ${n}`)
    return n
  }
  const numbers = [0, 1, 2, 3, 4, 5, 6, 7]
  const results = await Promise.allSettled(numbers.map((n) => run(work(n))))
  expect(most).toBe(2)
  expect(order).toEqual(numbers)
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : null))).toEqual([
    null,
    1,
    2,
    null,
    4,
    5,
    null,
    7,
  ])
  expect(await run(work(8))).toBe(8)
})
