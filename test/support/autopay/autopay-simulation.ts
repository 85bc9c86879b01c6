import { randomUUID } from 'node:crypto'
import {
  createCheckoutCloser,
  runCloseCheckout,
} from '../../../src/features/payments/checkout/close-checkout.ts'
import { receiveEvent } from '../../../src/features/payments/checkout/receive-events.ts'
import { startCheckout } from '../../../src/features/payments/checkout/start-checkout.ts'
import { recordPayment } from '../../../src/features/payments/ledger/record-payment.ts'
import { reconcile } from '../../../src/features/payments/reconcile-payments.ts'
import { chargeDue } from '../../../src/features/payments/saved-cards/charge-due.ts'
import { consentText } from '../../../src/features/payments/saved-cards/saved-card-rules.ts'
import { stopAutopay } from '../../../src/features/payments/saved-cards/stop-autopay.ts'
import { makeDueInvoices } from '../../../src/features/recurring/make-due-invoices.ts'
import { stopSeriesAutopay } from '../../../src/features/recurring/series-changes.ts'
import { CardProviderError } from '../../../src/platform/cards/card-provider.ts'
import { addDays } from '../../../src/shared/dates.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { createInterleaving } from '../chaos/interleaving.ts'
import { gateProvider, identityOf } from '../chaos/payment-world.ts'
import type { FakeCards } from '../providers/fake-cards.ts'
import { randomFrom } from '../random.ts'
import { findAutopayProblems } from './autopay-books.ts'
import { watchAutopay } from './autopay-watch.ts'
import type { AutopayWorld } from './autopay-world.ts'

/** Refusals and a provider that does not answer are what the product has to live with. */
const isAnswer = (error: unknown) =>
  error instanceof CardProviderError ||
  (error instanceof AppError && error.code !== 'INTERNAL') ||
  isLostConnection(error)

/** A process that loses its connection stops like one that dies. It happens to those that wait for long. */
function isLostConnection(error: unknown): boolean {
  const lost = /connection error|timeout exceeded when trying to connect|Connection terminated/
  return error instanceof Error && (lost.test(error.message) || isLostConnection(error.cause))
}

const quietly = (work: () => Promise<unknown>) => async () => {
  try {
    await work()
  } catch (error) {
    if (!isAnswer(error)) throw error
  }
}

/** The days after the issue date on which something is due, each with its first hour. The due date is played twice. */
const days = [
  [0, 9],
  [7, 9],
  [10, 9],
  [10, 15],
  [11, 15],
] as const

interface Options {
  world: AutopayWorld
  seed: number
  months: number
}

/**
 * A client saves a card and is charged for some months, while processes die between any two statements, two of them charge at
 * once, the provider does not answer, refuses the keys, declines, answers late or forgets what it was asked a day ago, its
 * events come twice or not at all, amounts are raised, the client pays by themselves, and one of both stops. Then everything
 * that was lost is sent again. Returns what is wrong with the books, and each charge that should not have been made.
 */
export async function runAutopaySimulation({ world, seed, months }: Options): Promise<string[]> {
  const random = randomFrom(seed)
  const chance = (likelihood: number) => random() < likelihood
  const { app, cards } = world
  world.setClock('2026-11-15T12:00:00Z')
  Object.assign(cards, { declines: null, failure: null, losesAnswerTo: null })
  const owner = await world.open()
  await world.runAt('2026-11-15T12:00:00Z')
  const { businessId } = owner
  const identity = identityOf(owner.session)
  const [first] = await owner.invoices()
  const known = new Set<string>()
  const eventsOf = () =>
    [...cards.sessions.values()]
      .filter(({ id, request }) => !known.has(id) && request.metadata['business_id'] === businessId)
      .map(({ id }) => (id.startsWith('pi_') ? cards.chargeEvent(id) : cards.checkoutEvent(id)))
  /** The client pays the first invoice and agrees, unless they have paid it otherwise. */
  async function agree(): Promise<void> {
    Object.assign(cards, { failure: null, losesAnswerTo: null })
    for (const event of eventsOf()) await world.deliver(event)
    const [{ id, status } = { id: '', status: '' }] = await owner.invoices()
    if (status === 'pending') known.add(await owner.consent(cards, world.deliver, id))
  }
  const agreesLate = seed % 2 === 0
  if (!agreesLate) await agree()
  let crashChance = 0.01
  const play = await createInterleaving({ url: app.url, random, crashChance: () => crashChance })
  const deps = {
    ...app.deps,
    database: play.gateDatabase(app.database),
    cards: gateProvider(cards.provider, play.step),
    closeCheckouts: createCheckoutCloser(app.deps.jobs),
  }
  const watch = watchAutopay({ owner, cards, known })
  let lastMoment = 0

  const sweep = () => play.spawn(quietly(() => chargeDue(deps)))

  async function deliver({ body, signature }: { body: string; signature: string }): Promise<void> {
    await receiveEvent(deps, { body: Buffer.from(body), signature, log: app.deps.log })
  }

  async function payOnPage(invoiceId: string, agrees: boolean): Promise<void> {
    const consent = agrees ? { text: consentText, ip: '203.0.113.7' } : null
    const { url } = await startCheckout(deps, { businessId, invoiceId, method: 'card', consent })
    const sessionId = url?.split('/').at(-1) ?? ''
    await play.step()
    if (cards.sessionOf(sessionId).facts.state === 'open') cards.pay(sessionId)
  }

  async function stop(by: 'client' | 'owner'): Promise<void> {
    const confirm = await watch.beginStop()
    if (by === 'client') await stopAutopay(deps, { businessId, invoiceId: first!.id })
    else await stopSeriesAutopay(deps, identity, owner.series.id)
    await confirm()
  }

  const record = (invoiceId: string) =>
    recordPayment(deps, identity, invoiceId, {
      method: 'cash',
      amountMinor: 12_000,
      receivedOn: deps.now().toISOString().slice(0, 10),
      note: '',
      sendReceipt: false,
      requestId: randomUUID(),
    })

  /** The owner adds something to an invoice after it was sent. */
  const raise = (invoiceId: string) =>
    owner.tenant('update invoices set total_minor = 15000, subtotal_minor = 15000 where id = $1', invoiceId)

  /** What a day brings: the sweeps of two processes, and whatever else happens at that moment. */
  async function playDay(day: string, hour: number): Promise<void> {
    world.setClock(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
    // Like the real provider, it remembers what it was asked for a day.
    const moment = deps.now().getTime()
    if (moment - lastMoment >= 86_400_000) cards.forgetReferences()
    lastMoment = moment
    await makeDueInvoices(app.deps)
    await watch.beginDay()
    cards.declines = chance(0.2) ? 'Your card was declined.' : null
    cards.failure = failureOf(random())
    cards.losesAnswerTo = chance(0.2) ? 'charge' : null
    sweep()
    if (chance(0.5)) sweep()
    const open = (await owner.invoices()).filter(({ status }) => status === 'pending')
    const target = open[Math.floor(random() * open.length)]?.id
    const hasCard = (await owner.cards()).some(({ endedAt }) => !endedAt)
    const agrees = chance(hasCard ? 0.3 : 0.9)
    if (target && chance(hasCard ? 0.05 : 0.7)) play.spawn(quietly(() => payOnPage(target, agrees)))
    if (target && chance(0.04)) play.spawn(quietly(() => record(target)))
    if (target && chance(0.05)) await raise(target)
    if (hasCard && chance(0.06)) play.spawn(quietly(() => stop(chance(0.5) ? 'client' : 'owner')))
    for (const event of eventsOf()
      .slice(-6)
      .filter(() => chance(0.5)))
      play.spawn(quietly(() => deliver(event)))
    await play.run()
    for (const job of await takeClosing(app)) play.spawn(quietly(() => runCloseCheckout(deps, job)))
    await play.run()
    await watch.endDay(day)
  }

  try {
    for (let month = 0; month < months; month += 1) {
      const issued = monthAfter('2026-12-15', month)
      for (const [ahead, hour] of days) {
        await playDay(addDays(issued, ahead), hour + Math.floor(random() * 6))
        // The next invoice has been mailed by then, without naming a card.
        if (month === 0 && ahead === 0 && agreesLate) await agree()
      }
    }
    crashChance = 0
    Object.assign(cards, { declines: null, failure: null, losesAnswerTo: null })
    const end = monthAfter('2026-12-15', months)
    // So late that every page has expired, nothing is repeated any more, and everything that is not known is looked up.
    for (const { id, facts } of cards.sessions.values()) {
      if (facts.state === 'open' && !id.startsWith('pi_')) cards.set(id, { state: 'expired', declined: null })
    }
    for (const ahead of [12, 14]) {
      world.setClock(`${addDays(end, ahead)}T12:00:00Z`)
      cards.forgetReferences()
      await watch.beginDay()
      for (const event of eventsOf()) play.spawn(quietly(() => deliver(event)))
      await play.run()
      await chargeDue({ ...app.deps, cards: cards.provider })
      await reconcile({ ...app.deps, cards: cards.provider })
      await watch.endDay(addDays(end, ahead))
    }
    for (const failure of play.failures) console.log(failure)
    return [
      ...play.failures.map((failure) => `failed: ${String(failure)}`),
      ...watch.problems,
      ...(await findAutopayProblems({ owner, cards, known })),
    ]
  } finally {
    await play.close()
  }
}

/** Mostly none. Otherwise the provider does not answer, or refuses the keys of the account. */
function failureOf(drawn: number): FakeCards['failure'] {
  if (drawn < 0.12) return { kind: 'unreachable' }
  return drawn < 0.18 ? { kind: 'refused', signs: { isWrongKey: true } } : null
}

/** The same day of the month, so many months later. */
function monthAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10)
}

async function takeClosing(app: AutopayWorld['app']) {
  const { rows } = await app.database.platform.query<{ data: { businessId: string; checkoutId: string } }>(
    `delete from pgboss.job where name = 'close-checkout' and state = 'created' returning data`,
  )
  return rows.map(({ data }) => data)
}
