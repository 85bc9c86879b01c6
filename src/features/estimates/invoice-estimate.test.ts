import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type EstimateOwner,
  createEstimateApp,
  signUpToEstimate,
} from '../../../test/support/fixtures/estimates.ts'
import { makeInvoice } from '../../../test/support/fixtures/invoices.ts'
import { seriesContent } from '../../../test/support/fixtures/recurring.ts'
import { type TestApp, answerOf } from '../../../test/support/test-app.ts'
import { pick } from '../../shared/pick.ts'
import { deleteInvoice, updateInvoice } from '../invoices/contract.ts'
import { invoiceInputShape } from '../invoices/document/input-rules.ts'

let world: Awaited<ReturnType<typeof createEstimateApp>>
let app: TestApp
let owner: EstimateOwner
beforeAll(async () => {
  world = await createEstimateApp()
  app = world.app
})
beforeEach(async () => {
  world.setClock()
  owner = await signUpToEstimate(app)
})
afterAll(() => app.close())

const inputKeys = Object.keys(invoiceInputShape) as (keyof typeof invoiceInputShape)[]

describe('one press', () => {
  test('makes the invoice with everything, dated today, and marks an open estimate accepted', async () => {
    const estimate = await owner.make({ content: seriesContent({ notes: 'Thanks', purchaseOrder: 'PO-1' }) })
    world.setClock('2026-11-20T12:00:00Z')
    const invoice = await owner.invoice(estimate)
    expect(invoice).toMatchObject({
      ...pick(estimate.content, ['company', 'client', 'charge', 'currency', 'notes', 'purchaseOrder']),
      estimateId: estimate.id,
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      paymentTerms: 'net_30',
      sentAt: null,
      status: 'pending',
    })
    expect(await owner.read(estimate)).toMatchObject({
      status: 'accepted',
      decision: { by: 'owner' },
      leftMinor: 0,
      invoices: [{ id: invoice.id, number: invoice.number, totalMinor: 169_811, status: 'pending' }],
    })
  })

  test('takes other terms, and emails the invoice if wanted', async () => {
    const estimate = await owner.make()
    const invoice = await owner.invoice(estimate, {
      paymentTerms: 'custom',
      dueInDays: 7,
      sendOption: 'email_now',
    })
    expect(invoice).toMatchObject({ paymentTerms: 'custom', dueDate: '2026-11-22' })
    expect(invoice.sentAt).not.toBeNull()
  })

  test('twice at once makes one invoice, with the same request and with others', async () => {
    const [same, other] = [await owner.make(), await owner.make()]
    const requestId = randomUUID()
    const answers = await Promise.all([1, 2, 3, 4].map(() => owner.invoice(same, { requestId })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const presses = await Promise.all([1, 2, 3, 4].map(() => owner.sendInvoice(other)))
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect((await owner.read(other)).invoices).toHaveLength(1)
  })

  test('counts toward the invoices of the plan', async () => {
    for (let count = 0; count < 10; count++) await makeInvoice(app, owner.cookie)
    const estimate = await owner.make()
    expect(await owner.refusalOf(await owner.sendInvoice(estimate))).toMatchObject({
      code: 'PLAN_LIMIT_REACHED',
    })
    expect(await owner.read(estimate)).toMatchObject({ status: 'open', invoices: [] })
  })

  test('is refused for a declined estimate, and for what another invoice had as its request', async () => {
    const [declined, one, two] = [await owner.make(), await owner.make(), await owner.make()]
    await owner.answer(declined, { decision: 'decline' })
    expect(await owner.refusalOf(await owner.sendInvoice(declined))).toMatchObject({
      code: 'ESTIMATE_DECIDED',
      message: 'This estimate was declined on Nov 15, 2026. Duplicate it to make another offer.',
    })
    const requestId = randomUUID()
    await owner.invoice(one, { requestId })
    expect(await owner.refusalOf(await owner.sendInvoice(two, { requestId }))).toMatchObject({
      fields: { requestId: 'This request ID was already used for another invoice.' },
    })
  })
})

describe('a deposit and the rest', () => {
  test('come to the estimate, part by part', async () => {
    const estimate = await owner.make()
    const deposit = await owner.invoice(estimate, { part: { kind: 'percentage', percentage: 33_333 } })
    const fixed = await owner.invoice(estimate, { part: { kind: 'amount', amountMinor: 12_345 } })
    const rest = await owner.invoice(estimate)
    expect(fixed.totals.totalMinor).toBe(12_345)
    const sum = (of: (invoice: typeof rest) => number) =>
      [deposit, fixed, rest].reduce((all, one) => all + of(one), 0)
    expect(sum(({ totals }) => totals.totalMinor)).toBe(estimate.totalMinor)
    expect(sum(({ totals }) => totals.feesMinor)).toBe(estimate.document.totals.feesMinor)
    expect((await owner.read(estimate)).leftMinor).toBe(0)
  })

  test('at once never come to more than the estimate', async () => {
    const estimate = await owner.make()
    const part = { kind: 'percentage', percentage: 40_000 } as const
    const presses = await Promise.all([1, 2, 3, 4, 5].map(() => owner.sendInvoice(estimate, { part })))
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422])
    const { invoices, leftMinor } = await owner.read(estimate)
    const sum = invoices.reduce((all, { totalMinor }) => all + totalMinor, 0)
    expect(sum + leftMinor).toBe(estimate.totalMinor)
  })

  test('from two windows: the one that shows an outdated rest makes nothing', async () => {
    const estimate = await owner.make()
    const press = () =>
      owner.sendInvoice(estimate, {
        part: { kind: 'percentage', percentage: 30_000 },
        leftMinor: estimate.leftMinor,
      })
    const presses = await Promise.all([press(), press()])
    expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a deleted invoice leaves its part to be invoiced again', async () => {
    const estimate = await owner.make()
    const part = { kind: 'percentage', percentage: 30_000 } as const
    const { id } = await owner.invoice(estimate, { part })
    await app.send(deleteInvoice, { params: { id } }, owner)
    expect(await owner.read(estimate)).toMatchObject({ leftMinor: estimate.totalMinor, invoices: [] })
  })

  test('an invoice that the owner raised leaves less', async () => {
    const estimate = await owner.make()
    const deposit = await owner.invoice(estimate, { part: { kind: 'amount', amountMinor: 10_000 } })
    const charge = { kind: 'amount', amountMinor: 60_000 } as const
    const body = { ...pick(deposit, inputKeys), parts: [], charge, version: deposit.version }
    await answerOf(updateInvoice, await app.send(updateInvoice, { params: { id: deposit.id }, body }, owner))
    expect((await owner.read(estimate)).leftMinor).toBe(109_811)
    expect((await owner.invoice(estimate)).totals.totalMinor).toBe(109_811)
  })
})
