import { randomUUID } from 'node:crypto'
import type { Database } from '../../../src/platform/db/connect.ts'
import { bankAccounts, bankConnections } from '../../../src/platform/db/tables/banking.ts'
import { expenses } from '../../../src/platform/db/tables/expenses.ts'
import { invoices } from '../../../src/platform/db/tables/invoices.ts'
import { disputes, payments, refunds } from '../../../src/platform/db/tables/payments.ts'
import { type Transaction, withTenant } from '../../../src/platform/db/transaction.ts'

/** A part of an invoice; the last one is the rest. */
export interface BookPart {
  amount: { kind: 'fixed'; value: number } | null
  amountMinor: number
  dueDate: string
}

export interface BookInvoice {
  id: string
  clientName: string
  currency: string
  issueDate: string
  dueDate: string
  /** By date; null for an invoice that is due at once. */
  parts: BookPart[] | null
  totalMinor: number
  receivedMinor: number
  creditedMinor: number
  waivedMinor: number
  status: 'pending' | 'paid'
}

export interface BookPayment {
  id: string
  /** Null if the payment was for a deleted invoice. */
  invoiceId: string | null
  method: 'card' | 'cash'
  currency: string
  amountMinor: number
  receivedOn: string
  undoneAt: Date | null
  /** Whether the payment moved no money. */
  isTest: boolean
}

export interface BookRefund {
  id: string
  paymentId: string
  amountMinor: number
  state: 'requested' | 'pending' | 'succeeded' | 'failed'
  createdAt: Date
}

export interface BookDispute {
  id: string
  paymentId: string
  amountMinor: number
  state: 'inquiry' | 'open' | 'won' | 'lost'
  openedAt: Date
}

export interface BookExpense {
  id: string
  currency: string
  amountMinor: number
  category: string
  date: string
  notes: string
}

export interface BookConnection {
  id: string
  institutionName: string
  state: 'connected' | 'reconnect' | 'disconnected'
  itemTakenAt: Date | null
  lastSyncedAt: Date | null
  removedAt: Date | null
}

export interface BookAccount {
  id: string
  connectionId: string
  name: string
  kind: 'cash' | 'credit' | 'loan' | 'investment' | 'other'
  currency: string
  balanceMinor: number | null
  closedAt: Date | null
}

/** A rate that the business entered. */
export interface BookRate {
  currency: string
  day: string
  rate: string
}

export const numberOf = (id: string) => id.slice(0, 8).toUpperCase()
const moments = () => ({ createdAt: new Date(), updatedAt: new Date() })

/** Writes the data of figures directly into the tables of a business, and returns it. */
export function openTables(database: Database, businessId: string) {
  const tenant = <T>(work: (tx: Transaction) => Promise<T>) => withTenant(database, businessId, work)
  const shared = { businessId, createdBy: businessId }
  return {
    tenant,

    async addInvoices(given: Partial<BookInvoice>[]): Promise<BookInvoice[]> {
      const dates = { issueDate: '2026-01-01', dueDate: '2026-11-15' }
      const rows = given.map((one): BookInvoice => {
        const defaults = { clientName: 'Test Client', ...dates, currency: 'USD', totalMinor: 10_000 }
        const unpaid = {
          parts: null,
          receivedMinor: 0,
          creditedMinor: 0,
          waivedMinor: 0,
          status: 'pending',
        } as const
        return { id: randomUUID(), ...defaults, ...unpaid, ...one }
      })
      const amounts = { discountMinor: 0, taxMinor: 0, feesMinor: 0 }
      const company = { companyName: 'Riverside Studio', companyEmail: 'billing@riverside.example' }
      const terms = { paymentTerms: 'custom', sendOption: 'do_not_send', sendReminder: false } as const
      const texts = { ...company, ...terms, locale: 'en-US', clientEmail: 'client@example.com' }
      const values = rows.map((row) => ({ ...row, number: numberOf(row.id), subtotalMinor: row.totalMinor }))
      await tenant(({ db }) =>
        db.insert(invoices).values(values.map((row) => ({ ...shared, ...amounts, ...texts, ...row }))),
      )
      return rows
    },

    async addPayments(given: Partial<BookPayment>[]): Promise<BookPayment[]> {
      const rows = given.map((one): BookPayment => {
        const defaults = {
          invoiceId: null,
          method: 'cash',
          currency: 'USD',
          amountMinor: 10_000,
          undoneAt: null,
          isTest: false,
        } as const
        return { id: randomUUID(), receivedOn: '2026-11-15', ...defaults, ...one }
      })
      const values = rows.map((row) => ({
        ...row,
        invoiceNumber: numberOf(row.invoiceId ?? row.id),
        providerPaymentId: row.method === 'card' ? `pi_${row.id}` : null,
        receivedAt: new Date(`${row.receivedOn}T12:00:00Z`),
      }))
      await tenant(({ db }) => db.insert(payments).values(values.map((row) => ({ ...shared, ...row }))))
      return rows
    },

    async addRefunds(given: (Partial<BookRefund> & { paymentId: string })[]): Promise<BookRefund[]> {
      const rows = given.map((one): BookRefund => {
        const defaults = { amountMinor: 1000, state: 'succeeded' } as const
        return { id: randomUUID(), createdAt: new Date('2026-11-15T12:00:00Z'), ...defaults, ...one }
      })
      await tenant(({ db }) => db.insert(refunds).values(rows.map((row) => ({ ...shared, ...row }))))
      return rows
    },

    async addDisputes(given: (Partial<BookDispute> & { paymentId: string })[]): Promise<BookDispute[]> {
      const rows = given.map((one): BookDispute => {
        const defaults = { amountMinor: 1000, state: 'open' } as const
        return { id: randomUUID(), openedAt: new Date('2026-11-15T12:00:00Z'), ...defaults, ...one }
      })
      const facts = { reason: 'fraudulent', url: 'https://cards.example', needsResponse: false }
      const values = rows.map((row) => ({ businessId, ...facts, providerDisputeId: `dp_${row.id}`, ...row }))
      await tenant(({ db }) => db.insert(disputes).values(values))
      return rows
    },

    async addExpenses(given: Partial<BookExpense>[]): Promise<BookExpense[]> {
      const rows = given.map((one): BookExpense => {
        const defaults = { currency: 'USD', amountMinor: 1200, category: 'Supplies', date: '2026-11-15' }
        return { id: randomUUID(), ...defaults, notes: '', ...one }
      })
      const values = rows.map((row) => ({ ...shared, ...moments(), ...row }))
      await tenant(({ db }) => db.insert(expenses).values(values))
      return rows
    },

    async addRates(given: BookRate[]): Promise<void> {
      const text = `insert into exchange_rates (business_id, currency, day, rate, created_by) values ($1, $2, $3, $4, $1)
        on conflict (business_id, currency, day) do update set rate = excluded.rate`
      await tenant(async ({ client }) => {
        for (const { currency, day, rate } of given)
          await client.query(text, [businessId, currency, day, rate])
      })
    },

    async addConnection(given: Partial<BookConnection> = {}): Promise<BookConnection> {
      const defaults = { state: 'connected', itemTakenAt: null, lastSyncedAt: null, removedAt: null } as const
      const row: BookConnection = { id: randomUUID(), institutionName: 'Test Bank', ...defaults, ...given }
      const origin = { source: 'demo', environment: 'demo', institutionId: 'ins_test' } as const
      await tenant(({ db }) =>
        db.insert(bankConnections).values({ ...shared, ...moments(), ...origin, ...row }),
      )
      return row
    },

    async addAccounts(given: (Partial<BookAccount> & { connectionId: string })[]): Promise<BookAccount[]> {
      const rows = given.map((one): BookAccount => {
        const defaults = { name: 'Checking', kind: 'cash', balanceMinor: 50_000, closedAt: null } as const
        return { id: randomUUID(), currency: 'USD', ...defaults, ...one }
      })
      const values = rows.map((row) => ({ ...row, providerId: row.id, type: 'checking', last4: '1234' }))
      await tenant(({ db }) =>
        db.insert(bankAccounts).values(values.map((row) => ({ businessId, ...moments(), ...row }))),
      )
      return rows
    },
  }
}
