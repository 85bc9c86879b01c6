import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type LateFeeApp,
  createLateFeeApp,
  feeMonthly,
  feeOnce,
} from '../../../../test/support/late-fees/late-fee-app.ts'
import { answerOf, problemOf } from '../../../../test/support/test-app.ts'
import { getTimeline } from '../contract.ts'
import { removeLateFee, skipLateFee } from './contract.ts'

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

const skip = (id: string, body: { dueDate: string; period: number }, who = business) =>
  late.app.send(skipLateFee, { params: { id }, body }, who)
const remove = (id: string, lateFeeId: string, who = business) =>
  late.app.send(removeLateFee, { params: { id, lateFeeId } }, who)
const kindsOf = async (id: string) => {
  const response = await late.app.send(getTimeline, { params: { id } }, business)
  return (await answerOf(getTimeline, response)).entries.map(({ kind }) => kind)
}

test('the next fee is shown, and is skipped once however often that is pressed', async () => {
  const { id } = await business.late(feeMonthly)
  const { next, hint } = await business.lateFees(id)
  expect([next, hint]).toEqual([
    { dueDate: '2026-11-01', period: 0, on: '2026-11-15', amountMinor: 1500 },
    null,
  ])
  const first = { dueDate: '2026-11-01', period: 0 }
  await answerOf(skipLateFee, await skip(id, first))
  const after = await answerOf(skipLateFee, await skip(id, first))
  expect(after).toMatchObject({
    next: { period: 1, on: '2026-12-15' },
    fees: [{ on: '2026-11-15', amountMinor: 0, state: 'skipped' }],
  })
  await late.addAt('2026-12-15T09:00:00Z')
  expect(await business.fees(id)).toEqual(['2026-11-15 0.00 skipped', '2026-12-15 15.00'])
  expect((await kindsOf(id)).filter((kind) => kind.startsWith('late-fee'))).toEqual([
    'late-fee',
    'late-fee-skipped',
  ])
})

test('a fee that is not the next one cannot be skipped', async () => {
  const { id } = await business.late(feeOnce)
  const problem = await problemOf(await skip(id, { dueDate: '2026-11-01', period: 1 }))
  expect(problem).toMatchObject({ code: 'CHANGED_ELSEWHERE', message: /has changed in the meantime/ })
})

test('a fee that is removed stays on record, and is not added again', async () => {
  const { id } = await business.late(feeOnce)
  await late.addAt('2026-11-15T09:00:00Z')
  const { fees } = await business.lateFees(id)
  const after = await answerOf(removeLateFee, await remove(id, fees[0]!.id))
  expect(after).toMatchObject({ next: null, hint: 'done', fees: [{ state: 'removed', amountMinor: 2500 }] })
  await remove(id, fees[0]!.id)
  await late.addAt('2026-12-24T09:00:00Z')
  expect(await business.read(id)).toMatchObject({
    lateFees: [],
    totals: { feesMinor: 0, totalMinor: 100_000 },
    openMinor: 100_000,
  })
  expect((await kindsOf(id)).slice(0, 2)).toEqual(['late-fee-removed', 'late-fee'])
})

test('without the fee, an invoice whose amount was paid is settled', async () => {
  const { id } = await business.late(feeOnce)
  await late.addAt('2026-11-15T09:00:00Z')
  await business.pay(id, 100_000, '2026-11-15')
  expect((await business.read(id)).status).toBe('overdue')
  const { fees } = await business.lateFees(id)
  await answerOf(removeLateFee, await remove(id, fees[0]!.id))
  expect((await business.read(id)).status).toBe('paid')
  expect((await kindsOf(id))[0]).toBe('paid')
})

test('a fee that was paid, in whole or in part, is not removed', async () => {
  const { id } = await business.late(feeOnce)
  await late.addAt('2026-11-15T09:00:00Z')
  const [fee] = (await business.lateFees(id)).fees
  await business.pay(id, 101_000, '2026-11-15')
  expect(await problemOf(await remove(id, fee!.id))).toMatchObject({
    code: 'INVOICE_HAS_PAYMENTS',
    message: /has been paid/,
  })
  expect((await business.lateFees(id)).fees[0]!.problem).toMatch(/has been paid/)
  await business.pay(id, 1500, '2026-11-15')
  expect(await problemOf(await remove(id, fee!.id))).toMatchObject({ code: 'INVOICE_PAID' })
  expect((await business.read(id)).totals.totalMinor).toBe(102_500)
})

test('the fee of a part that was paid with it is not removed, although the rest is open', async () => {
  const parts = [{ amount: { kind: 'fixed', value: 30_000 } as const, dueDate: '2026-11-01' }]
  const { id } = await business.late(feeOnce, { dueDate: '2026-12-01', parts })
  await late.addAt('2026-11-15T09:00:00Z')
  const [fee] = (await business.lateFees(id)).fees
  await business.pay(id, 32_500, '2026-11-15')
  expect((await business.read(id)).openMinor).toBe(70_000)
  expect(await problemOf(await remove(id, fee!.id))).toMatchObject({ code: 'INVOICE_HAS_PAYMENTS' })
})

test('another business reaches neither', async () => {
  const { id } = await business.late(feeMonthly)
  await late.addAt('2026-11-15T09:00:00Z')
  const [fee] = (await business.lateFees(id)).fees
  const stranger = await late.open()
  expect((await remove(id, fee!.id, stranger)).status).toBe(404)
  expect((await skip(id, { dueDate: '2026-11-01', period: 1 }, stranger)).status).toBe(404)
  expect(await business.fees(id)).toEqual(['2026-11-15 15.00'])
})
