import { randomUUID } from 'node:crypto'
import type { CheckoutFacts } from '../../../platform/cards/card-provider.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { currencyName } from '../../../shared/currencies.ts'
import { AppError } from '../../../shared/errors.ts'
import { toDocument } from '../../invoices/invoice-view.ts'
import { type InvoiceKey, getInvoiceWithBusiness, lockInvoice } from '../../invoices/queries.ts'
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
import type { ProviderMethod } from '../rules.ts'
import { assertOffersAutopay } from '../saved-cards/autopay-offer.ts'
import { type WholeOrDue, amountToPay } from './amount-to-pay.ts'
import { abandonCheckout, applyCheckout } from './apply-checkout.ts'
import { chargeProblem } from './charge-problem.ts'
import { type Checkout, findRunningCheckout } from './checkout-queries.ts'
import { canRetryRequest, checkoutRequest } from './checkout-request.ts'
import { fetchCheckoutSession, openSession } from './checkout-session.ts'
import { assertNotCancelled, assertStays, assertUndisputed } from './payment-conditions.ts'

type PageUrl = { url: string | null }

interface CheckoutOptions extends InvoiceKey, WholeOrDue {
  method: ProviderMethod
  /** The client agrees to save the card for the invoices of the series. */
  consent?: Checkout['consent'] | undefined
}

/** Each attempt returns a page or closes one that no longer fits. Only concurrent changes need more. */
const maxAttempts = 5

/** Returns the provider's page on which the client pays the amount due: the open one, or a new one. */
export async function startCheckout(deps: PaymentDeps, options: CheckoutOptions): Promise<PageUrl> {
  return askingProvider(async () => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { checkout, fits } = await withTenant(deps.database, options.businessId, (tx) =>
        findOrAddCheckout(tx, deps, options),
      )
      const page = await (fits ? findPage(deps, checkout) : closePage(deps, checkout))
      if (page) return page
    }
    throw cardFailure(new Error('the checkout was over each time before it began'))
  })
}

async function findOrAddCheckout(tx: Transaction, deps: PaymentDeps, options: CheckoutOptions) {
  const { businessId, invoiceId, method: provider, consent = null } = options
  await assertStays(tx, deps, businessId)
  await lockInvoice(tx, invoiceId)
  const found = await getInvoiceWithBusiness(tx, businessId, invoiceId)
  const { invoice, business } = found
  const document = toDocument(deps, found)
  const { status, earlyPayment } = document
  const amountMinor = amountToPay(document, invoice, options)
  if (status === 'paid') throw new AppError('INVOICE_PAID', 'This invoice is already paid.')
  assertNotCancelled(invoice)
  assertUndisputed(invoice)
  if (amountMinor <= 0) throw new AppError('NOTHING_TO_PAY', 'There is nothing to pay on this invoice.')
  const how = provider === 'card' ? 'by card' : 'with PayPal'
  const { currency } = invoice
  const problem = chargeProblem(provider, { minor: amountMinor, currency })
  if (problem) {
    const what = problem === 'currency' ? `Invoices in ${currencyName(currency)}` : 'This amount'
    throw new AppError('NOTHING_TO_PAY', `${what} can’t be paid ${how}.`)
  }
  if (consent) await assertOffersAutopay(tx, invoice, provider)
  const { [provider]: account, tests } = await waysToPay(tx, deps)
  const running = await findRunningCheckout(tx, invoiceId)
  if (running?.isAutomatic) throw underWay()
  // A test page is closed once tests are off, even if the invoice cannot be paid any other way.
  if (running?.isTest && !tests) return { checkout: running, fits: false }
  if (!account) throw new AppError('NOT_CONFIGURED', `This invoice can’t be paid ${how}.`)
  const terms = {
    currency,
    amountMinor,
    creditedMinor: earlyPayment?.discountMinor ?? 0,
    provider,
    isOwn: account.isOwn,
    isTest: !account.isLive,
  }
  if (running) {
    const hasSameConsent = (running.consent === null) === (consent === null)
    return { checkout: running, fits: hasSameConsent && hasSameTerms(running, terms) }
  }
  const id = randomUUID()
  const now = deps.now()
  const request = checkoutRequest({
    provider,
    checkoutId: id,
    businessId,
    invoice,
    currency,
    amountMinor,
    offerEnds: earlyPayment?.until ?? null,
    timeZone: business.timeZone,
    now,
    appUrl: deps.appUrl,
    savesCard: consent !== null,
  })
  const [checkout] = await tx.db
    .insert(checkouts)
    .values({
      ...terms,
      businessId,
      id,
      invoiceId,
      invoiceNumber: invoice.number,
      request,
      consent,
      expiresAt: new Date(request.expiresAt * 1000),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!checkout) throw new Error('no row came back for the new checkout')
  return { checkout, fits: true }
}

const termKeys = ['currency', 'amountMinor', 'creditedMinor', 'provider', 'isOwn', 'isTest'] as const

type CheckoutTerms = Pick<Checkout, (typeof termKeys)[number]>

function hasSameTerms(running: CheckoutTerms, terms: CheckoutTerms): boolean {
  return termKeys.every((key) => running[key] === terms[key])
}

async function findPage(deps: PaymentDeps, checkout: Checkout): Promise<PageUrl | null> {
  const { sessionId } = checkout
  if (sessionId === null) {
    if (canRetryRequest(checkout.request, deps.now())) return openSession(deps, checkout)
    await abandonCheckout(deps, checkout)
    return null
  }
  const facts = await orAbandon(isUnknownThere, deps, checkout, async () => {
    const account = await openAccount(deps, checkout, 'To open a payment page')
    return fetchCheckoutSession(account, { ...checkout, sessionId }, { isDue: true, now: deps.now() })
  })
  // The status is unknown. One page takes at most one payment, so it is safe to return the same page.
  const isSamePage = facts?.state === 'open' || (facts?.state === 'unknown' && checkout.url !== null)
  if (isSamePage) return { url: checkout.url }
  return facts && applyFacts(deps, checkout, sessionId, facts)
}

/** Closes the page of a checkout whose amount or payment method no longer fits. */
async function closePage(deps: PaymentDeps, checkout: Checkout): Promise<null> {
  const { sessionId } = checkout
  if (sessionId === null) {
    // A concurrent request that is opening this page finds the checkout expired and closes the page.
    await abandonCheckout(deps, checkout)
    return null
  }
  const isUnreachable = (error: unknown) => isOutOfReach(error, checkout)
  const facts = await orAbandon(isUnreachable, deps, checkout, async () => {
    const account = await openAccount(deps, checkout, 'To close a payment page')
    return account.checkouts.expire(sessionId)
  })
  if (facts?.state === 'open') throw stillOpen()
  return facts && applyFacts(deps, checkout, sessionId, facts)
}

async function applyFacts(
  deps: PaymentDeps,
  checkout: Checkout,
  sessionId: string,
  facts: CheckoutFacts,
): Promise<null> {
  const { businessId, id: checkoutId } = checkout
  const state = await applyCheckout(deps, { businessId, checkoutId, sessionId }, facts)
  // The status is unknown and a payment may be in progress, so no second page is opened.
  if (state === 'processing' || facts.state === 'unknown') {
    throw underWay()
  }
  return null
}

function underWay(): AppError {
  return new AppError('PAYMENT_UNDER_WAY', 'A payment for this invoice is on its way.')
}

/** Abandons a checkout that is out of reach, such as a sandbox session after the switch to real cards. */
async function orAbandon(
  canAbandon: (error: unknown) => boolean,
  deps: PaymentDeps,
  checkout: Checkout,
  fetchFacts: () => Promise<CheckoutFacts>,
): Promise<CheckoutFacts | null> {
  try {
    return await fetchFacts()
  } catch (error) {
    if (!canAbandon(error) || checkout.state !== 'open') throw error
    deps.log.warn({ err: error, checkoutId: checkout.id }, 'a payment page could not be reached')
    await abandonCheckout(deps, checkout)
    return null
  }
}
