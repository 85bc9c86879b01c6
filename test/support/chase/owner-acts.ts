import type { Plan } from '../../../src/features/billing/rules.ts'
import { updateProfile } from '../../../src/features/business/update-profile.ts'
import { withAuth } from '../../../src/platform/db/transaction.ts'
import { type ChaseContext, ownerOf } from './context.ts'
import { type ModelBusiness, stepMoment } from './model.ts'
import { type ChaseBusiness, zones } from './world.ts'

/** Sets the plan, as billing does when a subscription starts or ends. */
export async function setPlan({ database }: ChaseContext, { id }: ModelBusiness, plan: Plan): Promise<void> {
  await database.platform.query('update businesses set plan = $2 where id = $1', [id, plan])
}

export async function changePlan(context: ChaseContext, business: ChaseBusiness): Promise<void> {
  // If two series of a free plan reached its limit at the same moment, the result would be random.
  if (!business.isFree && business.series.length > 1) return
  business.isFree = !business.isFree
  await setPlan(context, business, business.isFree ? 'free' : 'pro')
  context.count('plans changed')
}

export async function confirmOwner(context: ChaseContext, business: ChaseBusiness): Promise<void> {
  if (business.isConfirmed) return
  await withAuth(context.database, ({ client }) =>
    client.query('update businesses set owner_verified = true where id = $1', [business.id]),
  )
  business.isConfirmed = true
  context.count('owners confirmed')
}

/** Moves the same days to other moments. Nothing is lost: what is now in the past is due immediately. */
export function replan({ clock, model }: ChaseContext, business: ChaseBusiness): void {
  const { zone, hour, invoices } = business
  business.hours.push({ from: clock.now, zone, hour })
  for (const invoice of invoices) {
    if (invoice.isPaid || !invoice.isWanted) continue
    invoice.notBefore = 0
    if (invoice.planned !== null)
      invoice.since = Math.min(invoice.since, stepMoment(invoice, invoice.planned) - 1)
  }
  model.changedAll(business)
}

export async function moveToZone(context: ChaseContext, business: ChaseBusiness): Promise<void> {
  const timeZone = context.draws.pick(zones)
  if (timeZone === business.zone) return
  await updateProfile(context.database, ownerOf(business), {
    name: 'Test Owner',
    businessName: 'Test Business',
    businessEmail: 'billing@business.example',
    phone: '',
    address: '',
    contactName: '',
    timeZone,
  })
  business.zone = timeZone
  replan(context, business)
  context.count('zones changed')
}
