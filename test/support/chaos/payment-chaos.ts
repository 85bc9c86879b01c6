import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../src/features/auth/activity.ts'
import { switchIntegrations } from '../../../src/features/integrations/integration-actions.ts'
import type { IntegrationDeps } from '../../../src/features/integrations/integration-deps.ts'
import type { InvoiceChangeDeps } from '../../../src/features/invoices/invoice-deps.ts'
import { updateInvoice } from '../../../src/features/invoices/update-invoice.ts'
import {
  createCheckoutCloser,
  runCloseCheckout,
} from '../../../src/features/payments/checkout/close-checkout.ts'
import { confirmPayment } from '../../../src/features/payments/checkout/confirm-payment.ts'
import { payDemo } from '../../../src/features/payments/checkout/pay-demo.ts'
import { receiveEvent, receiveOwnEvent } from '../../../src/features/payments/checkout/receive-events.ts'
import { startCheckout } from '../../../src/features/payments/checkout/start-checkout.ts'
import { setStillOwed, undoPayment } from '../../../src/features/payments/ledger/correct-ledger.ts'
import { recordPayment } from '../../../src/features/payments/ledger/record-payment.ts'
import type { PaymentDeps } from '../../../src/features/payments/payment-deps.ts'
import { reconcile } from '../../../src/features/payments/reconcile-payments.ts'
import { refundPayment } from '../../../src/features/payments/refunds/refund-payment.ts'
import { syncPayment } from '../../../src/features/payments/start-payment-jobs.ts'
import { type CardProvider, CardProviderError } from '../../../src/platform/cards/card-provider.ts'
import { addDays, dateIn } from '../../../src/shared/dates.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { invoiceInput } from '../fixtures/invoice-input.ts'
import { makeInvoice, setPlan } from '../fixtures/invoices.ts'
import { connectFakes, createFakeCards } from '../providers/fake-cards.ts'
import { createFakePaypal } from '../providers/fake-paypal.ts'
import { saveOwnPaypal, saveOwnStripe } from '../providers/own-accounts.ts'
import { randomFrom } from '../random.ts'
import type { TestApp } from '../test-app.ts'
import { createInterleaving } from './interleaving.ts'
import { type Account, findPaymentProblems, readPayments, readReturns } from './payment-books.ts'

interface Signed {
  body: string
  signature: string
}

interface Delivery extends Signed {
  isOwn: boolean
  isAcknowledged: boolean
}

type Job = { name: 'close-checkout' | 'sync-refunds'; data: never }

interface TakenJob extends Job {
  isDone: boolean
}

interface Options {
  app: TestApp
  owner: { cookie: string; identity: Caller; webhookId: string }
  seed: number
}

/** One of them for each seed, in turn. */
const currencies = ['USD', 'EUR', 'JPY']

const ownKeys = { secretKey: 'sk_test_own1', webhookSecret: 'whsec_own1' }

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
 * One invoice is concurrently paid by card, with PayPal, manually and as a demo, confirmed, reported by
 * webhooks, changed, undone, refunded, disputed and reconciled, through the platform's account and the
 * business's own, which are switched meanwhile. Webhooks arrive twice, late, not at all and in any order, and
 * processes die between any two steps. Then everything that was lost is sent again, and our ledger is
 * compared with the providers'. Returns the differences.
 */
export async function runPaymentChaos({ app, owner, seed }: Options): Promise<string[]> {
  const random = randomFrom(seed)
  const chance = (likelihood: number) => random() < likelihood
  const upTo = (max: number) => 1 + Math.floor(random() * max)
  const { businessId, business } = owner.identity
  const today = dateIn(business.timeZone, new Date())
  const amountMinor = 100 + Math.floor(random() * 100_000)
  const content = {
    currency: currencies[seed % currencies.length]!,
    charge: { kind: 'amount' as const, amountMinor },
    issueDate: today,
    dueDate: addDays(today, 30),
    paymentTerms: chance(0.4) ? ('2_10_net_30' as const) : ('net_30' as const),
  }
  const invoice = await makeInvoice(app, owner.cookie, content)
  /** All totals that the invoice had. */
  const totals = [amountMinor]

  const ref = { businessId, invoiceId: invoice.id }
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
    const { url } = await startCheckout(deps, { businessId, invoiceId: invoice.id, method })
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
    if (chance(method === 'paypal' ? 0.95 : 0.7)) play.spawn(answered(() => confirm(sessionId)))
    if (chance(0.3)) await confirm(sessionId)
  }

  const confirm = (sessionId: string) =>
    confirmPayment(deps, { businessId, invoiceId: invoice.id, sessionId })

  const payByHand = () =>
    recordPayment(deps, owner.identity, invoice.id, {
      method: 'cash',
      amountMinor: chance(0.4) ? Math.ceil(amountMinor * 0.98) : upTo(amountMinor),
      receivedOn: today,
      note: '',
      sendReceipt: true,
      requestId: randomUUID(),
    })

  const switchAccounts = () => switchIntegrations(deps, owner.identity, chance(0.5))

  const demo = () => payDemo(deps, { businessId, invoiceId: invoice.id })

  const undo = (paymentId: string) => undoPayment(deps, owner.identity, { id: invoice.id, paymentId })

  async function change(version: number): Promise<void> {
    const changed = 100 + Math.floor(amountMinor * (0.5 + random()))
    totals.push(changed)
    const input = invoiceInput({ ...content, charge: { kind: 'amount', amountMinor: changed } })
    await updateInvoice(deps, owner.identity, invoice.id, { ...input, version })
  }

  async function refund(paymentId: string, max: number): Promise<void> {
    const body = { amountMinor: upTo(max), stillOwed: chance(0.5), requestId: randomUUID() }
    await refundPayment(deps, owner.identity, { id: invoice.id, paymentId }, body)
  }

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
    const [back] = await readReturns(app, ref)
    if (!back) return
    const decision = { ...back, invoiceId: invoice.id, stillOwed: chance(0.5) }
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
    for (let tabs = upTo(3); tabs > 0; tabs--) play.spawn(answered(checkOut))
    if (chance(0.3)) play.spawn(answered(payByHand))
    if (chance(0.4)) play.spawn(answered(switchAccounts))
    if (chance(0.15)) play.spawn(answered(demo))
    if (chance(0.15)) play.spawn(answered(() => change(invoice.version)))
    if (chance(0.4)) {
      ahead = 3_600_000
      play.spawn(answered(() => reconcile(deps)))
    }
    await play.run()

    for (const { id, providerPaymentId, minor } of await readPayments(app, ref)) {
      if (providerPaymentId === null) {
        if (chance(0.5)) play.spawn(answered(() => undo(id)))
        if (chance(0.2)) play.spawn(answered(() => undo(id)))
        continue
      }
      if (chance(0.5)) play.spawn(answered(() => refund(id, minor)))
      if (chance(0.2)) play.spawn(answered(() => refund(id, minor)))
      if (chance(0.2)) play.spawn(answered(() => refundElsewhere(providerPaymentId, minor)))
      if (chance(0.3)) play.spawn(answered(() => dispute(providerPaymentId, minor)))
      if (chance(0.1)) play.spawn(answered(() => dispute(providerPaymentId, minor)))
    }
    if (chance(0.3)) play.spawn(answered(decideOwed))
    if (chance(0.3)) play.spawn(answered(checkOut))
    if (chance(0.2)) play.spawn(answered(switchAccounts))
    if (chance(0.2)) play.spawn(answered(payByHand))
    if (chance(0.15)) play.spawn(answered(() => change(invoice.version + upTo(2) - 1)))
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
      ...(await findPaymentProblems(app, accounts, ref, totals)),
    ]
  } finally {
    await play.close()
  }
}

/**
 * Adds a step before and after each call to the provider, so that another actor may run in between and either
 * side may die.
 */
function gateProvider<
  P extends Pick<CardProvider, 'checkouts' | 'refunds'> & Partial<Pick<CardProvider, 'disputes'>>,
>(provider: P, step: () => Promise<void>): P {
  const gated =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await step()
      const answer = await work(...args)
      await step()
      return answer
    }
  const { checkouts, refunds, disputes } = provider
  return {
    ...provider,
    checkouts: {
      create: gated(checkouts.create),
      read: gated(checkouts.read),
      expire: gated(checkouts.expire),
    },
    refunds: { create: gated(refunds.create), list: gated(refunds.list) },
    ...(disputes && {
      disputes: { list: gated(disputes.list), listSince: gated(disputes.listSince) },
    }),
  }
}

async function takeJobs(app: TestApp): Promise<Job[]> {
  const { rows } = await app.database.platform.query<Job>(
    `delete from pgboss.job where name in ('close-checkout', 'sync-refunds') and state = 'created' returning name, data`,
  )
  return rows
}

/** A business that may make and mail as much as it likes. */
export async function openChaosBusiness(app: TestApp): Promise<Options['owner']> {
  const { cookie, session } = await app.signUpAndIn()
  const { business, user } = session
  await setPlan(app, business.id, 'enterprise')
  const webhookPath = await saveOwnStripe(app, cookie, ownKeys)
  await saveOwnPaypal(app, cookie)
  const { id: userId, ...person } = user
  return {
    cookie,
    webhookId: webhookPath.split('/').at(-1) ?? '',
    identity: {
      ...person,
      isConfirmed: true,
      userId,
      sessionId: randomUUID(),
      businessId: business.id,
      business,
      device: '',
      ipAddress: '',
    },
  }
}
