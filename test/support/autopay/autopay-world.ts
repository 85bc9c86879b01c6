import { randomUUID } from 'node:crypto'
import { deleteInvoice, emailInvoice } from '../../../src/features/invoices/contract.ts'
import { getPublicInvoice } from '../../../src/features/invoices/public/contract.ts'
import { receiveEvent } from '../../../src/features/payments/checkout/receive-events.ts'
import {
  getPaymentOptions,
  recordPayment,
  startCheckout,
  stopAutopay,
} from '../../../src/features/payments/contract.ts'
import { chargeDue } from '../../../src/features/payments/saved-cards/charge-due.ts'
import {
  deleteSeries,
  pauseSeries,
  stopSeriesAutopay,
  updateSeries,
} from '../../../src/features/recurring/contract.ts'
import { makeDueInvoices } from '../../../src/features/recurring/make-due-invoices.ts'
import { autopayCharges, savedCards } from '../../../src/platform/db/tables/saved-cards.ts'
import { withTenant } from '../../../src/platform/db/transaction.ts'
import { type SeriesBody, seriesContent, signUpOnPro } from '../fixtures/recurring.ts'
import { type FakeCards, connectFakes, createFakeCards } from '../providers/fake-cards.ts'
import { type TestApp, answerOf, createTestApp } from '../test-app.ts'

/** An app with a clock that the test sets and cards in memory, and what tests of automatic payments do with them. */
export async function createAutopayWorld(start = '2026-11-15T12:00:00Z') {
  let clock = new Date(start)
  const now = () => clock
  const cards = createFakeCards({ now })
  /** The account of a business that enters one of these keys. */
  const own = createFakeCards({ now })
  const app = await createTestApp({
    now,
    cards: cards.provider,
    connectOwnCards: connectFakes({ sk_test_own1: own, sk_test_newer: own }),
    maxConnections: 40,
  })
  const charge = () => chargeDue(app.deps)
  return {
    app,
    cards,
    own,
    setClock: (moment: Date | string) => void (clock = new Date(moment)),
    charge,
    /** Moves the clock, makes the invoices that are due by then, and charges. */
    async runAt(moment: Date | string): Promise<void> {
      clock = new Date(moment)
      await makeDueInvoices(app.deps)
      await charge()
    },
    deliver: (event: ReturnType<FakeCards['event']>) =>
      receiveEvent(app.deps, {
        body: Buffer.from(event.body),
        signature: event.signature,
        log: app.deps.log,
      }),
    open: (overrides: Partial<SeriesBody> = {}) => openAutopaySeries(app, overrides),
  }
}

export type AutopayWorld = Awaited<ReturnType<typeof createAutopayWorld>>

/** Opens a business on Pro with a monthly series of $120 that is due in 10 days and offers automatic payments. */
async function openAutopaySeries(app: TestApp, overrides: Partial<SeriesBody>) {
  const owner = await signUpOnPro(app)
  const { businessId } = owner
  const content = seriesContent({
    charge: { kind: 'amount', amountMinor: 12_000 },
    paymentTerms: 'custom',
    dueInDays: 10,
  })
  const series = await owner.make({
    startDate: '2026-11-15',
    sends: true,
    autopay: true,
    content,
    ...overrides,
  })
  const optionsOf = async (id: string) =>
    answerOf(getPaymentOptions, await app.send(getPaymentOptions, { params: { id } }))
  const pay = (id: string, savesCard = true) =>
    app.send(
      startCheckout,
      { params: { id }, body: { method: 'card', ...(savesCard && { savesCard }) } },
      { headers: { 'x-forwarded-for': '203.0.113.7' } },
    )
  const tenant = <Row extends object>(sql: string, ...values: unknown[]) =>
    withTenant(app.database, businessId, async ({ client }) => (await client.query<Row>(sql, values)).rows)
  return {
    ...owner,
    series,
    optionsOf,
    pay,
    tenant,
    /** The client pays this invoice by card and agrees that the card is saved. */
    async consent(
      cards: FakeCards,
      deliver: (event: ReturnType<FakeCards['event']>) => Promise<void>,
      id: string,
    ): Promise<string> {
      const { url } = await answerOf(startCheckout, await pay(id))
      const sessionId = url?.split('/').at(-1) ?? ''
      cards.pay(sessionId)
      await deliver(cards.checkoutEvent(sessionId))
      return sessionId
    },
    remove: (id: string) => app.send(deleteInvoice, { params: { id } }, { cookie: owner.cookie }),
    record: (id: string, amountMinor: number) =>
      app.send(
        recordPayment,
        {
          params: { id },
          body: {
            method: 'cash',
            amountMinor,
            receivedOn: app.deps.now().toISOString().slice(0, 10),
            note: '',
            sendReceipt: false,
            requestId: randomUUID(),
          },
        },
        { cookie: owner.cookie },
      ),
    stopByOwner: async () =>
      answerOf(
        stopSeriesAutopay,
        await app.send(stopSeriesAutopay, { params: { id: series.id } }, { cookie: owner.cookie }),
      ),
    change: async (to: { autopay: boolean }) => {
      const { id, version, frequency, startDate, end, sends } = series
      const body = { version, frequency, startDate, end, sends, content, ...to }
      return answerOf(
        updateSeries,
        await app.send(updateSeries, { params: { id }, body }, { cookie: owner.cookie }),
      )
    },
    pause: () => app.send(pauseSeries, { params: { id: series.id } }, { cookie: owner.cookie }),
    endSeries: () => app.send(deleteSeries, { params: { id: series.id } }, { cookie: owner.cookie }),
    stop: (id: string) => app.send(stopAutopay, { params: { id } }),
    page: async (id: string) =>
      answerOf(getPublicInvoice, await app.send(getPublicInvoice, { params: { id } })),
    email: (id: string) => app.send(emailInvoice, { params: { id } }, { cookie: owner.cookie }),
    cards: () =>
      withTenant(app.database, businessId, ({ db }) =>
        db.select().from(savedCards).orderBy(savedCards.consentedAt),
      ),
    charges: () =>
      withTenant(app.database, businessId, ({ db }) =>
        db.select().from(autopayCharges).orderBy(autopayCharges.period, autopayCharges.part),
      ),
  }
}
