import { queryTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../shared/errors.ts'
import type { Subscription } from './contract.ts'
import { arePlansForSale } from './plans-for-sale.ts'
import type { BillingInterval, Plan } from './rules.ts'

interface Row {
  plan: Plan
  customer_id: string | null
  own_plan: Plan | null
  billing_interval: BillingInterval | null
  status: NonNullable<Subscription['subscription']>['status'] | 'none' | null
  current_period_end: Date | null
  cancel_at_period_end: boolean | null
  ended_at: Date | null
  trial_used_at: Date | null
}

export async function getSubscription(
  deps: Deps<'database' | 'appUrl' | 'cards'>,
  businessId: string,
): Promise<Subscription> {
  const [row] = await queryTenant<Row>(deps.database, businessId, {
    name: 'get-subscription',
    text: `select b.plan, s.customer_id, s.plan as own_plan, s.billing_interval, s.status, s.current_period_end,
             s.cancel_at_period_end, s.ended_at, s.trial_used_at
           from businesses b left join subscriptions s on s.business_id = b.id where b.id = $1`,
    values: [businessId],
  })
  if (!row) throw new AppError('NOT_FOUND', 'This business no longer exists.')
  return {
    plan: row.plan,
    subscription: subscriptionOf(row),
    trialAvailable: row.trial_used_at === null,
    canManage: row.customer_id !== null && row.status !== 'none',
    isSandbox: !deps.cards.isLive,
    canBuy: arePlansForSale(deps),
  }
}

/** The subscription to show; null for one whose price is not one of ours, because its plan is unknown. */
function subscriptionOf(row: Row): Subscription['subscription'] {
  const { own_plan: plan, billing_interval: interval, status } = row
  if (!plan || plan === 'free' || !interval || !status || status === 'none') return null
  return {
    plan,
    interval,
    status,
    currentPeriodEnd: row.current_period_end?.toISOString() ?? null,
    cancelAtPeriodEnd: row.cancel_at_period_end ?? false,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}
