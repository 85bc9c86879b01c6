import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideInOrder } from './divide-rules.ts'

describe('an amount for several invoices', () => {
  test('goes to the first ones first, and what is too much to the last', () => {
    expect(divideInOrder(60, [10, 20, 30])).toEqual([10, 20, 30])
    expect(divideInOrder(25, [10, 20, 30])).toEqual([10, 15, 0])
    expect(divideInOrder(75, [10, 20, 30])).toEqual([10, 20, 45])
  })

  test('uses the next room only for what did not fit into the one before', () => {
    expect(divideInOrder(25, [0, 20, 0], [10, 20, 30])).toEqual([5, 20, 0])
    expect(divideInOrder(100, [0, 20, 0], [10, 20, 30])).toEqual([10, 20, 70])
  })

  test('of one invoice is the whole, whatever the room', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer(), (amount, room) => {
        expect(divideInOrder(amount, [room])).toEqual([amount])
      }),
    )
  })

  test('is always divided to the last cent, and never goes beyond the room before the last is full', () => {
    const rooms = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(fc.nat({ max: 20_000 }), rooms, (amount, room) => {
        const shares = divideInOrder(amount, room)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
        expect(shares.every((share) => share >= 0)).toBe(true)
        expect(shares.slice(0, -1).every((share, index) => share <= room[index]!)).toBe(true)
      }),
    )
  })
})
