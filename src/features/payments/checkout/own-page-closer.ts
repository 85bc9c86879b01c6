import { and, desc, eq, inArray } from 'drizzle-orm'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { ReplacedKeys } from '../../integrations/own-accounts.ts'
import { connectAccount } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { runningStates } from './checkout-queries.ts'
import { closeCheckoutSession } from './close-checkout.ts'

interface OwnAccount {
  businessId: string
  keys: ReplacedKeys
}

export interface OwnPagesWait {
  milliseconds: number
  /** True when the keys are deleted afterwards: closing continues after the owner's request. */
  isLast: boolean
}

const concurrency = 5
const lastCloseMs = 60_000
const stopMs = 5000

/**
 * Closes the open pages of an own account with keys that are about to be removed: later the pages could not
 * be closed, and payments on them would go unnoticed. Never throws. Pages that stay open are handled like any
 * page of an account that was removed.
 */
export function createOwnPageCloser() {
  const underWay = new Set<Promise<void>>()
  let isStopping = false

  async function close(
    deps: PaymentDeps,
    own: OwnAccount,
    { milliseconds, isLast }: OwnPagesWait,
  ): Promise<void> {
    const end = performance.now() + (isLast ? lastCloseMs : milliseconds)
    const isTimeUp = () => isStopping || performance.now() >= end
    const closing: Promise<void> = closeAll(deps, own, { isLast, isTimeUp }).finally(() =>
      underWay.delete(closing),
    )
    underWay.add(closing)
    await waitAtMost(milliseconds, closing)
  }

  /** Waits for closing in the background, for a limited time, and then starts none. */
  async function stop({ milliseconds = stopMs } = {}): Promise<void> {
    await waitAtMost(milliseconds, Promise.all(underWay))
    isStopping = true
  }

  return { close, stop }
}

async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, milliseconds)
  await Promise.race([work, timeout.promise])
  clearTimeout(timer)
}

/** Closes all pages. When the time is over, requests in progress finish and no further ones start. */
async function closeAll(
  deps: PaymentDeps,
  { businessId, keys }: OwnAccount,
  { isLast, isTimeUp }: { isLast: boolean; isTimeUp: () => boolean },
): Promise<void> {
  const { provider } = keys
  try {
    const left = await listRunning(deps, businessId, provider)
    if (left.length === 0) return
    const account = connectAccount(deps, keys)
    const runner = async () => {
      while (left.length > 0 && !isTimeUp()) {
        const checkoutId = left.shift() ?? ''
        await closeCheckoutSession(deps, { businessId, checkoutId }, async () => account).catch(
          (error: unknown) => deps.log.warn({ err: error, checkoutId }, 'a payment page could not be closed'),
        )
      }
    }
    await Promise.all(Array.from({ length: concurrency }, runner))
    if (isLast && left.length > 0) {
      deps.log.warn({ businessId, provider, left }, 'some payment pages could not be closed in time')
    }
  } catch (error) {
    deps.log.warn({ err: error, businessId, provider }, 'payment pages could not be closed')
  }
}

/** Newest first, because a client is most likely on those. Without the keys no new ones are made. */
async function listRunning(
  { database }: PaymentDeps,
  businessId: string,
  provider: ReplacedKeys['provider'],
): Promise<string[]> {
  const rows = await withTenant(database, businessId, ({ db }) =>
    db
      .select({ id: checkouts.id })
      .from(checkouts)
      .where(
        and(
          eq(checkouts.isOwn, true),
          eq(checkouts.provider, provider),
          inArray(checkouts.state, runningStates),
          // One of each page.
          eq(checkouts.position, 0),
        ),
      )
      .orderBy(desc(checkouts.createdAt)),
  )
  return rows.map(({ id }) => id)
}
