import { randomUUID } from 'node:crypto'
import type { TransactionPage } from '../../../platform/banks/bank-provider.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { findAdoptable } from './find-adoptable.ts'
import { insertTransactions, joinPresentName, reportedColumns } from './insert-transactions.ts'
import {
  type PageRows,
  type StoredAccounts,
  type TransactionRow,
  readPage,
  wellFormed,
} from './transaction-row.ts'

/** Applies one page; again changes nothing. The caller holds the locks on connection and rules. */
export async function applyPage(tx: Transaction, target: PageTarget, page: TransactionPage): Promise<void> {
  const read = readPage(page, target.accounts)
  const { toChange, toAdd, replaced } = await planChanges(tx, read)
  await changeRows(tx, target, toChange)
  await insertTransactions(tx, target, toAdd)
  await recordReplaced(tx, target, replaced)
  await removeRows(tx, target, read)
}

interface Plan {
  toChange: RowWithId[]
  toAdd: (RowWithId & { chosen_category: string | null })[]
  /** Pending transactions, with the row of the posted one that replaced each of them. */
  replaced: { provider_id: string; id: string; account_id: string }[]
}

/** Chooses each row: its own, its pending predecessor's, one kept after a disconnect, or a new one. */
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

interface PageTarget {
  businessId: string
  accounts: StoredAccounts
  now: Date
}

/** The row of a transaction that was reported before. */
interface FoundRow {
  id: string
  isRemoved: boolean
  /** True when the row of a removed transaction now belongs to another one. */
  isUsedElsewhere: boolean
  chosenCategory: string | null
}

type RowWithId = TransactionRow & { id: string }

const names = Object.keys(reportedColumns)
const typed = Object.entries(reportedColumns).map(([name, type]) => `${name} ${type}`)
const columnsOf = (alias: string) => names.map((name) => `${alias}.${name}`).join(', ')

// What a closed period has under an old name keeps it.
const presentCategory = `case when stored.provider_category = f.provider_category then f.provider_category
  else coalesce(present.name, f.provider_category) end as provider_category`

async function findRows(
  { client }: Transaction,
  providerIds: readonly string[],
): Promise<Map<string, FoundRow>> {
  if (providerIds.length === 0) return new Map()
  const { rows } = await client.query<FoundRow & { providerId: string }>(
    `select provider_id as "providerId", id, true as "isRemoved", chosen_category as "chosenCategory",
       exists (select from transactions t where t.business_id = r.business_id and t.id = r.id) as "isUsedElsewhere"
     from removed_transactions r where provider_id = any($1)
     union all
     select provider_id, id, false, null, false from transactions where provider_id = any($1)`,
    [providerIds],
  )
  return new Map(rows.map((row) => [row.providerId, row]))
}

/**
 * Updates rows that differ. The owner's category stays. The rule's category follows the merchant. A row that came from a
 * file belongs to the feed from now on, so undoing the import of the file leaves it.
 */
async function changeRows(
  { client }: Transaction,
  { businessId, now }: PageTarget,
  rows: readonly RowWithId[],
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `update transactions t set ${names.map((name) => `${name} = f.${name}`).join(', ')}, updated_at = $2, import_id = null,
       rule_category = case when t.merchant_key = f.merchant_key then t.rule_category
         else (select r.category from category_rules r where r.merchant_key = f.merchant_key) end
     from (
       select ${names.map((name) => (name === 'provider_category' ? presentCategory : `f.${name}`)).join(', ')}, f.id
       from jsonb_to_recordset($1::jsonb) as f (id uuid, ${typed.join(', ')})
       join transactions stored on stored.business_id = $3 and stored.id = f.id ${joinPresentName('$3')}
     ) f
     where t.id = f.id and (${columnsOf('t')}) is distinct from (${columnsOf('f')})`,
    [JSON.stringify(rows), now, businessId],
  )
}

/** Records replaced pending transactions, so that a late report does not add them again. */
async function recordReplaced(
  { client }: Transaction,
  { businessId, now }: PageTarget,
  replaced: readonly { provider_id: string; id: string; account_id: string }[],
): Promise<void> {
  if (replaced.length === 0) return
  await client.query(
    `insert into removed_transactions (business_id, provider_id, id, account_id, removed_at)
     select $2, provider_id, id, account_id, $3
     from jsonb_to_recordset($1::jsonb) as f (provider_id text, id uuid, account_id uuid)
     where not exists (select from transactions t where t.provider_id = f.provider_id)
     on conflict (business_id, provider_id) do nothing`,
    [JSON.stringify(replaced), businessId, now],
  )
}

async function removeRows(
  { client }: Transaction,
  { now }: PageTarget,
  { removed, elsewhere }: Pick<PageRows, 'removed' | 'elsewhere'>,
): Promise<void> {
  if (removed.length > 0) {
    await client.query(
      `with gone as (
         delete from transactions where provider_id = any($1)
         returning business_id, provider_id, id, account_id, chosen_category
       )
       insert into removed_transactions (business_id, provider_id, id, account_id, chosen_category, removed_at)
       select business_id, provider_id, id, account_id, chosen_category, $2 from gone where account_id is not null
       on conflict (business_id, provider_id) do nothing`,
      [removed, now],
    )
  }
  // These are not recorded as removed, because they may move back.
  if (elsewhere.length > 0)
    await client.query('delete from transactions where provider_id = any($1)', [elsewhere])
}

/** Deletes the transactions that a full resync did not report. */
export async function removeUnreported(
  { client }: Transaction,
  accounts: StoredAccounts,
  pages: readonly TransactionPage[],
): Promise<void> {
  const reported = pages.flatMap(({ added, modified }) => [...added, ...modified])
  await client.query(
    `delete from transactions where account_id = any($1) and provider_id is not null
       and provider_id not in (select unnest($2::text[]))`,
    [[...accounts.values()].map(({ id }) => id), reported.map(({ providerId }) => wellFormed(providerId))],
  )
}
