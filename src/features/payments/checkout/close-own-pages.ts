import { and, desc, eq, inArray } from 'drizzle-orm'
import { checkouts } from '../../../platform/db/tables/payments.ts'
import { withTenant } from '../../../platform/db/transaction.ts'
import type { TakenKeys } from '../../integrations/taken-keys.ts'
import { connectAccount } from '../accounts/payment-accounts.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { runningStates } from './checkout-queries.ts'
import { closeCheckoutSession } from './close-checkout.ts'

interface Own {
  businessId: string
  keys: TakenKeys
}

export interface OwnPagesWait {
  milliseconds: number
  /** Nobody has the keys any more after this, so it goes on when the owner does not wait any longer. */
  isLast: boolean
}

const atOnce = 5
const goesOnMs = 60_000
const stopMs = 5000

/**
 * Closes the pages of a business's own account with keys that are on their way out: afterwards nobody could, and what is
 * paid on them would go unseen. Never fails. What is left open is then dealt with like any page of an account that is gone.
 */
export function createOwnPageCloser() {
  const underWay = new Set<Promise<void>>()
  let isStopping = false

  async function close(deps: PaymentDeps, own: Own, { milliseconds, isLast }: OwnPagesWait): Promise<void> {
    const end = performance.now() + (isLast ? goesOnMs : milliseconds)
    const isOver = () => isStopping || performance.now() >= end
    const closing: Promise<void> = closeAll(deps, own, { isLast, isOver }).finally(() =>
      underWay.delete(closing),
    )
    underWay.add(closing)
    await within(milliseconds, closing)
  }

  /** Waits for what goes on by itself, for so long as somebody who stops a program does. */
  async function stop({ milliseconds = stopMs } = {}): Promise<void> {
    await within(milliseconds, Promise.all(underWay))
    isStopping = true
  }

  return { close, stop }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, milliseconds)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

/** Those under way when the time is over come to their end by themselves; none is begun any more. */
async function closeAll(
  deps: PaymentDeps,
  { businessId, keys }: Own,
  { isLast, isOver }: { isLast: boolean; isOver: () => boolean },
): Promise<void> {
  const { provider } = keys
  try {
    const left = await listRunning(deps, businessId, provider)
    if (left.length === 0) return
    const account = connectAccount(deps, keys)
    const runner = async () => {
      while (left.length > 0 && !isOver()) {
        const checkoutId = left.shift() ?? ''
        await closeCheckoutSession(deps, { businessId, checkoutId }, async () => account).catch(
          (error: unknown) => deps.log.warn({ err: error, checkoutId }, 'a payment page could not be closed'),
        )
      }
    }
    await Promise.all(Array.from({ length: atOnce }, runner))
    if (isLast && left.length > 0) {
      deps.log.warn({ businessId, provider, left }, 'some payment pages could not be closed in time')
    }
  } catch (error) {
    deps.log.warn({ err: error, businessId, provider }, 'payment pages could not be closed')
  }
}

/** The newest first: somebody may be on them. Once the keys are gone, no other is opened with them after this. */
async function listRunning(
  { database }: PaymentDeps,
  businessId: string,
  provider: TakenKeys['provider'],
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
        ),
      )
      .orderBy(desc(checkouts.createdAt)),
  )
  return rows.map(({ id }) => id)
}
