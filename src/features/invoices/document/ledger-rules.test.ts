import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CountedDispute,
  type CountedPayment,
  type CountedRefund,
  balanceOf,
  earnedCredit,
  statusOf,
} from './ledger-rules.ts'

const day = (date: number) => new Date(Date.UTC(2026, 10, date, 12))

function payment(id: string, amountMinor: number, change: Partial<CountedPayment> = {}): CountedPayment {
  return { id, amountMinor, creditedMinor: 0, receivedAt: day(5), undoneAt: null, ...change }
}
function refund(
  paymentId: string,
  amountMinor: number,
  state: CountedRefund['state'] = 'succeeded',
  stillOwed = true,
): CountedRefund {
  return { paymentId, amountMinor, state, stillOwed }
}
const notOwed = (paymentId: string, amountMinor: number) => refund(paymentId, amountMinor, 'succeeded', false)
function dispute(state: CountedDispute['state'], amountMinor = 10_000, stillOwed = true): CountedDispute {
  return { paymentId: 'a', amountMinor, state, stillOwed }
}

const nothing = {
  receivedMinor: 0,
  creditedMinor: 0,
  waivedMinor: 0,
  overpaidMinor: 0,
  isPaid: false,
  paidAt: null,
  isDisputed: false,
}

describe('where an invoice stands', () => {
  test('nothing paid leaves all of it open', () => {
    expect(balanceOf(10_000, [], [])).toEqual({ ...nothing, openMinor: 10_000 })
  })

  test('a part leaves the rest open', () => {
    expect(balanceOf(10_000, [payment('a', 2500)], [])).toEqual({
      ...nothing,
      receivedMinor: 2500,
      openMinor: 7500,
    })
  })

  test('it is paid with the payment that reached the total, whichever was noted first', () => {
    const late = payment('late', 6000, { receivedAt: day(9) })
    const early = payment('early', 4000, { receivedAt: day(3) })
    expect(balanceOf(10_000, [late, early], [])).toMatchObject({
      isPaid: true,
      openMinor: 0,
      paidAt: day(9),
    })
  })

  test('a discount that was earned counts like money for what is owed, but not as received', () => {
    expect(balanceOf(10_000, [payment('a', 9800, { creditedMinor: 200 })], [])).toMatchObject({
      isPaid: true,
      receivedMinor: 9800,
      creditedMinor: 200,
      overpaidMinor: 0,
    })
  })

  test('what comes twice is overpaid, and the first payment is the one that settled it', () => {
    const twice = [payment('a', 10_000), payment('b', 10_000, { receivedAt: day(6) })]
    expect(balanceOf(10_000, twice, [])).toMatchObject({
      isPaid: true,
      overpaidMinor: 10_000,
      paidAt: day(5),
    })
  })

  test('the discount is given once when it was earned twice, and stays with whichever payment is left', () => {
    const reduced = { creditedMinor: 200 }
    const twice = [payment('a', 9800, reduced), payment('b', 9800, { ...reduced, receivedAt: day(6) })]
    expect(balanceOf(10_000, twice, [])).toMatchObject({
      isPaid: true,
      creditedMinor: 200,
      overpaidMinor: 9800,
      paidAt: day(5),
    })
    for (const [given, left] of [
      ['a', day(6)],
      ['b', day(5)],
    ] as const) {
      expect(balanceOf(10_000, twice, [refund(given, 9800)])).toMatchObject({
        isPaid: true,
        creditedMinor: 200,
        openMinor: 0,
        overpaidMinor: 0,
        paidAt: left,
      })
    }
  })

  test('an invoice over nothing is paid by a payment of nothing, and only by one', () => {
    expect(balanceOf(0, [], [])).toMatchObject({ isPaid: false, openMinor: 0 })
    expect(balanceOf(0, [payment('a', 0)], [])).toMatchObject({ isPaid: true, openMinor: 0 })
    expect(balanceOf(0, [payment('a', 0, { undoneAt: day(6) })], [])).toMatchObject({ isPaid: false })
  })

  test('giving back a part opens that part again and keeps the discount', () => {
    const paid = [payment('a', 9800, { creditedMinor: 200 })]
    expect(balanceOf(10_000, paid, [refund('a', 1000, 'pending')])).toMatchObject({
      isPaid: false,
      receivedMinor: 8800,
      creditedMinor: 200,
      openMinor: 1000,
    })
  })

  test('giving back all of it takes the discount away', () => {
    const paid = [payment('a', 9800, { creditedMinor: 200 })]
    expect(balanceOf(10_000, paid, [refund('a', 800), refund('a', 9000)])).toEqual({
      ...nothing,
      openMinor: 10_000,
    })
  })

  test('a refund that is only asked for, or failed, moves nothing', () => {
    const paid = [payment('a', 10_000)]
    const refunds = [refund('a', 10_000, 'requested'), refund('a', 10_000, 'failed')]
    expect(balanceOf(10_000, paid, refunds)).toEqual(balanceOf(10_000, paid, []))
  })

  test('when the first of two payments goes back, the second is the one that settled it', () => {
    const twice = [payment('a', 10_000), payment('b', 10_000, { receivedAt: day(6) })]
    expect(balanceOf(10_000, twice, [refund('a', 10_000)])).toMatchObject({
      isPaid: true,
      overpaidMinor: 0,
      paidAt: day(6),
    })
  })
})

describe('what went back and is not owed again', () => {
  test('leaves the invoice settled on the day it was paid, with nothing received', () => {
    expect(balanceOf(10_000, [payment('a', 10_000)], [notOwed('a', 10_000)])).toEqual({
      ...nothing,
      waivedMinor: 10_000,
      openMinor: 0,
      isPaid: true,
      paidAt: day(5),
    })
  })

  test('keeps the discount of a payment that went back whole', () => {
    const paid = [payment('a', 9800, { creditedMinor: 200 })]
    expect(balanceOf(10_000, paid, [notOwed('a', 9800)])).toMatchObject({
      isPaid: true,
      creditedMinor: 200,
      waivedMinor: 9800,
      openMinor: 0,
    })
  })

  test('lowers what is open of an invoice that was paid in part', () => {
    expect(balanceOf(10_000, [payment('a', 4000)], [notOwed('a', 1000)])).toMatchObject({
      isPaid: false,
      receivedMinor: 3000,
      waivedMinor: 1000,
      openMinor: 6000,
    })
  })

  test('waives nothing as far as it was paid too much', () => {
    const twice = [payment('a', 10_000), payment('b', 10_000, { receivedAt: day(6) })]
    const once = balanceOf(10_000, twice, [notOwed('b', 10_000)])
    expect(once).toMatchObject({ isPaid: true, receivedMinor: 10_000, waivedMinor: 0, overpaidMinor: 0 })
    for (const minor of [4000, 10_000]) {
      const both = [notOwed('b', 10_000), refund('a', minor)]
      expect(balanceOf(10_000, twice, both)).toMatchObject({
        isPaid: false,
        waivedMinor: 0,
        openMinor: minor,
      })
    }
  })

  test('of one payment a part may be owed again and the rest not', () => {
    const back = [refund('a', 4000), notOwed('a', 6000)]
    expect(balanceOf(10_000, [payment('a', 10_000)], back)).toMatchObject({
      isPaid: false,
      waivedMinor: 6000,
      openMinor: 4000,
    })
  })
})

describe('a dispute', () => {
  const paid = [payment('a', 10_000)]

  test('takes the money back while it is open and when it is lost', () => {
    expect(balanceOf(10_000, paid, [], [dispute('open')])).toEqual({
      ...nothing,
      openMinor: 10_000,
      isDisputed: true,
    })
    expect(balanceOf(10_000, paid, [], [dispute('lost')])).toEqual({ ...nothing, openMinor: 10_000 })
  })

  test('moves nothing as an inquiry, and gives everything back once it is won', () => {
    for (const state of ['inquiry', 'won'] as const) {
      expect(balanceOf(10_000, paid, [], [dispute(state)])).toEqual(balanceOf(10_000, paid, []))
    }
  })

  test('that was lost can be waived', () => {
    expect(balanceOf(10_000, paid, [], [dispute('lost', 10_000, false)])).toMatchObject({
      isPaid: true,
      waivedMinor: 10_000,
      openMinor: 0,
    })
  })

  test('over the whole, after a part was refunded, takes no more than was there', () => {
    const balance = balanceOf(10_000, paid, [notOwed('a', 3000)], [dispute('lost', 9000)])
    expect(balance).toMatchObject({ receivedMinor: 0, waivedMinor: 1000, openMinor: 9000 })
  })
})

const minor = fc.integer({ min: 0, max: 1_000_000 })
const ledger = fc
  .array(
    fc.record({
      amountMinor: minor,
      creditedMinor: fc.integer({ min: 0, max: 2000 }),
      receivedAt: fc.integer({ min: 1, max: 28 }).map(day),
      undoneAt: fc.option(fc.constant(day(29)), { nil: null }),
      shares: fc.array(
        fc.record({
          part: fc.integer({ min: 0, max: 100 }),
          state: fc.constantFrom('requested', 'pending', 'succeeded', 'failed'),
          stillOwed: fc.boolean(),
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 6 },
  )
  .map((rows) => {
    const payments = rows.map((row, index): CountedPayment => ({ id: String(index), ...row }))
    const refunds = rows.flatMap(({ shares, amountMinor, undoneAt }, index) => {
      let left = undoneAt ? 0 : amountMinor
      return shares.map(({ part, state, stillOwed }): CountedRefund => {
        const share = Math.floor((left * part) / 100)
        if (state === 'pending' || state === 'succeeded') left -= share
        return { paymentId: String(index), amountMinor: share, state, stillOwed }
      })
    })
    return { payments, refunds }
  })

describe('whatever the ledger holds', () => {
  test('the order in which it was written does not matter', () => {
    fc.assert(
      fc.property(minor, ledger, fc.infiniteStream(fc.nat()), (total, { payments, refunds }, order) => {
        const shuffle = <T>(rows: T[]) =>
          rows
            .map((row) => ({ row, rank: order.next().value ?? 0 }))
            .toSorted((a, b) => a.rank - b.rank)
            .map(({ row }) => row)
        expect(balanceOf(total, shuffle(payments), shuffle(refunds))).toEqual(
          balanceOf(total, payments, refunds),
        )
      }),
    )
  })

  test('no cent is lost: what was received, waived and is open make the total, or more by what is overpaid', () => {
    fc.assert(
      fc.property(minor, ledger, (total, { payments, refunds }) => {
        const balance = balanceOf(total, payments, refunds)
        const kept = payments
          .filter(({ undoneAt }) => !undoneAt)
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        const back = refunds
          .filter(({ state }) => state === 'pending' || state === 'succeeded')
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        expect(balance.receivedMinor).toBe(kept - back)
        const { receivedMinor, creditedMinor, waivedMinor, openMinor } = balance
        expect(receivedMinor + creditedMinor + waivedMinor + openMinor).toBe(total + balance.overpaidMinor)
        expect(balance.openMinor > 0 && balance.isPaid).toBe(false)
        expect(balance.paidAt !== null).toBe(balance.isPaid)
      }),
    )
  })

  test('undoing a payment, or giving all of it back, leaves things as if it had not come', () => {
    fc.assert(
      fc.property(minor, ledger, fc.integer({ min: 1, max: 1_000_000 }), (total, before, amountMinor) => {
        const one = payment('one', amountMinor, { creditedMinor: 7 })
        const expected = balanceOf(total, before.payments, before.refunds)
        const undone = [...before.payments, { ...one, undoneAt: day(29) }]
        expect(balanceOf(total, undone, before.refunds)).toEqual(expected)
        const owed = before.refunds.map((other) => ({ ...other, stillOwed: true }))
        const givenBack = [...owed, refund('one', amountMinor)]
        expect(balanceOf(total, [...before.payments, one], givenBack)).toEqual(
          balanceOf(total, before.payments, owed),
        )
      }),
    )
  })
})

describe('with credit notes', () => {
  const totalMinor = 10_000
  const standing = (creditNotesMinor: number, payments: CountedPayment[], refunds: CountedRefund[]) => {
    const balance = balanceOf(totalMinor - creditNotesMinor, payments, refunds)
    const { openMinor, overpaidMinor, waivedMinor } = balance
    return [statusOf({ totalMinor, creditNotesMinor }, balance), openMinor, overpaidMinor, waivedMinor]
  }

  test.each([
    ['nothing paid, a part credited: the rest is open', standing(4000, [], []), ['pending', 6000, 0, 0]],
    ['nothing paid, all credited: cancelled', standing(10_000, [], []), ['cancelled', 0, 0, 0]],
    ['the other part paid: paid', standing(4000, [payment('a', 6000)], []), ['paid', 0, 0, 0]],
    ['all paid, a part credited: overpaid', standing(4000, [payment('a', 10_000)], []), ['paid', 0, 4000, 0]],
    [
      'what was paid too much is returned: nothing is waived',
      standing(4000, [payment('a', 10_000)], [notOwed('a', 4000)]),
      ['paid', 0, 0, 0],
    ],
    [
      'all paid, all credited: the money is still kept',
      standing(10_000, [payment('a', 10_000)], []),
      ['paid', 0, 10_000, 0],
    ],
    [
      'all paid, all credited, all returned: cancelled',
      standing(10_000, [payment('a', 10_000)], [notOwed('a', 10_000)]),
      ['cancelled', 0, 0, 0],
    ],
    [
      'returned as still owed, then all credited: cancelled',
      standing(10_000, [payment('a', 10_000)], [refund('a', 10_000)]),
      ['cancelled', 0, 0, 0],
    ],
    [
      'money that arrives for a cancelled invoice is paid too much',
      standing(10_000, [payment('late', 2500)], []),
      ['paid', 0, 2500, 0],
    ],
  ])('%s', (_, stands, expected) => {
    expect(stands).toEqual(expected)
  })

  test('an invoice for nothing is not cancelled', () => {
    const free = { totalMinor: 0, creditNotesMinor: 0 }
    expect(statusOf(free, balanceOf(0, [], []))).toBe('pending')
  })
})

describe('the discount that a payment earns', () => {
  test.each([
    ['the reduced amount earns all of it', 10_000, 9800, 200, 200],
    ['a little more earns the rest', 10_000, 9900, 200, 100],
    ['all of it earns none', 10_000, 10_000, 200, 0],
    ['less than the reduced amount earns none', 10_000, 9799, 200, 0],
    ['more than the whole earns none', 5000, 9800, 200, 0],
    ['no offer earns none', 10_000, 9800, 0, 0],
  ])('%s', (_, total, amount, offered, expected) => {
    expect(earnedCredit(total, amount, offered)).toBe(expected)
  })
})
