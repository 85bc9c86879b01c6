import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { BodyOf, ResponseOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { insertExpense } from '../../expenses/create-expense.ts'
import {
  type ExpenseRow,
  assertWithinLimit,
  businessReclaimsTax,
  findExpenseByRequest,
  toExpense,
} from '../../expenses/queries.ts'
import { knownTaxes } from '../../expenses/tax-rules.ts'
import { holdClosedThrough } from '../../periods/assert-open-period.ts'
import { listTaxRates } from '../../taxes/tax-rates.ts'
import type * as contract from '../contract.ts'
import { type ReceiptRow, assertPlanHasReceipts, getReceiptView, lockReceipt } from '../queries.ts'
import { fileUnder } from './attach-receipt.ts'

type NewExpense = BodyOf<typeof contract.createExpenseOfReceipt>
type Owner = Pick<Identity, 'businessId' | 'userId' | 'business'>

/**
 * Adds an expense and files the receipt under it. Fields that were not read are those of the expense. Unless the request says
 * otherwise, the expense has the tax that was read.
 */
export async function addExpenseOf(
  tx: Transaction,
  deps: Deps<'now'>,
  owner: Owner,
  row: ReceiptRow,
  input: NewExpense & { closedThrough: string | null },
): Promise<ExpenseRow> {
  const { currency = owner.business.currency, amountMinor } = input
  const taxMinor = row.currency === currency ? row.taxMinor : null
  const taxes =
    input.taxes ??
    ((await businessReclaimsTax(tx)) ? knownTaxes(amountMinor, taxMinor, await listTaxRates(tx)) : [])
  const expense = await insertExpense(tx, deps, owner, { ...input, taxes, repeat: null })
  if (!expense) throw new Error('no row came back for the new expense')
  const now = deps.now()
  await fileUnder(
    tx,
    row,
    { kind: 'expense', id: expense.id },
    {
      date: row.date ?? expense.date,
      // An amount says nothing without its currency.
      ...(row.totalMinor === null || row.currency === null
        ? { currency: expense.currency, totalMinor: expense.amountMinor }
        : {}),
      checkedAt: row.checkedAt ?? now,
      version: row.version + 1,
      updatedAt: now,
    },
  )
  return expense
}

/** Records the expense of a receipt. A repeated request returns the same expense. */
export async function createExpenseOfReceipt(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  id: string,
  input: NewExpense,
): Promise<ResponseOf<typeof contract.createExpenseOfReceipt>> {
  const { businessId, business } = identity
  assertWithinLimit({ minor: input.amountMinor, currency: input.currency ?? business.currency })
  return withTenant(deps.database, businessId, async (tx) => {
    const [closedThrough] = await Promise.all([holdClosedThrough(tx, businessId), assertPlanHasReceipts(tx)])
    // Also makes the same request wait that arrives at once.
    const row = await lockReceipt(tx, businessId, id)
    const made = await findExpenseByRequest(tx, businessId, input.requestId)
    if (made ? made.id !== row.expenseId : row.expenseId !== null) throw alreadyFiled()
    const expense = made ?? (await addExpenseOf(tx, deps, identity, row, { ...input, closedThrough }))
    return { expense: toExpense(expense), receipt: await getReceiptView(tx, businessId, id) }
  }).catch((error: unknown) => {
    // The same request for another receipt came at once.
    throw isUniqueViolation(error, 'expenses_request') ? alreadyFiled() : error
  })
}

function alreadyFiled(): AppError {
  return new AppError('CHANGED_ELSEWHERE', 'This receipt is already filed under an expense.')
}
