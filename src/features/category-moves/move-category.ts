import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { type KeptOfChange, categoryChanges } from '../../platform/db/tables/categories.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { lockRules } from '../banking/sync/transaction-steps.ts'
import { type CategoryKind, undoHours } from '../categories/rules.ts'
import { lockJournal } from '../journal/lock-journal.ts'
import { copyCodes } from './account-codes.ts'
import { type Move, moveRows } from './move-rows.ts'

export interface NewChange extends Move {
  what: 'rename' | 'merge'
  madeBy: string
  now: Date
}

/**
 * Files everything that is open under another name: rows, rules, schedules, postings and sums. `renameOrMerge` changes the
 * categories themselves and notes what an undo needs. The caller holds the closed period and the categories.
 */
export async function moveCategory(
  tx: Transaction,
  move: NewChange,
  renameOrMerge: (kept: KeptOfChange) => Promise<void>,
): Promise<void> {
  const { businessId, kind, what, from, to, madeBy, now } = move
  await lockMoves(tx, move)
  await forgetOver(tx, businessId, now)
  const kept: KeptOfChange = { merged: null, parts: [], names: [], nameOf: null, accounts: [] }
  await renameOrMerge(kept)
  kept.accounts = await copyCodes(tx, move)
  const id = randomUUID()
  await tx.db.insert(categoryChanges).values({
    businessId,
    id,
    kind,
    what,
    fromName: from,
    toName: to,
    madeBy,
    // Two in the same millisecond still have an order, in which they can be undone.
    at: sql`greatest(${now}::timestamptz, (select max(at) + interval '1 microsecond' from category_changes
      where business_id = ${businessId}))`,
    undoUntil: new Date(now.getTime() + undoHours * 3_600_000),
    kept,
  })
  const rows = await moveRows(tx, id, move)
  await tx.client.query('update category_changes set rows = $3 where business_id = $1 and id = $2', [
    businessId,
    id,
    rows,
  ])
  await tellPages(tx, move)
}

/** The locks of a move, always in this order. Nothing is added to transactions or to the journal meanwhile. */
export async function lockMoves(
  tx: Transaction,
  { businessId, kind }: { businessId: string; kind: CategoryKind },
): Promise<void> {
  if (kind === 'transaction') await lockRules(tx, businessId, 'change')
  await lockJournal(tx, businessId)
}

/** Open pages read their lists and figures again. */
export async function tellPages(
  { client }: Transaction,
  { businessId, kind }: { businessId: string; kind: CategoryKind },
): Promise<void> {
  const topic = kind === 'expense' ? 'expenses' : 'banks'
  await client.query('select pg_notify($1, $2)', ['millrace', `${businessId} ${topic}`])
}

/** Which rows moved is only of use for an undo. */
async function forgetOver({ client }: Transaction, businessId: string, now: Date): Promise<void> {
  await client.query(
    `delete from category_moves m using category_changes c
     where m.business_id = $1 and c.business_id = $1 and c.id = m.change_id and c.undo_until <= $2`,
    [businessId, now],
  )
}
