import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addInvoiceRow } from '../../../../test/support/fixtures/invoice-rows.ts'
import {
  addClientRow,
  addInvoicesOf,
  confirm,
  deliver,
  start,
  readJointBooks,
} from '../../../../test/support/fixtures/payments.ts'
import {
  type FakeCards,
  connectFakes,
  createFakeCards,
} from '../../../../test/support/providers/fake-cards.ts'
import { type FakePaypal, createFakePaypal } from '../../../../test/support/providers/fake-paypal.ts'
import { saveOwnPaypal } from '../../../../test/support/providers/own-accounts.ts'
import { type TestApp, answerOf, createTestApp, testOrigin } from '../../../../test/support/test-app.ts'
import { invoices } from '../../../platform/db/tables/invoices.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import { deleteInvoice } from '../../invoices/contract.ts'
import { confirmPayment, recordPayment, startCheckout } from '../contract.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { reconcile } from '../reconcile-payments.ts'
import { runCloseCheckout } from './close-checkout.ts'
import { jointPaymentOptions } from './joint-payment-options.ts'
import { payJointDemo } from './pay-demo.ts'
import { startJointCheckout } from './start-joint-checkout.ts'

let app: TestApp
let cards: FakeCards
let paypal: FakePaypal
let deps: PaymentDeps
let owner: Awaited<ReturnType<TestApp['signUpAndIn']>>
let businessId: string
let clientId: string
let ids: string[]
let now: Date

beforeAll(async () => {
  cards = createFakeCards({ now: () => now })
  app = await createTestApp({ now: () => now, cards: cards.provider, connectOwnCards: connectFakes({}) })
  app.deps.connectPaypal = () => paypal.provider
  deps = { ...app.deps, cards: cards.provider, connectPaypal: () => paypal.provider }
})
beforeEach(async () => {
  now = new Date('2026-11-05T12:00:00Z')
  paypal = createFakePaypal({ now: () => now })
  for (const list of Object.values(cards.calls)) list.length = 0
  owner = await app.signUpAndIn()
  businessId = owner.session.business.id
  clientId = await addClientRow(app, businessId)
  ids = await addInvoicesOf(app, { businessId, clientId }, [10_000, 20_000, 30_000])
})
afterAll(() => app.close())

const startJoint = (invoiceIds: readonly string[] = ids, method: 'card' | 'paypal' = 'card') =>
  startJointCheckout(deps, { businessId, clientId, invoiceIds, method })

const books = () => readJointBooks(app, businessId)
const sessionOf = (url: string | null) => url?.split('/').at(-1) ?? ''
const onlyOpen = async () => (await books()).checkouts.filter(({ state }) => state === 'open')

async function readInvoices() {
  const rows = await withTenant(app.database, businessId, ({ db }) =>
    db.select().from(invoices).where(eq(invoices.clientId, clientId)).orderBy(invoices.dueDate),
  )
  return rows.map(({ status, receivedMinor, openMinor }) => ({ status, receivedMinor, openMinor }))
}

const change = (id: string, values: Partial<typeof invoices.$inferInsert>) =>
  withTenant(app.database, businessId, ({ db }) => db.update(invoices).set(values).where(eq(invoices.id, id)))

const paid = (minor: number) => ({ status: 'paid', receivedMinor: minor, openMinor: 0 })
const unpaid = (minor: number) => ({ status: 'pending', receivedMinor: 0, openMinor: minor })

describe('opening the page', () => {
  test('asks for the sum, names all invoices, and lets the first that is due lead', async () => {
    const { url } = await startJoint([ids[2]!, ids[0]!, ids[1]!])
    const { checkouts } = await books()
    const [first, second, third] = checkouts
    expect(
      checkouts.map(({ invoiceId, amountMinor, position }) => ({ invoiceId, amountMinor, position })),
    ).toEqual(
      [10_000, 20_000, 30_000].map((amountMinor, position) => ({
        invoiceId: ids[position],
        amountMinor,
        position,
      })),
    )
    const pageId = first?.pageId ?? ''
    expect(cards.calls.create).toEqual([
      {
        reference: pageId,
        currency: 'USD',
        amountMinor: 60_000,
        description: `Invoices ${first?.invoiceNumber}, ${second?.invoiceNumber} and ${third?.invoiceNumber} from Riverside Studio`,
        email: 'client@example.com',
        successUrl: `${testOrigin}/payment-success?invoice_id=${ids[0]}&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${testOrigin}/portal?canceled=true`,
        expiresAt: Date.parse('2026-11-06T11:59:00Z') / 1000,
        metadata: { business_id: businessId, invoice_id: ids[0], checkout_id: pageId },
      },
    ])
    expect(new Set(checkouts.map((row) => row.pageId)).size).toBe(1)
    expect(checkouts.every((row) => row.url === url && row.sessionId === sessionOf(url))).toBe(true)
    expect(checkouts.some(({ id }) => id === pageId)).toBe(false)
  })

  test('two tabs that pay the same invoices at once get one page, and one payment', async () => {
    const pages = await Promise.all([
      startJoint(),
      startJoint([ids[1]!, ids[2]!, ids[0]!]),
      startJoint([ids[2]!, ids[1]!, ids[0]!]),
    ])
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1)
    const sessionId = sessionOf(pages[0].url)
    cards.pay(sessionId)
    await Promise.all(ids.map((id) => confirm(app, id, sessionId)))
    expect((await books()).payments).toHaveLength(3)
    expect(await readInvoices()).toEqual([paid(10_000), paid(20_000), paid(30_000)])
    await expect(startJoint()).rejects.toMatchObject({ code: 'INVOICE_PAID' })
  })

  test('a different set that has an invoice in common closes the page first', async () => {
    const before = sessionOf((await startJoint([ids[0]!, ids[1]!])).url)
    const { url } = await startJoint([ids[1]!, ids[2]!])
    expect(cards.sessionOf(before).facts.state).toBe('expired')
    expect((await onlyOpen()).map(({ invoiceId }) => invoiceId)).toEqual([ids[1], ids[2]])
    expect(cards.sessionOf(sessionOf(url)).request.amountMinor).toBe(50_000)
  })

  test('so does the page of a single invoice, and the other way round', async () => {
    const single = await answerOf(startCheckout, await start(app, ids[0]!))
    const joint = await startJoint()
    expect(cards.sessionOf(sessionOf(single.url)).facts.state).toBe('expired')
    const again = await answerOf(startCheckout, await start(app, ids[1]!))
    expect(cards.sessionOf(sessionOf(joint.url)).facts.state).toBe('expired')
    expect((await onlyOpen()).map(({ invoiceId }) => invoiceId)).toEqual([ids[1]])
    expect((await startJoint([ids[1]!])).url).toBe(again.url)
  })

  test('an overlapping page that was paid in the meantime counts, and the rest can be paid', async () => {
    const sessionId = sessionOf((await startJoint([ids[0]!, ids[1]!])).url)
    cards.pay(sessionId)
    await expect(startJoint([ids[1]!, ids[2]!])).rejects.toMatchObject({ code: 'INVOICE_PAID' })
    expect(await readInvoices()).toEqual([paid(10_000), paid(20_000), unpaid(30_000)])
    expect((await startJoint([ids[2]!])).url).not.toBeNull()
  })

  test('a payment that is on its way for some of them is waited for', async () => {
    const sessionId = sessionOf((await startJoint([ids[0]!, ids[1]!])).url)
    cards.set(sessionId, { state: 'processing' })
    await expect(startJoint()).rejects.toMatchObject({ code: 'PAYMENT_UNDER_WAY' })
    expect((await books()).checkouts.map(({ state }) => state)).toEqual(['processing', 'processing'])
  })

  test('fifty at once are one page', async () => {
    const many = await addInvoicesOf(
      app,
      { businessId, clientId },
      Array.from({ length: 50 }, () => 100),
      { dueDate: '2026-12-24' },
    )
    const { url } = await startJoint(many)
    expect(cards.sessionOf(sessionOf(url)).request.amountMinor).toBe(5000)
    expect((await onlyOpen()).map(({ position }) => position)).toEqual(many.map((_, index) => index))
  })
})

describe('what cannot be paid together', () => {
  test('invoices of another client, of another business or of nobody are not found', async () => {
    const other = await addClientRow(app, businessId, 'other@example.com')
    const [foreign] = await addInvoicesOf(app, { businessId, clientId: other }, [100])
    const stranger = await app.signUpAndIn()
    const theirs = await addInvoiceRow(app.database, stranger.session.business.id)
    const nobody = await addInvoiceRow(app.database, businessId)
    for (const id of [foreign!, theirs, nobody, businessId]) {
      await expect(startJoint([...ids, id])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(cards.calls.create).toEqual([])
  })

  test('none, too many, the same twice and two currencies are refused at the field', async () => {
    const [euro] = await addInvoicesOf(app, { businessId, clientId }, [100], { currency: 'EUR' })
    const many = Array.from({ length: 51 }, () => ids[0]!)
    for (const wrong of [[], many, [ids[0]!, ids[0]!], [...ids, euro!]]) {
      await expect(startJoint(wrong)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: { invoiceIds: expect.any(String) },
      })
    }
  })

  test('the sentence names the invoice that is paid, canceled, disputed or empty', async () => {
    const [canceled] = await addInvoicesOf(app, { businessId, clientId }, [100], {
      number: 'GONE-1',
      status: 'cancelled',
    })
    const [disputed] = await addInvoicesOf(app, { businessId, clientId }, [100], {
      number: 'BANK-1',
      isDisputed: true,
    })
    const [empty] = await addInvoicesOf(app, { businessId, clientId }, [0], { number: 'ZERO-1' })
    await expect(startJoint([ids[0]!, canceled!])).rejects.toThrow('Invoice GONE-1 was canceled.')
    await expect(startJoint([ids[0]!, disputed!])).rejects.toThrow('A payment for invoice BANK-1 is disputed')
    await expect(startJoint([ids[0]!, empty!])).rejects.toThrow('There is nothing to pay on invoice ZERO-1.')
    expect(
      await jointPaymentOptions(deps, { businessId, clientId, invoiceIds: [ids[0]!, empty!] }),
    ).toMatchObject({
      problem: 'There is nothing to pay on invoice ZERO-1.',
      amountMinor: null,
      card: false,
    })
  })

  test('the options say how much it is and how it can be paid', async () => {
    expect(await jointPaymentOptions(deps, { businessId, clientId, invoiceIds: ids })).toEqual({
      amountMinor: 60_000,
      currency: 'USD',
      card: true,
      paypal: false,
      demo: true,
      isSandbox: true,
      isPaypalSandbox: false,
      cardProblem: null,
      paypalProblem: null,
      isProcessing: false,
      problem: null,
    })
  })
})

describe('paying', () => {
  test('writes a payment for each invoice with the provider’s one id, and mails one receipt and one notice', async () => {
    const sessionId = sessionOf((await startJoint()).url)
    const providerPaymentId = cards.pay(sessionId)
    const numbers = (await books()).checkouts.map(({ invoiceNumber }) => invoiceNumber)
    expect(await answerOf(confirmPayment, await confirm(app, ids[1]!, sessionId))).toMatchObject({
      state: 'confirmed',
      amountMinor: 60_000,
      receiptSent: true,
      together: [10_000, 20_000, 30_000].map((amountMinor, index) => ({
        id: ids[index],
        number: numbers[index],
        amountMinor,
      })),
    })
    const { checkouts, payments, mails } = await books()
    expect(payments.map((one) => one.providerPaymentId)).toEqual(Array(3).fill(providerPaymentId))
    expect(payments.map(({ checkoutId }) => checkoutId).toSorted()).toEqual(
      checkouts.map(({ id }) => id).toSorted(),
    )
    expect(checkouts.map(({ state }) => state)).toEqual(['complete', 'complete', 'complete'])
    expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['payment-received', 'receipt'])
    const receipt = mails.find(({ kind }) => kind === 'receipt')
    expect(receipt?.subject).toBe('Receipt for $600.00 paid on 3 invoices from Riverside Studio')
    for (const number of numbers) {
      for (const mail of mails) expect(mail.text).toContain(`Invoice ${number}`)
    }
  })

  test('however often and by whom it is reported, it is written once', async () => {
    const sessionId = sessionOf((await startJoint()).url)
    cards.pay(sessionId)
    const event = cards.checkoutEvent(sessionId)
    await Promise.all([
      ...ids.map((id) => confirm(app, id, sessionId)),
      deliver(app, event),
      deliver(app, event),
      deliver(app, cards.checkoutEvent(sessionId)),
      ...(await books()).checkouts.map(({ id }) => runCloseCheckout(deps, { businessId, checkoutId: id })),
    ])
    now = new Date(now.getTime() + 3_600_000)
    await reconcile(deps)
    const { payments, mails } = await books()
    expect(payments).toHaveLength(3)
    expect(mails).toHaveLength(2)
    expect(await readInvoices()).toEqual([paid(10_000), paid(20_000), paid(30_000)])
  })

  test('another amount than was asked is divided: the earliest due first, the rest on the last', async () => {
    const few = sessionOf((await startJoint()).url)
    cards.pay(few, 25_000)
    await confirm(app, ids[0]!, few)
    expect(await readInvoices()).toEqual([
      paid(10_000),
      { status: 'pending', receivedMinor: 15_000, openMinor: 5000 },
      unpaid(30_000),
    ])
    const many = sessionOf((await startJoint([ids[1]!, ids[2]!])).url)
    cards.pay(many, 40_000)
    await confirm(app, ids[1]!, many)
    expect(await readInvoices()).toEqual([paid(10_000), paid(20_000), paid(35_000)])
    const { mails } = await books()
    expect(mails.map(({ subject }) => subject)).toContain('Please check: a payment for 2 invoices')
  })

  test('one that was paid by hand while the page was open closes the page; if the client was faster, it is overpaid', async () => {
    const payByHand = async (id: string, amountMinor: number) => {
      const body = {
        method: 'cash' as const,
        amountMinor,
        receivedOn: '2026-11-05',
        note: '',
        sendReceipt: false,
        requestId: crypto.randomUUID(),
      }
      await answerOf(recordPayment, await app.send(recordPayment, { params: { id }, body }, owner))
    }
    const first = sessionOf((await startJoint()).url)
    await payByHand(ids[1]!, 20_000)
    const [row] = await onlyOpen()
    await runCloseCheckout(deps, { businessId, checkoutId: row!.id })
    expect(cards.sessionOf(first).facts.state).toBe('expired')
    expect((await books()).checkouts.map(({ state }) => state)).toEqual(['expired', 'expired', 'expired'])

    const second = sessionOf((await startJoint([ids[0]!, ids[2]!])).url)
    cards.pay(second)
    await payByHand(ids[2]!, 30_000)
    await confirm(app, ids[0]!, second)
    expect(await readInvoices()).toEqual([paid(10_000), paid(20_000), paid(60_000)])
    expect((await books()).mails.map(({ subject }) => subject)).toContain(
      'Please check: a payment for 2 invoices',
    )
  })

  test('the money of an invoice that was deleted meanwhile is kept, and the others are paid', async () => {
    const sessionId = sessionOf((await startJoint()).url)
    await app.send(deleteInvoice, { params: { id: ids[1]! } }, owner)
    cards.pay(sessionId)
    await deliver(app, cards.checkoutEvent(sessionId))
    await deliver(app, cards.checkoutEvent(sessionId))
    expect(await readInvoices()).toEqual([paid(10_000), paid(30_000)])
    const { payments, mails } = await books()
    expect(payments.map(({ invoiceId, amountMinor }) => ({ invoiceId, amountMinor }))).toEqual(
      expect.arrayContaining([{ invoiceId: null, amountMinor: 20_000 }]),
    )
    expect(payments).toHaveLength(3)
    expect(mails.filter(({ kind }) => kind === 'payment-received')).toHaveLength(1)
    const answer = await answerOf(confirmPayment, await confirm(app, ids[0]!, sessionId))
    expect(answer.together.map(({ id }) => id)).toEqual([ids[0], null, ids[2]])
  })

  test('an amount that was changed meanwhile gets a new page', async () => {
    const before = await startJoint()
    await change(ids[0]!, { subtotalMinor: 500, totalMinor: 500 })
    const after = await startJoint()
    expect(cards.sessionOf(sessionOf(before.url)).facts.state).toBe('expired')
    expect(cards.sessionOf(sessionOf(after.url)).request.amountMinor).toBe(50_500)
  })

  test('a page that can no longer be paid is closed by the hourly check', async () => {
    const sessionId = sessionOf((await startJoint()).url)
    await change(ids[2]!, { isDisputed: true })
    now = new Date(now.getTime() + 3_600_000)
    await reconcile(deps)
    expect(cards.sessionOf(sessionId).facts.state).toBe('expired')
    expect((await books()).checkouts.map(({ state }) => state)).toEqual(['expired', 'expired', 'expired'])
  })

  test('with PayPal, the approved money is taken once for all of them', async () => {
    await saveOwnPaypal(app, owner.cookie)
    const { url } = await startJoint(ids, 'paypal')
    const sessionId = sessionOf(url)
    expect((await startJoint(ids, 'paypal')).url).toBe(url)
    paypal.approve(sessionId)
    await Promise.all(ids.map((id) => confirm(app, id, sessionId)))
    expect(await readInvoices()).toEqual([paid(10_000), paid(20_000), paid(30_000)])
    expect((await books()).payments).toHaveLength(3)
  })

  test('with PayPal, nothing is taken once one of them is paid another way', async () => {
    await saveOwnPaypal(app, owner.cookie)
    const sessionId = sessionOf((await startJoint(ids, 'paypal')).url)
    paypal.approve(sessionId)
    await change(ids[0]!, { subtotalMinor: 1, totalMinor: 1 })
    const answer = await answerOf(confirmPayment, await confirm(app, ids[1]!, sessionId))
    expect(answer.state).toBe('failed')
    expect((await books()).payments).toEqual([])
  })

  test('the demo payment pays all of them once', async () => {
    const pay = () => payJointDemo(deps, { businessId, clientId, invoiceIds: ids })
    const answers = await Promise.allSettled([pay(), pay(), pay()])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readInvoices()).toEqual([paid(10_000), paid(20_000), paid(30_000)])
    const { payments, mails } = await books()
    expect(payments.every(({ isTest }) => isTest)).toBe(true)
    expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['payment-received', 'receipt'])
  })
})
