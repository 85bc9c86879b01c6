import { and, eq } from 'drizzle-orm'
import { receipts } from '../../../platform/db/tables/receipts.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import type * as contract from '../contract.ts'
import { type ReceiptRow, assertPlanHasReceipts, getReceiptView, lockReceipt } from '../queries.ts'
import { matchReceipt } from './match-receipt.ts'

type Kind = 'expense' | 'transaction'
type Changes = Partial<typeof receipts.$inferInsert>

export async function changeReceipt(
  { db }: Transaction,
  { businessId, id }: Pick<ReceiptRow, 'businessId' | 'id'>,
  changes: Changes,
): Promise<void> {
  await db
    .update(receipts)
    .set(changes)
    .where(and(eq(receipts.businessId, businessId), eq(receipts.id, id)))
}

const tables: Record<Kind, string> = { expense: 'expenses', transaction: 'transactions' }

/** False if the business has no such expense or transaction. Otherwise it stays until the transaction ends. */
export async function holdTarget(
  { client }: Transaction,
  businessId: string,
  { kind, id }: { kind: Kind; id: string },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from ${tables[kind]} where business_id = $1 and id = $2 for key share`,
    [businessId, id],
  )
  return rowCount === 1
}

/** Files a receipt where its owner says. The target must have been held. */
export function fileUnder(
  tx: Transaction,
  row: ReceiptRow,
  { kind, id }: { kind: Kind; id: string },
  changes: Changes,
): Promise<void> {
  return changeReceipt(tx, row, {
    ...changes,
    ...(kind === 'expense' ? { expenseId: id } : { transactionId: id }),
    filedBy: 'owner',
    suggestion: null,
    declined: row.declined.filter((declined) => declined !== id),
  })
}

export function attachReceipt(
  { database, now }: Deps<'database' | 'now'>,
  { businessId }: Identity,
  id: string,
  { kind, targetId }: BodyOf<typeof contract.attachReceipt>,
): Promise<contract.Receipt> {
  return withTenant(database, businessId, async (tx) => {
    await assertPlanHasReceipts(tx)
    const row = await lockReceipt(tx, businessId, id)
    const target = { kind, id: targetId }
    if (!(await holdTarget(tx, businessId, target)))
      throw new AppError('NOT_FOUND', `This ${kind} could not be found.`)
    await fileUnder(tx, row, target, { updatedAt: now() })
    return getReceiptView(tx, businessId, id)
  })
}

/** Takes a receipt away from where it is filed or may belong. What the owner has refused is not suggested again. */
export function detachReceipt(
  { database, now }: Deps<'database' | 'now'>,
  { businessId }: Identity,
  id: string,
  { kind }: BodyOf<typeof contract.detachReceipt>,
): Promise<contract.Receipt> {
  return withTenant(database, businessId, async (tx) => {
    const row = await lockReceipt(tx, businessId, id)
    const refused = {
      expense: row.expenseId,
      transaction: row.transactionId,
      suggestion: row.suggestion?.id ?? null,
    }[kind]
    if (refused !== null) {
      const left = {
        expenseId: kind === 'expense' ? null : row.expenseId,
        transactionId: kind === 'transaction' ? null : row.transactionId,
      }
      await changeReceipt(tx, row, {
        ...left,
        filedBy: left.expenseId === null && left.transactionId === null ? null : row.filedBy,
        suggestion: null,
        declined: [...new Set([...row.declined, refused])],
        updatedAt: now(),
      })
      await matchReceipt(tx, businessId, id)
    }
    return getReceiptView(tx, businessId, id)
  })
}
