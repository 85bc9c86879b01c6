import { randomUUID } from 'node:crypto'
import { switchIntegrations } from '../../../src/features/integrations/integration-actions.ts'
import type { IntegrationDeps } from '../../../src/features/integrations/integration-deps.ts'
import { deleteInvoice } from '../../../src/features/invoices/delete-invoice.ts'
import type { InvoiceChangeDeps } from '../../../src/features/invoices/invoice-deps.ts'
import { updateInvoice } from '../../../src/features/invoices/update-invoice.ts'
import {
  createCheckoutCloser,
  runCloseCheckout,
} from '../../../src/features/payments/checkout/close-checkout.ts'
import { confirmPayment } from '../../../src/features/payments/checkout/confirm-payment.ts'
import { payDemo, payJointDemo } from '../../../src/features/payments/checkout/pay-demo.ts'
import { receiveEvent, receiveOwnEvent } from '../../../src/features/payments/checkout/receive-events.ts'
import { startCheckout } from '../../../src/features/payments/checkout/start-checkout.ts'
import { startJointCheckout } from '../../../src/features/payments/checkout/start-joint-checkout.ts'
import { setStillOwed, undoPayment } from '../../../src/features/payments/ledger/correct-ledger.ts'
import { recordPayment } from '../../../src/features/payments/ledger/record-payment.ts'
import type { PaymentDeps } from '../../../src/features/payments/payment-deps.ts'
import { reconcile } from '../../../src/features/payments/reconcile-payments.ts'
import { refundPayment } from '../../../src/features/payments/refunds/refund-payment.ts'
import { syncPayment } from '../../../src/features/payments/start-payment-jobs.ts'
import { CardProviderError } from '../../../src/platform/cards/card-provider.ts'
import { addDays, dateIn } from '../../../src/shared/dates.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { invoiceInput } from '../fixtures/invoice-input.ts'
import { makeInvoice } from '../fixtures/invoices.ts'
import { connectFakes, createFakeCards } from '../providers/fake-cards.ts'
import { createFakePaypal } from '../providers/fake-paypal.ts'
import { randomFrom } from '../random.ts'
import type { TestApp } from '../test-app.ts'
import { createInterleaving } from './interleaving.ts'
import {
  type Account,
  findClientId,
  findPaymentProblems,
  readMoment,
  readPayments,
  readReturns,
} from './payment-books.ts'
import { type ChaosOwner, type Job, gateProvider, ownKeys, takeJobs } from './payment-world.ts'

interface Signed {
  body: string
  signature: string
}

interface Delivery extends Signed {
  isOwn: boolean
  isAcknowledged: boolean
}

/** `totals` are all totals that it ever had. */
interface ChaosInvoice {
  id: string
  version: number
  amountMinor: number
  totals: number[]
}

interface TakenJob extends Job {
  isDone: boolean
}

interface Options {
  app: TestApp
  owner: ChaosOwner
  seed: number
}

/** One of them for each seed, in turn. */
const currencies = ['USD', 'EUR', 'JPY']

/** A refusal is a valid response and not what this test looks for. */
const isAnswer = (error: unknown) => error instanceof AppError && error.code !== 'INTERNAL'

const answered = (work: () => Promise<unknown>) => async () => {
  try {
    await work()
  } catch (error) {
    if (!isAnswer(error)) throw error
  }
}

/**
 * Up to five invoices of a client are concurrently paid, alone and together, by card, with PayPal, manually and as a demo,
 * confirmed, reported by webhooks, changed, deleted, undone, refunded, disputed and reconciled, through the platform's account
 * and the business's own, which are switched meanwhile. Webhooks arrive twice, late, not at all and in any order, and
 * processes die between any two steps. Then everything that was lost is sent again, and our ledger is
 * compared with the providers'. Returns the differences.
 */
export async function runPaymentChaos({ app, owner, seed }: Options): Promise<string[]> {
  const random = randomFrom(seed)
  const chance = (likelihood: number) => random() < likelihood
  const upTo = (max: number) => 1 + Math.floor(random() * max)
  const { businessId, business } = owner.identity
  const today = dateIn(business.timeZone, new Date())
  const since = await readMoment(app)
  const content = {
    currency: currencies[seed % currencies.length]!,
    issueDate: today,
    dueDate: addDays(today, 30),
    paymentTerms: chance(0.4) ? ('2_10_net_30' as const) : ('net_30' as const),
  }
  // Half of the rounds have one invoice, the others up to five.
  const count = chance(0.5) ? 1 : 1 + upTo(4)
  const all: ChaosInvoice[] = []
  for (let n = 0; n < count; n += 1) {
    const amountMinor = 100 + Math.floor(random() * 100_000)
    const charge = { kind: 'amount' as const, amountMinor }
    const { id, version } = await makeInvoice(app, owner.cookie, { ...content, charge })
    all.push({ id, version, amountMinor, totals: [amountMinor] })
  }
  const any = () => all[Math.floor(random() * all.length)]!
  const clientId = await findClientId(app, { businessId, invoiceId: all[0]!.id })
  const refs = { businessId, invoiceIds: all.map(({ id }) => id), since }
  let crashChance = 0.03
  const play = await createInterleaving({ url: app.url, random, crashChance: () => crashChance })
  const cards = createFakeCards()
  const own = createFakeCards({ webhookSecret: ownKeys.webhookSecret })
  const paypal = createFakePaypal()
  const accounts: Account[] = [
    { books: cards, method: 'card', isOwn: false },
    { books: own, method: 'card', isOwn: true },
    { books: paypal.books, method: 'paypal', isOwn: true },
  ]
  const connectOwn = connectFakes({ [ownKeys.secretKey]: own })
  const database = play.gateDatabase(app.database)
  const begun = Date.now()
  let readings = 0
  let ahead = 0
  const deps: PaymentDeps & IntegrationDeps & InvoiceChangeDeps = {
    ...app.deps,
    database,
    cards: gateProvider(cards.provider, play.step),
    // Each reading of the clock is a millisecond later, so that sorting by time is deterministic.
    now: () => new Date(begun + ahead + (readings += 1)),
    closeCheckouts: createCheckoutCloser(app.deps.jobs),
    demoPayments: true,
    connectOwnCards: (keys) => gateProvider(connectOwn(keys), play.step),
    connectPaypal: () => gateProvider(paypal.provider, play.step),
  }
  await switchIntegrations(app.deps, owner.identity, chance(0.7))
  // So many webhooks in so short a time are expected here.
  await app.database.platform.query(`delete from platform.rate_limits where key like 'webhook:%'`)
  // The previous run ended two days in the future.
  await app.database.platform.query(`update platform.dispute_looks set asked_at = 'epoch', looked_at = null`)
  const deliveries: Delivery[] = []

  function emit(account: Account | undefined, { body, signature }: Signed): void {
    const delivery = { body, signature, isOwn: account?.isOwn ?? false, isAcknowledged: false }
    deliveries.push(delivery)
    if (chance(0.85)) for (let times = upTo(3); times > 0; times--) play.spawn(() => deliver(delivery))
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const { signature, isOwn } = delivery
    const sent = { body: Buffer.from(delivery.body), signature, log: app.deps.log }
    await (isOwn ? receiveOwnEvent(deps, owner.webhookId, sent) : receiveEvent(deps, sent))
    delivery.isAcknowledged = true
  }

  async function checkOut(): Promise<void> {
    const method = chance(0.4) ? 'paypal' : 'card'
    const invoiceIds = all.length > 1 && chance(0.75) ? some() : [any().id]
    const { url } = await (invoiceIds.length > 1
      ? startJointCheckout(deps, { businessId, clientId, invoiceIds, method })
      : startCheckout(deps, { businessId, invoiceId: invoiceIds[0]!, method }))
    const sessionId = url?.split('/').at(-1) ?? ''
    const account = accounts.find(({ books }) => books.sessions.has(sessionId))
    await play.step()
    const pays = chance(0.8) && account?.books.sessionOf(sessionId).facts.state === 'open'
    if (pays && method === 'paypal') paypal.approve(sessionId)
    else if (pays) {
      const { books } = account
      const paid = books.pay(sessionId)
      // The bank may be faster than the webhook of the payment.
      if (chance(0.15)) play.spawn(() => dispute(paid, books.chargedMinor(paid)))
      emit(account, books.checkoutEvent(sessionId))
      if (chance(0.3)) emit(account, books.checkoutEvent(sessionId))
    }
    const confirm = () => {
      const invoiceId = invoiceIds[Math.floor(random() * invoiceIds.length)]!
      return confirmPayment(deps, { businessId, invoiceId, sessionId })
    }
    if (chance(method === 'paypal' ? 0.95 : 0.7)) play.spawn(answered(confirm))
    if (chance(0.3)) await confirm()
  }

  /** Two or more of the invoices, or the only one, in any order. */
  function some(): string[] {
    const left = all.map(({ id }) => id)
    return Array.from({ length: Math.min(all.length, upTo(all.length - 1) + 1) }, () =>
      left.splice(Math.floor(random() * left.length), 1),
    ).flat()
  }

  const payByHand = ({ id, amountMinor }: ChaosInvoice) =>
    recordPayment(deps, owner.identity, id, {
      method: 'cash',
      amountMinor: chance(0.4) ? Math.ceil(amountMinor * 0.98) : upTo(amountMinor),
      receivedOn: today,
      note: '',
      sendReceipt: true,
      requestId: randomUUID(),
    })

  const switchAccounts = () => switchIntegrations(deps, owner.identity, chance(0.5))

  const demo = () =>
    chance(0.5)
      ? payDemo(deps, { businessId, invoiceId: any().id })
      : payJointDemo(deps, { businessId, clientId, invoiceIds: some() })

  const undo = (id: string, paymentId: string) => undoPayment(deps, owner.identity, { id, paymentId })

  async function change({ id, amountMinor, totals }: ChaosInvoice, version: number): Promise<void> {
    const changed = 100 + Math.floor(amountMinor * (0.5 + random()))
    totals.push(changed)
    const input = invoiceInput({ ...content, charge: { kind: 'amount', amountMinor: changed } })
    await updateInvoice(deps, owner.identity, id, { ...input, version })
  }

  const changeFirst = (invoice: ChaosInvoice, changes = 0) => change(invoice, invoice.version + changes)

  async function refund(id: string, paymentId: string, max: number): Promise<void> {
    const body = { amountMinor: upTo(max), stillOwed: chance(0.5), requestId: randomUUID() }
    await refundPayment(deps, owner.identity, { id, paymentId }, body)
  }

  const remove = ({ id }: ChaosInvoice) => deleteInvoice(deps, owner.identity, id)

  async function refundElsewhere(providerPaymentId: string, max: number): Promise<void> {
    await play.step()
    const account = accounts.find(({ books }) => books.chargedMinor(providerPaymentId) > 0)
    // PayPal sends no webhook for it. It is found by the next reconciliation.
    if (!account || account.method === 'paypal') return
    try {
      account.books.refundElsewhere(providerPaymentId, upTo(max))
    } catch (error) {
      if (!(error instanceof CardProviderError)) throw error
    }
    emit(account, account.books.event('charge.refunded', { payment_intent: providerPaymentId }))
  }

  /** The client's bank takes money back, and may decide immediately, later or not at all. */
  async function dispute(providerPaymentId: string, max: number): Promise<void> {
    await play.step()
    const account = accounts.find(({ books }) => books.chargedMinor(providerPaymentId) > 0)
    // Disputes at PayPal are not supported.
    if (!account || account.method === 'paypal') return
    const { books } = account
    const opened = books.dispute(providerPaymentId, { amountMinor: chance(0.7) ? max : upTo(max) })
    const sendEvent = (type: 'created' | 'updated' | 'closed' | 'funds_withdrawn') =>
      emit(account, books.disputeEvent(type, opened))
    sendEvent('created')
    if (chance(0.5)) sendEvent('funds_withdrawn')
    for (let steps = upTo(6); steps > 0; steps--) await play.step()
    if (chance(0.3)) return
    books.decide(opened, chance(0.5) ? 'won' : 'lost')
    sendEvent('closed')
    if (chance(0.3)) sendEvent('updated')
  }

  /** The owner changes whether a returned amount is still owed. */
  async function decideOwed(): Promise<void> {
    const [back] = await readReturns(app, refs)
    if (!back) return
    const decision = { ...back, stillOwed: chance(0.5) }
    await setStillOwed(deps, owner.identity, decision)
  }

  const taken: TakenJob[] = []

  async function spawnJobs(): Promise<number> {
    const jobs = await takeJobs(app)
    taken.push(...jobs.map((job) => ({ ...job, isDone: false })))
    // A job whose process died is retried, as by the queue.
    const undone = taken.filter(({ isDone }) => !isDone)
    for (const job of undone) play.spawn(() => runJob(job))
    return undone.length
  }

  async function runJob(job: TakenJob): Promise<void> {
    const { name, data } = job
    await answered(() =>
      name === 'close-checkout' ? runCloseCheckout(deps, data) : syncPayment(deps, data),
    )()
    job.isDone = true
  }

  try {
    for (let tabs = upTo(3) + (all.length > 1 ? 1 : 0); tabs > 0; tabs--) play.spawn(answered(checkOut))
    if (chance(0.3)) play.spawn(answered(() => payByHand(any())))
    if (chance(0.4)) play.spawn(answered(switchAccounts))
    if (chance(0.15)) play.spawn(answered(demo))
    if (chance(0.15)) play.spawn(answered(() => changeFirst(any())))
    if (chance(0.1)) play.spawn(answered(() => remove(any())))
    if (chance(0.4)) {
      ahead = 3_600_000
      play.spawn(answered(() => reconcile(deps)))
    }
    await play.run()

    for (const { id, invoiceId, providerPaymentId, minor } of await readPayments(app, refs)) {
      if (providerPaymentId === null) {
        if (invoiceId !== null && chance(0.5)) play.spawn(answered(() => undo(invoiceId, id)))
        if (invoiceId !== null && chance(0.2)) play.spawn(answered(() => undo(invoiceId, id)))
        continue
      }
      const charged = accounts.reduce((sum, { books }) => sum + books.chargedMinor(providerPaymentId), 0)
      if (invoiceId !== null && chance(0.5)) play.spawn(answered(() => refund(invoiceId, id, minor)))
      if (invoiceId !== null && chance(0.2)) play.spawn(answered(() => refund(invoiceId, id, minor)))
      if (chance(0.3)) play.spawn(answered(() => refundElsewhere(providerPaymentId, Math.ceil(charged / 2))))
      if (chance(0.3)) play.spawn(answered(() => dispute(providerPaymentId, charged)))
      if (chance(0.1)) play.spawn(answered(() => dispute(providerPaymentId, charged)))
    }
    if (chance(0.3)) play.spawn(answered(decideOwed))
    if (chance(0.3)) play.spawn(answered(checkOut))
    if (chance(0.2)) play.spawn(answered(switchAccounts))
    if (chance(0.2)) play.spawn(answered(() => payByHand(any())))
    if (chance(0.15)) play.spawn(answered(() => changeFirst(any(), upTo(2) - 1)))
    await spawnJobs()
    await play.run()

    crashChance = 0
    // So late that every checkout session has expired and everything counts as unsettled for too long.
    ahead = 2 * 86_400_000
    const hasForgotten = chance(0.5)
    for (const { books } of accounts) {
      if (hasForgotten) books.forgetReferences()
      for (const { id, facts } of books.sessions.values()) {
        if (facts.state === 'open') books.set(id, { state: 'expired', declined: null })
      }
    }
    let jobs = 0
    do {
      for (const delivery of deliveries) if (!delivery.isAcknowledged) play.spawn(() => deliver(delivery))
      play.spawn(() => reconcile(deps))
      await play.run()
      jobs = await spawnJobs()
      await play.run()
    } while (jobs > 0)
    return [
      ...play.failures.map((failure) => `failed: ${String(failure)}`),
      ...(await findPaymentProblems(app, accounts, refs, all)),
    ]
  } finally {
    await play.close()
  }
}
