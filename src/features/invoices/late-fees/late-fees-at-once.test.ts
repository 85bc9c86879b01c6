import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createInterleaving } from '../../../../test/support/chaos/interleaving.ts'
import { creditInput } from '../../../../test/support/fixtures/credit-notes.ts'
import {
  type LateFeeApp,
  createLateFeeApp,
  feeMonthly,
  feeOnce,
} from '../../../../test/support/late-fees/late-fee-app.ts'
import { randomFrom } from '../../../../test/support/random.ts'
import { createCreditNote } from '../../credit-notes/contract.ts'
import { addLateFees, addNextLateFee } from './add-late-fees.ts'
import { skipLateFee } from './owner-actions.ts'

let late: LateFeeApp
let business: Awaited<ReturnType<LateFeeApp['open']>>
beforeAll(async () => {
  late = await createLateFeeApp()
})
beforeEach(async () => {
  late.setClock('2026-10-01T12:00:00Z')
  business = await late.open()
})
afterAll(() => late.app.close())

const eight = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, work))

test('a fee that is added from eight connections at once stands on the invoice once', async () => {
  const { id } = await business.late(feeOnce)
  late.setClock('2026-11-15T09:00:00Z')
  const results = await eight(() => addNextLateFee(late.app.deps, business.key(id)))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await business.fees(id)).toEqual(['2026-11-15 25.00'])
  expect((await business.read(id)).openMinor).toBe(102_500)
})

test('sweeps that run at once make up for months that were missed, each once', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => business.late(feeMonthly)))
  late.setClock('2027-01-20T12:00:00Z')
  await Promise.all(Array.from({ length: 4 }, () => addLateFees(late.app.deps)))
  for (const { id } of made) {
    expect(await business.fees(id)).toEqual(['2026-11-15 15.00', '2026-12-15 15.00', '2027-01-15 15.00'])
    expect((await business.read(id)).openMinor).toBe(104_500)
  }
})

test('the constraint refuses a second row for the same date and period', async () => {
  const { id } = await business.late(feeOnce)
  await late.addAt('2026-11-15T09:00:00Z')
  const again = `insert into late_fees (business_id, invoice_id, due_date, period, fee_on, amount_minor, state, at)
    select business_id, invoice_id, due_date, period, fee_on, amount_minor, state, at from late_fees where invoice_id = $1`
  await expect(business.sql(again, [id])).rejects.toThrow(/late_fees_once/)
})

test('a process that dies between any two statements leaves all of a fee or nothing of it', async () => {
  let deaths = 0
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    late.setClock('2026-10-01T12:00:00Z')
    const { id } = await business.late(feeOnce)
    late.setClock('2026-11-15T09:00:00Z')
    const play = await createInterleaving({
      url: late.app.url,
      random: randomFrom(seed),
      crashChance: () => 0.08,
    })
    const deps = { ...late.app.deps, database: play.gateDatabase(late.app.deps.database) }
    let finished = 0
    for (let n = 0; n < 3; n++) {
      play.spawn(async () => {
        await addNextLateFee(deps, business.key(id))
        await play.step()
        finished += 1
      })
    }
    await play.run()
    await play.close()
    expect(play.failures).toEqual([])
    deaths += 3 - finished
    const { openMinor, lateFees } = await business.read(id)
    expect(openMinor).toBe(100_000 + 2500 * lateFees.length)
    // The next sweep does what is left.
    await late.addAt('2026-11-15T09:01:00Z')
    expect(await business.fees(id)).toEqual(['2026-11-15 25.00'])
    expect((await business.read(id)).openMinor).toBe(102_500)
  }
  expect(deaths).toBeGreaterThan(0)
})

test('a fee and a payment at once leave an invoice that is paid, or open by its fee', async () => {
  for (let n = 0; n < 4; n++) {
    late.setClock('2026-10-01T12:00:00Z')
    const { id } = await business.late(feeOnce)
    late.setClock('2026-11-15T09:00:00Z')
    await Promise.all([
      business.pay(id, 100_000, '2026-11-15'),
      addNextLateFee(late.app.deps, business.key(id)),
    ])
    const { status, openMinor, lateFees } = await business.read(id)
    expect([status, openMinor]).toEqual(lateFees.length === 0 ? ['paid', 0] : ['overdue', 2500])
  }
})

test('a fee and a credit note at once leave an invoice whose credit notes cover what it asks for', async () => {
  for (let n = 0; n < 4; n++) {
    late.setClock('2026-10-01T12:00:00Z')
    const { id } = await business.late(feeOnce)
    late.setClock('2026-11-15T09:00:00Z')
    const [credited] = await Promise.all([
      late.app.send(createCreditNote, { params: { id }, body: creditInput() }, business),
      addNextLateFee(late.app.deps, business.key(id)),
    ])
    expect(credited.status).toBe(200)
    const { status, totals, creditNotesMinor } = await business.read(id)
    expect([status, creditNotesMinor]).toEqual(['cancelled', totals.totalMinor])
  }
})

test('a fee that is added and skipped at once is either of them', async () => {
  const { id } = await business.late(feeOnce)
  const { next } = await business.lateFees(id)
  late.setClock('2026-11-15T09:00:00Z')
  await Promise.allSettled([
    skipLateFee(late.app.deps, business.key(id), { dueDate: next!.dueDate, period: next!.period }),
    addNextLateFee(late.app.deps, business.key(id)),
  ])
  const fees = await business.fees(id)
  expect(fees).toHaveLength(1)
  const { openMinor } = await business.read(id)
  expect(openMinor).toBe(fees[0]!.endsWith('skipped') ? 100_000 : 102_500)
})
