import { CardProviderError } from '../../../platform/cards/card-provider.ts'
import { notSuspended } from '../../../platform/db/not-suspended.ts'
import type { InvoiceKey } from '../../invoices/queries.ts'
import { runCloseCheckout } from '../checkout/close-checkout.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { beginCharge, noticeCharge } from './begin-charge.ts'
import { continueCharge, sendCharge } from './run-charge.ts'

const pageSize = 100

interface Due extends InvoiceKey {
  /** The timestamp as text: a Date would lose the microseconds. */
  at: string
}

/**
 * Tells clients of what will be charged, charges the saved cards whose day has come, and continues what no provider has
 * answered. Several processes may run this at once. What fails is tried again in the next run.
 */
export async function chargeDue(deps: PaymentDeps): Promise<void> {
  for (const page of await listUnanswered(deps)) {
    await orLog(deps, page.pageId, () => continueCharge(deps, page))
  }
  await forEachDue(deps, 'autopay_notice_at', (key) => noticeCharge(deps, key))
  await forEachDue(deps, 'autopay_at', (key) => chargeInvoice(deps, key))
}

/** Charges one invoice. A page that its client has open is closed first; if it was just paid there, nothing is charged. */
export async function chargeInvoice(deps: PaymentDeps, key: InvoiceKey): Promise<void> {
  let begun = await beginCharge(deps, key)
  if (begun.next === 'close') {
    const [{ businessId, id: checkoutId }] = begun.page.checkouts
    await runCloseCheckout(deps, { businessId, checkoutId })
    begun = await beginCharge(deps, key)
  }
  if (begun.next === 'charge') await sendCharge(deps, begun.page)
}

async function forEachDue(
  deps: PaymentDeps,
  column: 'autopay_at' | 'autopay_notice_at',
  work: (key: InvoiceKey) => Promise<void>,
): Promise<void> {
  const until = deps.now()
  let page: Due[]
  let last: Due | undefined
  do {
    page = await listDue(deps, column, until, last)
    for (const due of page) await orLog(deps, due.invoiceId, () => work(due))
    last = page.at(-1)
  } while (page.length === pageSize)
}

async function listDue(
  { database }: PaymentDeps,
  column: string,
  until: Date,
  after: Due | undefined,
): Promise<Due[]> {
  const { rows } = await database.platform.query<Due>({
    name: `due-${column}${after ? '-after' : ''}`,
    text: `select business_id as "businessId", id as "invoiceId", ${column}::text as at from invoices
           where ${column} <= $1 and ${notSuspended('invoices')}
             ${after ? `and (${column}, business_id, id) > ($3::timestamptz, $4::uuid, $5::uuid)` : ''}
           order by ${column}, business_id, id limit $2`,
    values: [until, pageSize, ...(after ? [after.at, after.businessId, after.invoiceId] : [])],
  })
  return rows
}

async function listUnanswered({ database }: PaymentDeps) {
  const { rows } = await database.platform.query<{ businessId: string; pageId: string }>(
    `select business_id as "businessId", page_id as "pageId" from checkouts
     where is_automatic and state = 'opening' order by created_at limit 500`,
  )
  return rows
}

async function orLog({ log }: PaymentDeps, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isExpected = error instanceof CardProviderError
    log[isExpected ? 'warn' : 'error']({ err: error, id }, 'an automatic payment could not be made')
  }
}
