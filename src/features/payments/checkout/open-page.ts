import { randomUUID } from 'node:crypto'
import type { CheckoutFacts } from '../../../platform/cards/card-provider.ts'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../shared/errors.ts'
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
import { type ProviderMethod, invoicesText } from '../rules.ts'
import { assertOffersAutopay } from '../saved-cards/autopay-offer.ts'
import { abandonPage, applyCheckout } from './apply-checkout.ts'
import {
  type Checkout,
  type CheckoutPage,
  listRunningPages,
  listUnknownCharges,
  toPage,
} from './checkout-queries.ts'
import { canRetryRequest, checkoutRequest } from './checkout-request.ts'
import { fetchCheckoutSession, openSession } from './checkout-session.ts'
import {
  type InvoicesToPay,
  type PayableInvoice,
  assertChargeable,
  howToPay,
  lockPayables,
} from './payable-invoices.ts'
import { checkEnded } from './reconcile-checkout.ts'

export interface PageUrl {
  url: string | null
}

export interface PageOrder extends InvoicesToPay {
  method: ProviderMethod
  /** The client agrees to save the card for the invoices of the series of the invoice. */
  consent?: Checkout['consent'] | undefined
}

/** Each attempt returns a page or closes those that no longer fit. Only concurrent changes need more. */
const maxAttempts = 5

/** Returns the provider's page on which the client pays what is due on the invoices: the open one, or a new one. */
export async function findOrOpenPage(deps: PaymentDeps, order: PageOrder): Promise<PageUrl> {
  return askingProvider(async () => {
    await askAboutCharges(deps, order)
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { fitting, others } = await withTenant(deps.database, order.businessId, (tx) =>
        findOrAddPage(tx, deps, order),
      )
      for (const page of others) await closePage(deps, page)
      const found = fitting && (await findPage(deps, fitting))
      if (found) return found
    }
    throw cardFailure(new Error('the checkout was over each time before it began'))
  })
}

/** The saved card may have paid already. An account that can't be asked does not keep the client from paying elsewhere. */
async function askAboutCharges(
  deps: PaymentDeps,
  { businessId, invoiceIds, method }: PageOrder,
): Promise<void> {
  const charges = await withTenant(deps.database, businessId, (tx) => listUnknownCharges(tx, invoiceIds))
  for (const charge of charges) {
    try {
      await checkEnded(deps, charge)
    } catch (error) {
      if (charge.provider === method && !isOutOfReach(error, charge)) throw error
    }
  }
}

interface FoundPages {
  fitting: CheckoutPage | null
  /** Pages on which one of the invoices would be paid on other terms, or together with others. */
  others: readonly CheckoutPage[]
}

async function findOrAddPage(tx: Transaction, deps: PaymentDeps, order: PageOrder): Promise<FoundPages> {
  const { method: provider, invoiceIds, consent = null } = order
  const found = await lockPayables(tx, deps, order)
  assertChargeable(provider, found)
  if (consent) await assertOffersAutopay(tx, found.payables[0].invoice, provider)
  const { [provider]: account, tests } = await waysToPay(tx, deps)
  const running = await listRunningPages(tx, invoiceIds)
  const charge = running.find(({ isAutomatic }) => isAutomatic)
  if (charge) throw paymentUnderWay(charge)
  // A test page is closed once tests are off, even if the invoice cannot be paid any other way.
  const refused = running.filter(({ isTest }) => isTest && !tests)
  if (refused.length > 0) return { fitting: null, others: refused }
  if (!account) {
    const what = invoiceIds.length > 1 ? 'These invoices' : 'This invoice'
    throw new AppError('NOT_CONFIGURED', `${what} can’t be paid ${howToPay[provider]}.`)
  }
  const shared = { provider, isOwn: account.isOwn, isTest: !account.isLive }
  const all = found.payables.map((payable) => ({ ...shared, ...termsOf(payable) }))
  const fitting = running.find(
    (page) => (page.consent === null) === (consent === null) && hasSameTerms(page.checkouts, all),
  )
  if (fitting) return { fitting, others: [] }
  if (running.length > 0) return { fitting: null, others: running }
  const now = deps.now()
  const ids = all.map(() => randomUUID())
  // One checkout gives its id to its page.
  const pageId = all.length > 1 ? randomUUID() : ids[0]!
  const { businessId, clientId } = order
  const [first, ...others] = found.payables
  const request = checkoutRequest({
    provider,
    pageId,
    businessId,
    clientId,
    invoices: [first.invoice, ...others.map(({ invoice }) => invoice)],
    money: found.money,
    offerEnds: found.payables.flatMap(({ document }) => document.earlyPayment?.until ?? []),
    timeZone: found.business.timeZone,
    now,
    appUrl: deps.appUrl,
    savesCard: consent !== null,
  })
  const rows = await tx.db
    .insert(checkouts)
    .values(
      all.map((terms, position) => ({
        ...terms,
        businessId,
        id: ids[position],
        pageId,
        position,
        request,
        consent,
        expiresAt: new Date(request.expiresAt * 1000),
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning()
  const page = toPage(rows)
  if (!page) throw new Error('no rows came back for the new checkouts')
  return { fitting: page, others: [] }
}

const termKeys = [
  'invoiceId',
  'currency',
  'amountMinor',
  'creditedMinor',
  'provider',
  'isOwn',
  'isTest',
] as const

type CheckoutTerms = Pick<Checkout, (typeof termKeys)[number]>

function termsOf({ invoice, amountMinor, creditedMinor }: PayableInvoice) {
  const { id: invoiceId, number: invoiceNumber, currency } = invoice
  return { invoiceId, invoiceNumber, currency, amountMinor, creditedMinor }
}

/** Whether a page is for exactly these invoices, on these terms. */
function hasSameTerms(running: readonly CheckoutTerms[], wanted: readonly CheckoutTerms[]): boolean {
  return (
    running.length === wanted.length &&
    running.every((row) => wanted.some((terms) => termKeys.every((key) => row[key] === terms[key])))
  )
}

async function findPage(deps: PaymentDeps, page: CheckoutPage): Promise<PageUrl | null> {
  const { sessionId } = page
  if (sessionId === null) {
    if (canRetryRequest(page.request, deps.now())) return openSession(deps, page)
    await abandonPage(deps, page)
    return null
  }
  const facts = await orAbandon(isUnknownThere, deps, page, async () => {
    const account = await openAccount(deps, page, 'To open a payment page')
    return fetchCheckoutSession(account, { ...page, sessionId }, { isDue: true, now: deps.now() })
  })
  // The status is unknown. One page takes at most one payment, so it is safe to return the same page.
  const isSamePage = facts?.state === 'open' || (facts?.state === 'unknown' && page.url !== null)
  if (isSamePage) return { url: page.url }
  if (facts) await applyFacts(deps, page, sessionId, facts)
  return null
}

/** Closes a page whose invoices, amounts or payment method no longer fit. */
async function closePage(deps: PaymentDeps, page: CheckoutPage): Promise<void> {
  const { sessionId } = page
  if (sessionId === null) {
    // A concurrent request that is opening this page finds the checkout expired and closes the page.
    await abandonPage(deps, page)
    return
  }
  const isUnreachable = (error: unknown) => isOutOfReach(error, page)
  const facts = await orAbandon(isUnreachable, deps, page, async () => {
    const account = await openAccount(deps, page, 'To close a payment page')
    return account.checkouts.expire(sessionId)
  })
  if (facts?.state === 'open') throw stillOpen()
  if (facts) await applyFacts(deps, page, sessionId, facts)
}

async function applyFacts(
  deps: PaymentDeps,
  page: CheckoutPage,
  sessionId: string,
  facts: CheckoutFacts,
): Promise<void> {
  const { businessId, pageId } = page
  const state = await applyCheckout(deps, { businessId, pageId, sessionId }, facts)
  // The status is unknown and a payment may be in progress, so no second page is opened.
  if (state === 'processing' || facts.state === 'unknown') throw paymentUnderWay(page)
}

function paymentUnderWay({ checkouts: rows }: CheckoutPage): AppError {
  const numbers = rows.map(({ invoiceNumber }) => invoiceNumber)
  const what = numbers.length > 1 ? invoicesText(numbers) : 'this invoice'
  return new AppError('PAYMENT_UNDER_WAY', `A payment for ${what} is on its way.`)
}

/** Abandons a page that is out of reach, such as a sandbox session after the switch to real cards. */
async function orAbandon(
  canAbandon: (error: unknown) => boolean,
  deps: PaymentDeps,
  page: CheckoutPage,
  fetchFacts: () => Promise<CheckoutFacts>,
): Promise<CheckoutFacts | null> {
  try {
    return await fetchFacts()
  } catch (error) {
    if (!canAbandon(error) || page.state !== 'open') throw error
    deps.log.warn({ err: error, pageId: page.pageId }, 'a payment page could not be reached')
    await abandonPage(deps, page)
    return null
  }
}
