import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createInterleaving } from '../../../../test/support/chaos/interleaving.ts'
import { makeInvoice } from '../../../../test/support/fixtures/invoices.ts'
import { confirm, openPage, readLedger } from '../../../../test/support/fixtures/payments.ts'
import { feeMonthly } from '../../../../test/support/late-fees/late-fee-app.ts'
import { createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { randomFrom } from '../../../../test/support/random.ts'
import { type TestApp, createTestApp } from '../../../../test/support/test-app.ts'
import { applyDisputes } from '../../payments/disputes/sync-disputes.ts'
import { addNextLateFee } from './add-late-fees.ts'

let app: TestApp
let now: Date
const cards = createFakeCards({ now: () => now })
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
beforeAll(async () => {
  app = await createTestApp({ now: () => now, cards: cards.provider })
})
beforeEach(async () => {
  now = new Date('2026-10-01T12:00:00Z')
  owner = await app.signUpAndIn({ timeZone: 'UTC' })
})
afterAll(() => app.close())

/** An invoice of $1,000 of which the first part, $400, was paid by card. The rest is overdue, with a late fee that is due now. */
async function makeInvoiceInTwoParts() {
  now = new Date('2026-10-01T12:00:00Z')
  const businessId = owner.session.business.id
  const { id } = await makeInvoice(app, owner.cookie, {
    issueDate: '2026-10-01',
    dueDate: '2026-11-01',
    paymentTerms: 'custom',
    charge: { kind: 'amount', amountMinor: 100_000 },
    parts: [{ amount: { kind: 'fixed', value: 40_000 }, dueDate: '2026-10-01' }],
    lateFeeTerms: feeMonthly,
  })
  const { sessionId } = await openPage(app, businessId, id)
  const providerPaymentId = cards.pay(sessionId)
  await confirm(app, id, sessionId)
  const { payments } = await readLedger(app, businessId, id)
  now = new Date('2026-11-15T09:00:00Z')
  const key = { businessId, invoiceId: id }
  return {
    addFee: (deps = app.deps) => addNextLateFee(deps, key),
    openDispute: (deps = app.deps) =>
      applyDisputes(deps, { businessId, paymentId: payments[0]!.id }, [cards.dispute(providerPaymentId)]),
    async read() {
      const { invoice, events } = await readLedger(app, businessId, id)
      return {
        isDisputed: invoice!.isDisputed,
        openMinor: invoice!.openMinor,
        fees: events.filter((event) => event.startsWith('late-fee')),
      }
    },
  }
}

// 1.5% of the $600 that was overdue before the dispute, never of the whole amount.
const before = { isDisputed: true, openMinor: 100_900, fees: ['late-fee 900'] }
const without = { isDisputed: true, openMinor: 100_000, fees: [] }

test('a fee before a dispute stays, and none comes after it', async () => {
  const first = await makeInvoiceInTwoParts()
  expect(await first.addFee()).toBe(true)
  await first.openDispute()
  expect(await first.read()).toEqual(before)
  const second = await makeInvoiceInTwoParts()
  await second.openDispute()
  expect(await second.addFee()).toBe(false)
  expect(await second.read()).toEqual(without)
})

test('a fee and a dispute at the same moment: the fee is from before the dispute, or there is none', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const { addFee, openDispute, read } = await makeInvoiceInTwoParts()
    const play = await createInterleaving({
      url: app.url,
      random: randomFrom(seed),
      crashChance: () => 0,
    })
    const deps = { ...app.deps, database: play.gateDatabase(app.deps.database) }
    // In the order in which their transactions ended.
    const written: string[] = []
    play.spawn(async () => {
      if (await addFee(deps)) written.push('fee')
    })
    play.spawn(async () => {
      await openDispute(deps)
      written.push('dispute')
    })
    await play.run()
    await play.close()
    expect(play.failures).toEqual([])
    const after = written.length === 2 ? before : without
    expect(written).toEqual(written.length === 2 ? ['fee', 'dispute'] : ['dispute'])
    expect(await read()).toEqual(after)
    // The next sweep changes nothing: the dispute is open.
    expect(await addFee()).toBe(false)
    expect(await read()).toEqual(after)
  }
})
