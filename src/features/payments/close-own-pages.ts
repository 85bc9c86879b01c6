import { and, desc, eq, inArray } from 'drizzle-orm'
import { checkouts } from '../../platform/db/tables/payments.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { runningStates } from './checkout-queries.ts'
import { closeVisit } from './close-checkout.ts'
import { openOwnAccount } from './payment-accounts.ts'
import type { PaymentDeps } from './payment-deps.ts'
import type { ProviderMethod } from './rules.ts'

interface Own {
  businessId: string
  provider: ProviderMethod
}

const atMost = 50
const atOnce = 5
const deadlineMs = 8000

/**
 * Closes the pages of a business's own account while its keys are still there: afterwards nobody could, and what is paid
 * on them would go unseen. Its owner waits for this, so it ends in time and never fails. What is left open is then dealt
 * with like any page of an account that is gone.
 */
export async function closeOwnPages(
  deps: PaymentDeps,
  own: Own,
  { milliseconds = deadlineMs }: { milliseconds?: number } = {},
): Promise<void> {
  const late = Promise.withResolvers<'late'>()
  const ending = new AbortController()
  const timer = setTimeout(() => {
    ending.abort()
    late.resolve('late')
  }, milliseconds)
  try {
    const end = await Promise.race([closeAll(deps, own, ending.signal), late.promise])
    if (end === 'late') deps.log.warn(own, 'some payment pages could not be closed in time')
  } finally {
    clearTimeout(timer)
  }
}

/** Those under way when the time is over come to their end by themselves; none is begun any more. */
async function closeAll(deps: PaymentDeps, own: Own, signal: AbortSignal): Promise<void> {
  try {
    const { businessId } = own
    const ids = await listRunning(deps, own)
    if (ids.length === 0) return
    const access = { reason: 'To close payment pages before the keys change', userId: null }
    const { account } = await openOwnAccount(deps, own, access)
    const rest = ids.values()
    const runner = async () => {
      for (const checkoutId of rest) {
        if (signal.aborted) return
        await closeVisit(
          deps,
          { businessId, checkoutId },
          async () => account,
          async (error) => deps.log.warn({ err: error, checkoutId }, 'a payment page could not be closed'),
        )
      }
    }
    await Promise.all(Array.from({ length: atOnce }, runner))
  } catch (error) {
    deps.log.warn({ err: error, ...own }, 'payment pages could not be closed')
  }
}

/** The newest: somebody may be on them. */
async function listRunning({ database }: PaymentDeps, { businessId, provider }: Own): Promise<string[]> {
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
      .orderBy(desc(checkouts.createdAt))
      .limit(atMost),
  )
  return rows.map(({ id }) => id)
}
