import { businesses } from '../../../src/platform/db/tables/business.ts'
import { clients } from '../../../src/platform/db/tables/clients.ts'
import { reminderSettings, reminderSteps } from '../../../src/platform/db/tables/reminders.ts'
import { withAuth, withTenant } from '../../../src/platform/db/transaction.ts'
import { addInvoiceRow } from '../fixtures/invoice-rows.ts'
import { isoOf, wallClock } from './calendar.ts'
import type { ChaseContext } from './context.ts'
import type { ModelBusiness, ModelClient, ModelInvoice } from './model.ts'

/**
 * Zones with half and quarter hours, in both hemispheres, whose changes skip or repeat an hour or half an
 * hour, and zones without changes.
 */
export const zones = [
  'Europe/Zurich',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]
/** Often the default, and hours around midnight and at which clocks change. */
export const sendingHours = [9, 9, 9, 9, 0, 1, 2, 3, 6, 14, 17, 20, 23]
const recommended = [-7, 0, 1, 7, 14, 30]

export type ChaseBusiness = ModelBusiness & { clients: ModelClient[] }

export function drawSteps({ draws }: ChaseContext): number[] {
  if (draws.chance(0.4)) return recommended
  if (draws.chance(0.15)) return []
  const offsets = Array.from({ length: draws.between(1, 8) }, () => draws.between(-30, 60))
  // Where clocks go forward, consecutive days are less than 24 hours apart.
  const first = draws.between(-3, 3)
  return [...new Set(draws.chance(0.4) ? [...offsets, first, first + 1] : offsets)].toSorted((a, b) => a - b)
}

export async function addBusinesses(context: ChaseContext, howMany: number): Promise<ChaseBusiness[]> {
  const { draws, database, model, clock } = context
  const made: ChaseBusiness[] = []
  for (let n = 0; n < howMany; n++) {
    const isDefaultText = draws.chance(0.25)
    const business: ChaseBusiness = {
      id: draws.uuid(),
      zone: zones[n % zones.length]!,
      hour: isDefaultText ? 9 : draws.pick(sendingHours),
      steps: isDefaultText ? [-3] : drawSteps(context),
      isFree: draws.chance(0.35),
      isConfirmed: draws.chance(0.95),
      invoices: [],
      series: [],
      hours: [],
      clients: Array.from({ length: draws.between(2, 5) }, () => ({
        id: draws.uuid(),
        isOptedOut: false,
        switches: [],
      })),
    }
    business.hours.push({ from: clock.now, zone: business.zone, hour: business.hour })
    await insertBusiness(context, business, isDefaultText)
    made.push(business)
    model.businesses.push(business)
  }
  await database.platform.query(`update businesses set plan = 'pro' where id = any($1::uuid[])`, [
    made.filter(({ isFree }) => !isFree).map(({ id }) => id),
  ])
  return made
}

async function insertBusiness({ database }: ChaseContext, business: ChaseBusiness, isDefaultText: boolean) {
  const { id: businessId, zone: timeZone, hour: sendHour, steps, isConfirmed } = business
  await withAuth(database, ({ db }) =>
    db.insert(businesses).values({
      id: businessId,
      name: 'Test Business',
      timeZone,
      email: 'billing@business.example',
      ownerVerified: isConfirmed,
    }),
  )
  await withTenant(database, businessId, async ({ db }) => {
    await db.insert(clients).values(
      business.clients.map(({ id }) => ({
        businessId,
        id,
        createdBy: businessId,
        companyName: 'Test Client',
        email: clientEmail(id),
      })),
    )
    if (isDefaultText) return
    await db.insert(reminderSettings).values({ businessId, hasOwnSeries: true, sendHour })
    if (steps.length > 0)
      await db.insert(reminderSteps).values(steps.map((offsetDays) => ({ businessId, offsetDays })))
  })
}

export function clientEmail(id: string): string {
  return `client-${id}@example.com`
}

/** Creates an invoice manually at this moment. */
export async function addInvoice(context: ChaseContext, business: ChaseBusiness): Promise<ModelInvoice> {
  const { draws, database, model, clock } = context
  const { id: businessId, zone } = business
  const now = clock.now
  const today = wallClock(zone, now).day
  const sendOption = draws.pick(['email_now', 'email_now', 'do_not_send', 'email_later'] as const)
  const invoice: ModelInvoice = {
    id: draws.uuid(),
    business,
    client: draws.pick(business.clients),
    madeAt: now,
    dueDay: today + draws.between(-5, 70),
    totalMinor: draws.between(100, 500_000),
    isPaid: false,
    payments: [],
    isWanted: draws.chance(0.92),
    isSent: sendOption === 'email_now',
    sendOption,
    isDeleted: false,
    pausedBy: null,
    since: now,
    notBefore: 0,
    planned: null,
    mails: sendOption === 'email_now' ? [now] : [],
    steps: [],
    origin: null,
    quiet: [],
    wasEverPaid: false,
  }
  const { id, client, totalMinor } = invoice
  const moment = new Date(now)
  await addInvoiceRow(database, businessId, {
    id: id!,
    number: id!.slice(0, 8).toUpperCase(),
    createdBy: businessId,
    clientId: client.id,
    clientEmail: clientEmail(client.id),
    issueDate: isoOf(today),
    dueDate: isoOf(invoice.dueDay),
    paymentTerms: 'custom',
    subtotalMinor: totalMinor,
    totalMinor,
    sendOption,
    sendReminder: invoice.isWanted,
    sentAt: invoice.isSent ? moment : null,
    remindersSince: moment,
    createdAt: moment,
    updatedAt: moment,
  })
  business.invoices.push(invoice)
  model.changed(invoice)
  context.count('invoices made by hand')
  return invoice
}
