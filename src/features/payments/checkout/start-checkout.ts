import { randomUUID } from 'node:crypto'
import type { CheckoutFacts } from '../../../platform/cards/card-provider.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
import { documentOf, getInvoiceWithBusiness } from '../../invoices/public/find-public-invoice.ts'
import { lockInvoice } from '../../invoices/queries.ts'
import {
  askingProvider,
  cardFailure,
  isOutOfReach,
  isUnknownThere,
  stillOpen,
} from '../accounts/card-failure.ts'
import { openAccount } from '../accounts/payment-accounts.ts'
import { waysToPay } from '../ledger/test-payments.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { type ProviderMethod, isChargeable } from '../rules.ts'
import { abandonCheckout } from './abandon-checkout.ts'
import { applyCheckout } from './apply-checkout.ts'
import { assertUndisputed } from './assert-undisputed.ts'
import { type Checkout, findRunningCheckout } from './checkout-queries.ts'
import { canAskAgain, checkoutRequest } from './checkout-request.ts'
import { assertStays } from './due-for-deletion.ts'
import { fetchCheckoutSession } from './fetch-checkout-session.ts'
import { openSession } from './open-session.ts'

type Page = { url: string | null }

interface Wanted {
  businessId: string
  invoiceId: string
  method: ProviderMethod
}

/** Each round ends with a page or closes a visit that does not fit any more; only a rush of changes needs more. */
const rounds = 5

/** The provider's page on which what is open now is paid: the one that is open already, or a new one. */
export async function startCheckout(deps: PaymentDeps, wanted: Wanted): Promise<Page> {
  return askingProvider(async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { checkout, fits } = await withTenant(deps.database, wanted.businessId, (tx) =>
        findOrAddCheckout(tx, deps, wanted),
      )
      const page = await (fits ? findPage(deps, checkout) : closePage(deps, checkout))
      if (page) return page
    }
    throw cardFailure(new Error('the visit was over each time before it began'))
  })
}

async function findOrAddCheckout(tx: Transaction, deps: PaymentDeps, wanted: Wanted) {
  const { businessId, invoiceId, method: provider } = wanted
  await assertStays(tx, deps, businessId)
  await lockInvoice(tx, invoiceId)
  const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
  const { invoice, business } = found
  const { status, amountDueCents: amountCents, earlyPayment } = documentOf(deps, found)
  if (status === 'paid') throw new AppError('INVOICE_PAID', 'This invoice has been paid already.')
  assertUndisputed(invoice)
  if (amountCents <= 0) throw new AppError('NOTHING_TO_PAY', 'There is nothing to pay on this invoice.')
  const how = provider === 'card' ? 'by card' : 'with PayPal'
  if (!isChargeable(provider, amountCents)) {
    throw new AppError('NOTHING_TO_PAY', `This amount cannot be paid ${how}.`)
  }
  const { [provider]: account, tests } = await waysToPay(tx, deps)
  const running = await findRunningCheckout(tx, invoiceId)
  // A test page from before tests ended is closed first, also where there is no other way to pay.
  if (running?.isTest && !tests) return { checkout: running, fits: false }
  if (!account) throw new AppError('NOT_CONFIGURED', `This invoice cannot be paid ${how}.`)
  const asked = {
    amountCents,
    creditedCents: earlyPayment?.discountCents ?? 0,
    provider,
    isOwn: account.isOwn,
    isTest: !account.isLive,
  }
  if (running) return { checkout: running, fits: isSame(running, asked) }
  const id = randomUUID()
  const now = deps.now()
  const request = checkoutRequest({
    provider,
    checkoutId: id,
    businessId,
    invoice,
    amountCents,
    offerEnds: earlyPayment?.until ?? null,
    timeZone: business.timeZone,
    now,
    appUrl: deps.appUrl,
  })
  const [checkout] = await tx.db
    .insert(checkouts)
    .values({
      ...asked,
      businessId,
      id,
      invoiceId,
      invoiceNumber: invoice.number,
      request,
      expiresAt: new Date(request.expiresAt * 1000),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!checkout) throw new Error('no row came back for the new checkout')
  return { checkout, fits: true }
}

type Asked = Pick<Checkout, 'amountCents' | 'creditedCents' | 'provider' | 'isOwn' | 'isTest'>

function isSame(running: Asked, asked: Asked): boolean {
  return (
    running.amountCents === asked.amountCents &&
    running.creditedCents === asked.creditedCents &&
    running.provider === asked.provider &&
    running.isOwn === asked.isOwn &&
    running.isTest === asked.isTest
  )
}

async function findPage(deps: PaymentDeps, checkout: Checkout): Promise<Page | null> {
  const { sessionId } = checkout
  if (sessionId === null) {
    if (canAskAgain(checkout.request, deps.now())) return openSession(deps, checkout)
    await abandonCheckout(deps, checkout)
    return null
  }
  const facts = await unless(isUnknownThere, deps, checkout, async () => {
    const account = await openAccount(deps, checkout, 'To open a payment page')
    return fetchCheckoutSession(account, { ...checkout, sessionId }, { isDue: true, now: deps.now() })
  })
  // With a status that is not known: one page takes one payment, so the same page is safe to give again.
  const isSamePage = facts?.state === 'open' || (facts?.state === 'unknown' && checkout.url !== null)
  if (isSamePage) return { url: checkout.url }
  return facts && note(deps, checkout, sessionId, facts)
}

/** Another amount is due than when the page was opened, or it is to be paid another way. */
async function closePage(deps: PaymentDeps, checkout: Checkout): Promise<null> {
  const { sessionId } = checkout
  if (sessionId === null) {
    // Whoever is just asking for it finds it over, and closes what came of it.
    await abandonCheckout(deps, checkout)
    return null
  }
  const isInNobodysWay = (error: unknown) => isOutOfReach(error, checkout)
  const facts = await unless(isInNobodysWay, deps, checkout, async () => {
    const account = await openAccount(deps, checkout, 'To close a payment page')
    return account.checkouts.expire(sessionId)
  })
  if (facts?.state === 'open') throw stillOpen()
  return facts && note(deps, checkout, sessionId, facts)
}

async function note(
  deps: PaymentDeps,
  checkout: Checkout,
  sessionId: string,
  facts: CheckoutFacts,
): Promise<null> {
  const { businessId, id: checkoutId } = checkout
  const state = await applyCheckout(deps, { businessId, checkoutId, sessionId }, facts)
  // With a status that is not known, money may be on its way too: no second page is opened beside it.
  if (state === 'processing' || facts.state === 'unknown') {
    throw new AppError('PAYMENT_UNDER_WAY', 'A payment for this invoice is on its way.')
  }
  return null
}

/** A session that nobody answers for, such as one of the sandbox once real cards are charged, is in nobody's way. */
async function unless(
  isOver: (error: unknown) => boolean,
  deps: PaymentDeps,
  checkout: Checkout,
  ask: () => Promise<CheckoutFacts>,
): Promise<CheckoutFacts | null> {
  try {
    return await ask()
  } catch (error) {
    if (!isOver(error) || checkout.state !== 'open') throw error
    deps.log.warn({ err: error, checkoutId: checkout.id }, 'a payment page is out of reach')
    await abandonCheckout(deps, checkout)
    return null
  }
}
