import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addClientRow,
  addInvoicesOf,
  confirm,
  deliver,
  readJointBooks,
} from '../../../../test/support/fixtures/payments.ts'
import { type FakeCards, createFakeCards } from '../../../../test/support/providers/fake-cards.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { disputes, refunds } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { getTimeline } from '../../invoices/contract.ts'
import { createInvoiceAttachments } from '../../invoices/mail/invoice-attachment.ts'
import { startJointCheckout } from '../checkout/start-joint-checkout.ts'
import { listPayments, refundPayment } from '../contract.ts'
import { syncDisputes } from '../disputes/sync-disputes.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { reconcile } from '../reconcile-payments.ts'
import { syncRefunds } from '../refunds/sync-refunds.ts'

let app: TestApp
let cards: FakeCards
let deps: PaymentDeps
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let ids: string[]
let providerPaymentId: string
let now: Date

beforeAll(async () => {
  cards = createFakeCards({ now: () => now })
  app = await createTestApp({ now: () => now, cards: cards.provider })
  deps = { ...app.deps, cards: cards.provider }
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  const clientId = await addClientRow(app, businessId)
  ids = await addInvoicesOf(app, { businessId, clientId }, [10_000, 20_000, 30_000])
  const { url } = await startJointCheckout(deps, { businessId, clientId, invoiceIds: ids, method: 'card' })
  const sessionId = url?.split('/').at(-1) ?? ''
  providerPaymentId = cards.pay(sessionId)
  await confirm(app, ids[0]!, sessionId)
})
afterAll(() => app.close())

const links = async () =>
  (await readJointBooks(app, businessId)).payments.map(({ id, invoiceId }) => ({
    invoiceId,
    link: { businessId, provider: 'card' as const, isOwn: false, paymentId: id, providerPaymentId },
  }))

/** The refunds or disputes of each invoice, in the order of the invoices. */
async function returned(table: typeof refunds | typeof disputes) {
  const rows = await withTenant(app.database, businessId, ({ db }) => db.select().from(table))
  const payments = await links()
  return ids.map((id) => {
    const payment = payments.find(({ invoiceId }) => invoiceId === id)
    return rows
      .filter(({ paymentId }) => paymentId === payment?.link.paymentId)
      .map(({ amountMinor, state }) => `${amountMinor} ${state}`)
  })
}

async function standing() {
  const rows = await withTenant(app.database, businessId, ({ db }) =>
    db.select().from(invoices).where(eq(invoices.businessId, businessId)).orderBy(invoices.dueDate),
  )
  return rows.map(({ receivedMinor, isDisputed }) => `${receivedMinor}${isDisputed ? ' disputed' : ''}`)
}

async function refund(index: number, amountMinor: number) {
  const payment = (await links()).find(({ invoiceId }) => invoiceId === ids[index])
  const params = { id: ids[index]!, paymentId: payment?.link.paymentId ?? '' }
  const body = { amountMinor, stillOwed: false, requestId: randomUUID() }
  return app.send(refundPayment, { params, body }, owner)
}

const mailsOf = async (kind: string) =>
  (await readJointBooks(app, businessId)).mails.filter((mail) => mail.kind === kind)

/** The mails of a kind in the timeline of an invoice. */
async function timelineOf(id: string, kind: string) {
  const { entries } = await answerOf(getTimeline, await app.send(getTimeline, { params: { id } }, owner))
  return entries.filter(({ mail }) => mail === kind).map((entry) => entry.kind)
}

test('each invoice shows with which others it was paid', async () => {
  const { checkouts } = await readJointBooks(app, businessId)
  const ledger = await answerOf(
    listPayments,
    await app.send(listPayments, { params: { id: ids[1]! } }, owner),
  )
  expect(ledger.payments.map(({ amountMinor, together }) => ({ amountMinor, together }))).toEqual([
    {
      amountMinor: 20_000,
      together: [
        { id: ids[0], number: checkouts[0]?.invoiceNumber, amountMinor: 10_000 },
        { id: ids[2], number: checkouts[2]?.invoiceNumber, amountMinor: 30_000 },
      ],
    },
  ])
})

test('the one receipt mail has the receipt of each invoice attached', async () => {
  const { checkouts } = await readJointBooks(app, businessId)
  const [receipt, ...others] = await mailsOf('receipt')
  expect(others).toEqual([])
  const { attachment } = receipt!
  const files = await createInvoiceAttachments(app.deps)({ businessId, attachment: attachment! })
  expect(files.map(({ filename }) => filename)).toEqual(
    checkouts.map(({ invoiceNumber }) => `Receipt-${invoiceNumber}.pdf`),
  )
  expect(receipt?.text).toContain('The receipts are attached as PDFs.')
})

test('the one receipt mail stands in the timeline of each invoice that it is about', async () => {
  expect(await Promise.all(ids.map((id) => timelineOf(id, 'receipt')))).toEqual(
    ids.map(() => ['mail-queued']),
  )
})

describe('a refund', () => {
  test('of one invoice gives back no more than what was paid for it, and leaves the others alone', async () => {
    expect(await problemOf(await refund(0, 10_001))).toMatchObject({
      code: 'NOT_REFUNDABLE',
      message: 'At most $100.00 can be refunded.',
    })
    expect((await refund(1, 20_000)).status).toBe(200)
    expect(cards.refunds.get(providerPaymentId)).toMatchObject([{ amountMinor: 20_000 }])
    expect(await returned(refunds)).toEqual([[], ['20000 succeeded'], []])
    expect(await standing()).toEqual(['10000', '0', '30000'])
  })

  test('from the dashboard is divided over the invoices in their order, once', async () => {
    await refund(0, 4000)
    cards.refundElsewhere(providerPaymentId, 21_000)
    const event = cards.event('charge.refunded', { payment_intent: providerPaymentId })
    const all = await links()
    await Promise.all([
      deliver(app, event),
      deliver(app, event),
      ...all.map(({ link }) => syncRefunds(deps, link)),
    ])
    const expected = [['4000 succeeded', '6000 succeeded'], ['15000 succeeded'], []]
    expect(await returned(refunds)).toEqual(expected)
    expect(await standing()).toEqual(['0', '5000', '30000'])
    cards.refundElsewhere(providerPaymentId, 35_000)
    for (const { link } of all) await syncRefunds(deps, link)
    expect(await standing()).toEqual(['0', '0', '0'])
    for (const { link } of all) await syncRefunds(deps, link)
    expect((await returned(refunds)).flat()).toHaveLength(5)
  })

  test('from the dashboard is one email, which names each invoice with its amount', async () => {
    cards.refundElsewhere(providerPaymentId, 21_000)
    const [first] = await links()
    await syncRefunds(deps, first!.link)
    const [mail, ...more] = await mailsOf('refund')
    expect(more).toEqual([])
    const numbers = (await readJointBooks(app, businessId)).checkouts.map((one) => one.invoiceNumber)
    expect(mail?.subject).toMatch(/^Test refund of \$210\.00 for 2 invoices from /)
    expect(mail?.text).toContain(`for invoices ${numbers[0]} and ${numbers[1]} in one payment.`)
    expect(mail?.text).toMatch(new RegExp(`Invoice ${numbers[0]}:? +\\$100\\.00`))
    expect(mail?.text).toMatch(new RegExp(`Invoice ${numbers[1]}:? +\\$110\\.00`))
    expect(mail?.text).toContain('You don’t need to pay this amount again.')
    expect(await Promise.all(ids.map((id) => timelineOf(id, 'refund')))).toEqual([
      ['mail-queued'],
      ['mail-queued'],
      [],
    ])
    cards.refundElsewhere(providerPaymentId, 39_000)
    await syncRefunds(deps, first!.link)
    const rest = (await mailsOf('refund')).find(({ id }) => id !== mail?.id)
    expect(rest?.text).toContain(`for invoices ${numbers[1]} and ${numbers[2]} in one payment.`)
  })

  test('from the dashboard of one invoice’s part names that invoice', async () => {
    cards.refundElsewhere(providerPaymentId, 4000)
    const [first] = await links()
    await syncRefunds(deps, first!.link)
    const [mail, ...more] = await mailsOf('refund')
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^Test refund of \$40\.00 for invoice /)
  })

  test('from the dashboard that fails counts on none of them any more', async () => {
    const { providerRefundId } = cards.refundElsewhere(providerPaymentId, 25_000)
    const [first] = await links()
    await syncRefunds(deps, first!.link)
    expect(await standing()).toEqual(['0', '5000', '30000'])
    cards.setRefund(providerRefundId, 'failed')
    await syncRefunds(deps, first!.link)
    expect(await standing()).toEqual(['10000', '20000', '30000'])
    expect(await returned(refunds)).toEqual([['10000 failed'], ['15000 failed'], []])
  })

  test('whose answer is lost is found again on its own invoice, beside one from the dashboard', async () => {
    cards.losesAnswerTo = 'refund'
    expect((await refund(2, 30_000)).status).toBe(502)
    cards.losesAnswerTo = null
    cards.refundElsewhere(providerPaymentId, 30_000)
    now = new Date(now.getTime() + 3_600_000)
    await reconcile(deps)
    expect(await returned(refunds)).toEqual([['10000 succeeded'], ['20000 succeeded'], ['30000 succeeded']])
  })
})

describe('a dispute', () => {
  test('of the whole opens on every invoice, is mailed once, and is decided everywhere', async () => {
    const dispute = cards.dispute(providerPaymentId)
    const event = cards.disputeEvent('created', dispute)
    await Promise.all([deliver(app, event), deliver(app, event)])
    expect(await returned(disputes)).toEqual([['10000 open'], ['20000 open'], ['30000 open']])
    expect(await standing()).toEqual(['0 disputed', '0 disputed', '0 disputed'])
    const [mail, ...more] = await mailsOf('dispute')
    expect(more).toEqual([])
    expect(mail?.text).toContain('$600.00')
    cards.decide(dispute, 'won')
    await deliver(app, cards.disputeEvent('closed', dispute))
    expect(await standing()).toEqual(['10000', '20000', '30000'])
    expect(await mailsOf('dispute')).toHaveLength(2)
  })

  test('of a part takes from the first invoices, and follows when its amount changes', async () => {
    const dispute = cards.dispute(providerPaymentId, { amountMinor: 15_000 })
    const [, second] = await links()
    await syncDisputes(deps, second!.link)
    expect(await standing()).toEqual(['0 disputed', '15000 disputed', '30000'])
    dispute.amountMinor = 35_000
    await syncDisputes(deps, second!.link)
    expect(await standing()).toEqual(['0 disputed', '0 disputed', '25000 disputed'])
    dispute.amountMinor = 8000
    await syncDisputes(deps, second!.link)
    expect(await standing()).toEqual(['2000 disputed', '20000 disputed', '30000 disputed'])
    cards.decide(dispute, 'lost')
    await syncDisputes(deps, second!.link)
    expect(await standing()).toEqual(['2000', '20000', '30000'])
  })

  test('that was won before we learned of it leaves its room to a refund, and a refund without an answer keeps its own', async () => {
    const dispute = cards.dispute(providerPaymentId, { amountMinor: 10_000 })
    const [first] = await links()
    await syncDisputes(deps, first!.link)
    expect(await standing()).toEqual(['0 disputed', '20000', '30000'])
    cards.failure = { kind: 'unreachable', only: 'refund' }
    expect((await refund(2, 30_000)).status).toBe(502)
    cards.failure = null
    cards.decide(dispute, 'won')
    cards.refundElsewhere(providerPaymentId, 28_000)
    await syncRefunds(deps, first!.link)
    await syncDisputes(deps, first!.link)
    expect(await returned(refunds)).toEqual([['8000 succeeded'], ['20000 succeeded'], ['30000 requested']])
    now = new Date(now.getTime() + 3_600_000)
    await reconcile(deps)
    expect(await standing()).toEqual(['2000', '0', '0'])
  })

  test('that is only an inquiry takes nothing, and the payment can be refunded', async () => {
    cards.dispute(providerPaymentId, { amountMinor: 10_000, state: 'inquiry' })
    for (const { link } of await links()) await syncDisputes(deps, link)
    expect(await standing()).toEqual(['10000', '20000', '30000'])
    expect((await refund(0, 10_000)).status).toBe(200)
  })
})
