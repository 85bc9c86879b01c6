import { hashPassword } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { createAccount } from '../features/auth/queries.ts'
import type { Database } from '../platform/db/connect.ts'
import { businesses } from '../platform/db/tables/business.ts'
import { withAuth, withTenant } from '../platform/db/transaction.ts'
import { dateIn } from '../shared/dates.ts'
import { productDomain } from '../shared/product.ts'
import { seedExpenses } from './seed-expenses.ts'
import { seedInvoices } from './seed-invoices.ts'

export const demoSignIn = {
  email: `demo@${productDomain}`,
  password: 'demo-millrace-demo',
}

const demoBusiness = {
  name: 'Riverside Studio',
  timeZone: 'America/New_York',
  email: 'hello@riverside-studio.example',
  phone: '(207) 555-0142',
  address: '3 Mill Lane\nPortland, ME 04101',
  contactName: 'Accounts',
  currency: 'USD',
  locale: 'en-US',
}

/** Creates the demo account with a complete business and fills it with data. `invoices` is their number. */
export async function seedDemo(
  database: Database,
  now = new Date(),
): Promise<{ businessId: string; userId: string; invoices: number }> {
  const { timeZone, currency, locale, ...business } = demoBusiness
  const passwordHash = await hashPassword(demoSignIn.password)
  const { businessId, userId } = await withAuth(database, (tx) =>
    createAccount(tx, {
      name: 'Demo Owner',
      email: demoSignIn.email,
      passwordHash,
      businessName: business.name,
      timeZone,
      emailVerified: true,
    }),
  )
  const demo = { businessId, userId, today: dateIn(timeZone, now) }
  const invoices = await withTenant(database, businessId, async (tx) => {
    await tx.db.update(businesses).set(demoBusiness).where(eq(businesses.id, businessId))
    return seedInvoices(tx, { ...demo, business, currency, locale, now })
  })
  await seedExpenses(database, demo, now)
  return { businessId, userId, invoices }
}
