import { randomUUID } from 'node:crypto'
import type { TransactionPage } from '../../../platform/banks/bank-provider.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findAdoptable } from './adopt-transactions.ts'
import { type PageRows, type TransactionRow, readPage } from './transaction-row.ts'
import {
  type FoundRow,
  type PageTarget,
  type PlacedRow,
  addRows,
  changeRows,
  findRows,
  noteReplaced,
  removeRows,
} from './transaction-rows.ts'

/**
 * Takes one page over. A page that was taken over before changes nothing, to the byte. Under the lock on its connection
 * and the one on the rules.
 */
export async function applyPage(tx: Transaction, target: PageTarget, page: TransactionPage): Promise<void> {
  const read = readPage(page, target.accounts)
  const { toChange, toAdd, replaced } = await place(tx, read)
  await changeRows(tx, target, toChange)
  await addRows(tx, target, toAdd)
  await noteReplaced(tx, target, replaced)
  await removeRows(tx, target, read)
}

interface Plan {
  toChange: PlacedRow[]
  toAdd: (PlacedRow & { chosen_category: string | null })[]
  /** Pending ones, with the row that has their place now. */
  replaced: { provider_id: string; id: string; account_id: string }[]
}

/** Finds each transaction its row: its own, that of the pending one before it, one from before a reconnect, or a new one. */
async function place(tx: Transaction, { rows, pendingOf }: PageRows): Promise<Plan> {
  const plan: Plan = { toChange: [], toAdd: [], replaced: [] }
  const found = await findRows(tx, [...rows.map((row) => row.provider_id), ...pendingOf.values()])
  const unplaced: TransactionRow[] = []
  const taken = new Set<string>()
  /** A row is taken once: of two that name the same pending one, the first has it. */
  const take = (row: FoundRow | undefined) => {
    if (!row || row.isUsedElsewhere || taken.has(row.id)) return undefined
    taken.add(row.id)
    return row
  }
  for (const row of rows) {
    const own = found.get(row.provider_id)
    // What was removed or replaced does not come back as itself.
    if (own?.isRemoved) continue
    const pendingId = pendingOf.get(row.provider_id)
    const taker = own ?? take(pendingId === undefined ? undefined : found.get(pendingId))
    if (!taker) unplaced.push(row)
    else if (taker.isRemoved) plan.toAdd.push({ ...row, id: taker.id, chosen_category: taker.chosenCategory })
    else plan.toChange.push({ ...row, id: taker.id })
  }
  const adoptable = await findAdoptable(tx, unplaced)
  for (const row of unplaced) {
    const id = adoptable.get(row.provider_id)
    if (id === undefined) plan.toAdd.push({ ...row, id: randomUUID(), chosen_category: null })
    else plan.toChange.push({ ...row, id })
  }
  for (const { id, account_id, provider_id } of [...plan.toChange, ...plan.toAdd]) {
    const pendingId = pendingOf.get(provider_id)
    if (pendingId !== undefined) plan.replaced.push({ provider_id: pendingId, id, account_id })
  }
  return plan
}
