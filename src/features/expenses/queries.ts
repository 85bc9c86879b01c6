import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/business.ts'
import { expenses } from '../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { maxMinorOf } from '../../shared/currencies.ts'
import { AppError } from '../../shared/errors.ts'
import type { Money } from '../../shared/money.ts'
import { assertNoProblems } from '../schedules/schedule-store.ts'
import type { Expense, ExpenseTax, Mileage } from './contract.ts'
import { mileageProblems } from './mileage-rules.ts'
import { amountRange } from './rules.ts'
import { reclaimsTax, taxProblems } from './tax-rules.ts'

/** A stored expense, with the names of what it refers to. */
export type ExpenseRow = typeof expenses.$inferSelect & {
  clientName: string | null
  billedNumber: string | null
}

export const expenseColumns = {
  ...getTableColumns(expenses),
  clientName: sql<string | null>`(select c.company_name from clients c
    where c.business_id = expenses.business_id and c.id = expenses.client_id)`,
  billedNumber: sql<string | null>`(select i.number from invoices i
    where i.business_id = expenses.business_id and i.id = expenses.billed_invoice_id)`,
}

export function expenseNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This expense could not be found.')
}

export function orExpenseNotFound([row]: ExpenseRow[]): ExpenseRow {
  if (!row) throw expenseNotFound()
  return row
}

export async function getExpenseRow({ db }: Transaction, id: string): Promise<ExpenseRow> {
  return orExpenseNotFound(await db.select(expenseColumns).from(expenses).where(eq(expenses.id, id)))
}

export async function findExpenseByRequest(
  { db }: Transaction,
  businessId: string,
  requestId: string,
): Promise<ExpenseRow | undefined> {
  const [row] = await db
    .select(expenseColumns)
    .from(expenses)
    .where(and(eq(expenses.businessId, businessId), eq(expenses.requestId, requestId)))
  return row
}

/** Refuses an amount beyond the limit of its currency. */
export function assertWithinLimit({ minor, currency }: Money): void {
  if (minor > maxMinorOf(currency))
    assertNoProblems({ amountMinor: amountRange({ currency, locale: 'en-US' }) })
}

interface Entry {
  currency: string
  amountMinor: number
  taxes: readonly ExpenseTax[]
  mileage: Mileage | null
}

/** Refuses taxes and mileage that do not go with the amount. */
export function assertAmountFits(entry: Entry): void {
  const { amountMinor, taxes, mileage } = entry
  assertNoProblems({ ...taxProblems(amountMinor, taxes), ...mileageProblems(entry, mileage) })
}

export function toExpense(row: ExpenseRow): Expense {
  return {
    id: row.id,
    version: row.version,
    currency: row.currency,
    amountMinor: row.amountMinor,
    homeMinor: row.homeMinor,
    rate: row.rate,
    ratedOn: row.ratedOn,
    rateSource: row.rateSource,
    category: row.category,
    date: row.date,
    notes: row.notes,
    vendor: row.vendor,
    taxes: row.taxes,
    mileage: row.mileage,
    client: row.clientId === null ? null : { id: row.clientId, name: row.clientName ?? '' },
    billedInvoice:
      row.billedInvoiceId === null ? null : { id: row.billedInvoiceId, number: row.billedNumber ?? '' },
    seriesId: row.seriesId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Whether the business of the transaction gets the tax in its expenses back. */
export async function businessReclaimsTax({ db }: Transaction): Promise<boolean> {
  // No filter: the transaction sees one business only.
  const [business] = await db
    .select({ country: businesses.country, locale: businesses.locale })
    .from(businesses)
  return business !== undefined && reclaimsTax(business)
}
