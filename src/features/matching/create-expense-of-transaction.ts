import { withTenant } from '../../platform/db/transaction.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { fieldError } from '../../shared/errors.ts'
import { insertExpense } from '../expenses/create-expense.ts'
import { assertWithinLimit, findExpenseByRequest } from '../expenses/queries.ts'
import type { InvoiceChangeDeps } from '../invoices/invoice-deps.ts'
import { holdClosedThrough } from '../periods/assert-open-period.ts'
import type * as contract from './contract.ts'
import { derivedId } from './derived-id.ts'
import { matchIn } from './match-by-hand.ts'
import { getMatchView } from './match-views.ts'
import { changedElsewhere, findCurrentMatch, lockTransaction } from './queries.ts'

/** Records the expense of an outgoing transaction. A repeated request returns the same match. */
export function createExpenseOfTransaction(
  deps: InvoiceChangeDeps,
  identity: Identity,
  transactionId: string,
  { category, notes, vendor }: BodyOf<typeof contract.createExpenseOfTransaction>,
): Promise<contract.Match> {
  const { businessId } = identity
  return withTenant(deps.database, businessId, async (tx) => {
    // Also makes the same request wait that arrives at once.
    const [closedThrough, { isIncome, currency, amountMinor, date }] = await Promise.all([
      holdClosedThrough(tx, businessId),
      lockTransaction(tx, businessId, transactionId),
    ])
    if (isIncome) throw fieldError('category', 'Money that came in can’t be an expense.')
    assertWithinLimit({ minor: amountMinor, currency })
    const requestId = derivedId('expense of', transactionId)
    const made = await findExpenseByRequest(tx, businessId, requestId)
    const current = await findCurrentMatch(tx, businessId, transactionId)
    if (current?.state === 'accepted' && current.targetKey !== `expense ${made?.id}`)
      throw changedElsewhere('This transaction is already matched. Undo that first.')
    const expense =
      made ??
      (await insertExpense(tx, deps, identity, {
        currency,
        amountMinor,
        category,
        date,
        notes,
        vendor,
        repeat: null,
        requestId,
        closedThrough,
      }))
    if (!expense) throw new Error('no row came back for the new expense')
    const choice = { kind: 'expense' as const, targetIds: [expense.id] }
    const id = await matchIn(tx, deps, identity, transactionId, choice)
    // The receipt of the transaction is that of its expense.
    await tx.client.query(
      `update receipts set expense_id = $3, updated_at = $4
       where business_id = $1 and transaction_id = $2 and expense_id is null`,
      [businessId, transactionId, expense.id, deps.now()],
    )
    return getMatchView(tx, businessId, id)
  })
}
