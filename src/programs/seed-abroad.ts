import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { createAccount } from '../features/auth/queries.ts'
import { storeCreditNote } from '../features/credit-notes/create-credit-note.ts'
import { createExpense } from '../features/expenses/create-expense.ts'
import type { ExpenseCategory } from '../features/expenses/rules.ts'
import { drawNumber } from '../features/invoices/numbers/draw-number.ts'
import type { Database } from '../platform/db/connect.ts'
import { businesses } from '../platform/db/tables/business.ts'
import { clients } from '../platform/db/tables/clients.ts'
import { numbering } from '../platform/db/tables/numbers.ts'
import { exchangeRates } from '../platform/db/tables/rates.ts'
import { taxRates } from '../platform/db/tables/taxes.ts'
import { type Transaction, withAuth, withTenant } from '../platform/db/transaction.ts'
import { addDays, dateIn } from '../shared/dates.ts'
import { productDomain } from '../shared/product.ts'
import { type Demo, type DemoClient, addInvoice } from './add-invoice.ts'

interface ForeignDemo {
  email: string
  business: typeof businesses.$inferInsert
  /** What one unit of another currency is worth at home: a year ago, and by how much it has changed each month. */
  rates: Record<string, [worth: number, change: number]>
  clients: (Omit<DemoClient, 'id' | 'email'> & {
    currency: string
    every: number
    work: string
    rateMinor: number
  })[]
  expenses: {
    category: ExpenseCategory
    notes: string
    currency: string
    amountMinor: number
    every: number
  }[]
  tax: { name: string; rate: number }
  /** A part of the newest invoice of a client that is credited, in thousandths. */
  credit?: { client: string; quantity: number; reason: string }
}

/** Businesses whose home currency is not the US dollar, each with clients at home and abroad. */
const foreignDemos: ForeignDemo[] = [
  {
    email: `demo-eur@${productDomain}`,
    business: {
      name: 'Ateliê da Ribeira',
      timeZone: 'Europe/Lisbon',
      currency: 'EUR',
      locale: 'pt-PT',
      country: 'PT',
      taxId: 'PT123456789',
      email: 'ola@atelie-da-ribeira.example',
      phone: '+351 21 000 0000',
      address: 'Rua da Ribeira 3\n1100-000 Lisboa',
      contactName: 'Contas',
    },
    rates: { USD: [0.915, 0.0021], GBP: [1.152, -0.0013] },
    clients: [
      {
        name: 'Casa Verde',
        address: 'Largo do Moinho 12\n4050-000 Porto',
        country: 'PT',
        currency: 'EUR',
        terms: 'net_30',
        paysAfter: -3,
        every: 32,
        work: 'Identidade visual',
        rateMinor: 123_456,
      },
      {
        name: 'Harbour Street Bakery',
        address: '12 Harbour Street\nPortland, ME 04101',
        country: 'US',
        currency: 'USD',
        terms: 'net_30',
        paysAfter: 12,
        every: 50,
        work: 'Menu design',
        rateMinor: 98_000,
      },
      {
        name: 'Old Mill Books',
        address: '4 River Lane\nBath BA1 1AA',
        country: 'GB',
        currency: 'GBP',
        terms: 'net_15',
        paysAfter: 5,
        every: 64,
        work: 'Cover illustration',
        rateMinor: 64_500,
      },
    ],
    expenses: [
      { category: 'Rent', notes: 'Renda do ateliê', currency: 'EUR', amountMinor: 65_000, every: 30 },
      { category: 'Software', notes: 'Design software', currency: 'USD', amountMinor: 5999, every: 30 },
    ],
    tax: { name: 'IVA', rate: 23_000 },
    credit: { client: 'Casa Verde', quantity: 500, reason: 'Half a day less was needed.' },
  },
  {
    email: `demo-jpy@${productDomain}`,
    business: {
      name: 'Suisha Design',
      timeZone: 'Asia/Tokyo',
      currency: 'JPY',
      locale: 'ja-JP',
      country: 'JP',
      email: 'hello@suisha-design.example',
      phone: '+81 6-0000-0000',
      address: '1-2-3 Kitahama\nChuo-ku, Osaka 541-0041',
      contactName: 'Accounts',
    },
    rates: { USD: [149.2, 0.35], EUR: [161.8, 0.5] },
    clients: [
      {
        name: 'Kawabe Tea',
        address: '4-5-6 Nakanoshima\nKita-ku, Osaka 530-0005',
        country: 'JP',
        currency: 'JPY',
        terms: 'net_30',
        paysAfter: 0,
        every: 31,
        work: 'Package design',
        rateMinor: 180_000,
      },
      {
        name: 'Lakeside Yoga',
        address: '27 Shore Drive\nBurlington, VT 05408',
        country: 'US',
        currency: 'USD',
        terms: 'net_15',
        paysAfter: 7,
        every: 55,
        work: 'Class schedule',
        rateMinor: 75_000,
      },
    ],
    expenses: [
      { category: 'Rent', notes: 'Studio rent', currency: 'JPY', amountMinor: 98_000, every: 30 },
      { category: 'Software', notes: 'Web hosting', currency: 'EUR', amountMinor: 2490, every: 30 },
    ],
    tax: { name: 'Consumption tax', rate: 10_000 },
  },
]

const numbers = { prefix: 'INV-', withYear: true, padding: 4, scope: 'business' } as const

export const foreignSignIns = foreignDemos.map(({ email }) => email)

/** Creates the demo businesses abroad, each with a year of invoices, payments and expenses. */
export async function seedAbroad(database: Database, passwordHash: string, now = new Date()): Promise<void> {
  for (const demo of foreignDemos) await seedOne(database, demo, passwordHash, now)
}

async function seedOne(
  database: Database,
  facts: ForeignDemo,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const { email, business } = facts
  const { name, timeZone, currency = 'USD', locale = 'en-US' } = business
  const { businessId, userId } = await withAuth(database, (tx) =>
    createAccount(tx, {
      name: 'Demo Owner',
      email,
      passwordHash,
      businessName: name,
      timeZone,
      emailVerified: true,
    }),
  )
  const today = dateIn(timeZone, now)
  const { phone = '', address = '', contactName = '', country = '', taxId = '' } = business
  const shown = { name, email: business.email ?? email, phone, address, contactName, country, taxId }
  const demo: Demo = { businessId, userId, business: shown, currency, locale, now, today }
  await withTenant(database, businessId, async (tx) => {
    await tx.db.update(businesses).set(business).where(eq(businesses.id, businessId))
    await addRates(tx, demo, facts)
    await tx.db.insert(numbering).values({ businessId, style: 'sequence', ...numbers })
    await tx.db.insert(taxRates).values({ businessId, ...facts.tax })
    const newest = await addInvoices(tx, demo, facts)
    if (!facts.credit) return
    const { client, quantity, reason } = facts.credit
    const credit = { kind: 'lines' as const, lines: [{ line: 0, quantity }], fees: [] }
    const input = { requestId: randomUUID(), credit, reason, send: false }
    const invoiceId = newest.get(client) ?? ''
    await storeCreditNote(tx, now, { businessId, userId, business: { timeZone } }, { invoiceId, input })
  })
  const owner = { businessId, userId, business: { currency } }
  const deps = {
    database,
    now: () => now,
    matchReceipts: async () => undefined,
    matchTransactions: async () => undefined,
  }
  for (const { every, ...expense } of facts.expenses) {
    for (let days = 3; days < 360; days += every) {
      const date = addDays(today, -days)
      const input = { ...expense, date, repeat: null, requestId: randomUUID() }
      await createExpense(deps, owner, input)
    }
  }
}

/** Rates come first: what is in another currency takes the rate of its day when it is stored. */
async function addRates({ db }: Transaction, { businessId, userId, today }: Demo, { rates }: ForeignDemo) {
  for (const [currency, [worth, change]] of Object.entries(rates)) {
    const months = Array.from({ length: 13 }, (_, month) => ({
      businessId,
      currency,
      day: addDays(today, -30 * (12 - month)),
      rate: (worth + change * month).toFixed(4),
      createdBy: userId,
    }))
    await db.insert(exchangeRates).values(months)
  }
}

/** Adds the invoices in the order of their dates, as they get their numbers. Returns the newest of each client. */
async function addInvoices(
  tx: Transaction,
  demo: Demo,
  { clients: all, tax }: ForeignDemo,
): Promise<Map<string, string>> {
  const { businessId } = demo
  const planned: { issueDate: string; add: () => Promise<void> }[] = []
  const newest = new Map<string, string>()
  for (const { currency, every, work, rateMinor, ...facts } of all) {
    const email = `accounts@${facts.name.toLowerCase().replaceAll(/\W+/g, '-')}.example`
    const client = { ...facts, id: randomUUID(), email }
    await tx.db.insert(clients).values({
      businessId,
      id: client.id,
      createdBy: demo.userId,
      companyName: client.name,
      email,
      address: client.address,
      country: client.country,
      currency: currency === demo.currency ? null : currency,
    })
    const count = Math.floor(340 / every) + 1
    for (let occurrence = 0; occurrence < count; occurrence++) {
      // The last one is ten days old and still open.
      const issueDate = addDays(demo.today, -10 - every * (count - 1 - occurrence))
      const lines = [{ description: work, quantity: 1000 + (occurrence % 3) * 500, rateMinor }]
      // Clients abroad pay no tax of this country.
      const taxes = currency === demo.currency ? [tax] : []
      const charge = { kind: 'lines' as const, taxIncluded: false, lines, discount: null, taxes, fees: [] }
      const add = async () => {
        const drawn = await drawNumber(tx, 'invoice', { businessId, clientId: client.id, issueDate }, numbers)
        const invoice = { issueDate, occurrence, charge, drawn }
        newest.set(client.name, await addInvoice(tx.db, { ...demo, currency }, client, invoice))
      }
      planned.push({ issueDate, add })
    }
  }
  for (const { add } of planned.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate))) await add()
  return newest
}
