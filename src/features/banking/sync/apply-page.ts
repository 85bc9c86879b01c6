import { randomUUID } from 'node:crypto'
import type { TransactionPage } from '../../../platform/banks/bank-provider.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { type PageRows, type TransactionRow, readPage } from './transaction-row.ts'
import {
  type FoundRow,
  type PageTarget,
  type RowWithId,
  addRows,
  changeRows,
  findRows,
  recordReplaced,
  removeRows,
} from './transaction-rows.ts'

/**
 * Applies one page. Applying it again changes nothing. The caller holds the locks on the connection and on
 * the rules.
 */
export async function applyPage(tx: Transaction, target: PageTarget, page: TransactionPage): Promise<void> {
  const read = readPage(page, target.accounts)
  const { toChange, toAdd, replaced } = await planChanges(tx, read)
  await changeRows(tx, target, toChange)
  await addRows(tx, target, toAdd)
  await recordReplaced(tx, target, replaced)
  await removeRows(tx, target, read)
}

interface Plan {
  toChange: RowWithId[]
  toAdd: (RowWithId & { chosen_category: string | null })[]
  /** Pending transactions, with the row of the posted one that replaced each of them. */
  replaced: { provider_id: string; id: string; account_id: string }[]
}

/**
 * Chooses the row of each transaction: its own, the one of its pending predecessor, one that was kept after a
 * disconnect, or a new one.
 */
async function planChanges(tx: Transaction, { rows, pendingOf }: PageRows): Promise<Plan> {
  const plan: Plan = { toChange: [], toAdd: [], replaced: [] }
  const found = await findRows(tx, [...rows.map((row) => row.provider_id), ...pendingOf.values()])
  const unmatched: TransactionRow[] = []
  const taken = new Set<string>()
  /** Uses each row once: if two transactions name the same pending one, the first gets its row. */
  const take = (row: FoundRow | undefined) => {
    if (!row || row.isUsedElsewhere || taken.has(row.id)) return undefined
    taken.add(row.id)
    return row
  }
  for (const row of rows) {
    const own = found.get(row.provider_id)
    // A removed or replaced transaction does not come back under its own id.
    if (own?.isRemoved) continue
    const pendingId = pendingOf.get(row.provider_id)
    const existing = own ?? take(pendingId === undefined ? undefined : found.get(pendingId))
    if (!existing) unmatched.push(row)
    else if (existing.isRemoved)
      plan.toAdd.push({ ...row, id: existing.id, chosen_category: existing.chosenCategory })
    else plan.toChange.push({ ...row, id: existing.id })
  }
  const adoptable = await findAdoptable(tx, unmatched)
  for (const row of unmatched) {
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

/**
 * Matches reported transactions with rows that were kept after a disconnect and have lost their aggregator
 * id. They match by account, date, amount, direction and description. Of several identical rows each is used
 * once.
 */
async function findAdoptable(
  { client }: Transaction,
  rows: readonly TransactionRow[],
): Promise<Map<string, string>> {
  // A disconnect deletes pending transactions, so only posted ones can match.
  const wanted = rows.filter(({ status }) => status === 'posted')
  if (wanted.length === 0) return new Map()
  const alike = 'account_id, date, amount_cents, is_income, description'
  const { rows: pairs } = await client.query<{ providerId: string; id: string }>(
    `with wanted as (
       select *, row_number() over (partition by ${alike} order by ordinal) as nth
       from rows from (jsonb_to_recordset($1::jsonb) as (
         provider_id text, account_id uuid, date date, amount_cents bigint, is_income boolean, description text
       )) with ordinality as w (provider_id, account_id, date, amount_cents, is_income, description, ordinal)
     ), free as (
       select id, ${alike}, row_number() over (partition by ${alike} order by created_at, id) as nth
       from transactions where provider_id is null and (account_id, date) in (select account_id, date from wanted)
     )
     select provider_id as "providerId", id from wanted join free using (${alike}, nth)`,
    [JSON.stringify(wanted)],
  )
  return new Map(pairs.map(({ providerId, id }) => [providerId, id]))
}
