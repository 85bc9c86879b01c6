import { categoryMoves } from '../../platform/db/tables/categories.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { CategoryKind } from '../categories/rules.ts'
import { movePostings } from '../journal/move-postings.ts'
import { expenseAccount, otherIncomeAccount } from '../journal/posting-rules.ts'
import { readState } from '../journal/update-journal.ts'

interface Holder {
  table: string
  key: 'id' | 'provider_id'
  /** Those that name a category. */
  columns: readonly string[]
  /** What its rows are for the journal. Those of a closed period stay as they are. */
  source?: 'expense' | 'transaction'
}

/** Where the name of a category is stored. Recurring expenses come before the expenses that they make. */
const holders: Record<CategoryKind, readonly Holder[]> = {
  expense: [
    { table: 'recurring_expenses', key: 'id', columns: ['category'] },
    { table: 'expenses', key: 'id', columns: ['category'], source: 'expense' },
  ],
  transaction: [
    { table: 'category_rules', key: 'id', columns: ['category'] },
    { table: 'removed_transactions', key: 'provider_id', columns: ['chosen_category'] },
    {
      table: 'transactions',
      key: 'id',
      columns: ['provider_category', 'rule_category', 'chosen_category'],
      source: 'transaction',
    },
  ],
}

export interface Move {
  businessId: string
  kind: CategoryKind
  from: string
  to: string
  closedThrough: string | null
}

/** Rows in one statement, so that each is over long before the time limit. */
const stepSize = 5000

const nameOfHolder = ({ table }: Holder, columns: readonly string[]) => `${table}:${columns.join(',')}`
const isOpen = ({ source }: Holder, closedThrough: string) =>
  source === undefined ? '' : `and (${closedThrough}::date is null or t.date > ${closedThrough}::date)`
const names = (columns: readonly string[], name: string) =>
  `(${columns.map((column) => `t.${column} = ${name}`).join(' or ')})`

/**
 * Files everything under another category, and keeps which rows those were. Returns how many. The caller holds the closed
 * period and the locks of rules and journal.
 */
export async function moveRows(tx: Transaction, changeId: string, move: Move): Promise<number> {
  return underway(tx, move, async (state) => {
    let count = 0
    for (const holder of holders[move.kind]) {
      for (const [columns, ids] of await holdRowsOf(tx, holder, move)) {
        await tx.db
          .insert(categoryMoves)
          .values({ businessId: move.businessId, changeId, holder: nameOfHolder(holder, columns), ids })
        count += await moveSteps(tx, { ...holder, columns }, ids, move, state)
      }
    }
    return count
  })
}

/** Files the rows of an earlier move under `to` again, apart from those that are no longer filed under `from`. */
export async function moveRowsBack(tx: Transaction, changeId: string, move: Move): Promise<void> {
  await underway(tx, move, async (state) => {
    const { rows: moves } = await tx.client.query<{ holder: string; ids: string[] }>(
      'select holder, ids from category_moves where business_id = $1 and change_id = $2',
      [move.businessId, changeId],
    )
    for (const holder of holders[move.kind]) {
      for (const { holder: name, ids } of moves) {
        const columns = holder.columns.filter((column) => name.split(/[:,]/).includes(column))
        if (name === nameOfHolder(holder, columns))
          await moveSteps(tx, { ...holder, columns }, ids, move, state)
      }
    }
    await tx.client.query('delete from category_moves where business_id = $1 and change_id = $2', [
      move.businessId,
      changeId,
    ])
  })
}

type State = Awaited<ReturnType<typeof readState>>

/** The postings move with the rows, so that the journal need not make each of them again. */
async function underway<Result>(
  tx: Transaction,
  { businessId, from, to }: Move,
  work: (state: State) => Promise<Result>,
): Promise<Result> {
  const state = await readState(tx, businessId)
  await tx.client.query(`select set_config('app.moving_category', 'yes', true)`)
  const result = await work(state)
  await tx.client.query(`select set_config('app.moving_category', 'no', true)`)
  await tx.client.query(
    'delete from journal_totals where business_id = $1 and account = any($2) and minor = 0 and count = 0',
    [businessId, [from, to].flatMap((name) => [expenseAccount(name), otherIncomeAccount(name)])],
  )
  return result
}

/** Locks the rows, in the order in which others lock several, and groups them by the columns that name the category. */
async function holdRowsOf(
  { client }: Transaction,
  holder: Holder,
  { businessId, from, closedThrough }: Move,
): Promise<[columns: string[], ids: string[]][]> {
  const { table, key, columns } = holder
  const named = columns.map((column) => `case when t.${column} = $2 then '${column}' end`).join(', ')
  const { rows } = await client.query<{ id: string; columns: string }>(
    `select t.${key} as id, concat_ws(',', ${named}) as columns from ${table} t
     where t.business_id = $1 and ${names(columns, '$2')} ${isOpen(holder, '$3')} order by t.${key} for update`,
    holder.source ? [businessId, from, closedThrough] : [businessId, from],
  )
  return [...Map.groupBy(rows, (row) => row.columns)].map(([list, group]) => [
    list.split(','),
    group.map(({ id }) => id),
  ])
}

async function moveSteps(
  { client }: Transaction,
  holder: Holder,
  ids: readonly string[],
  { businessId, from, to, closedThrough }: Move,
  { home, frozenThrough }: State,
): Promise<number> {
  const { table, key, columns, source } = holder
  const type = key === 'id' ? 'uuid' : 'text'
  const set = columns.map((column) => `${column} = case when t.${column} = $3 then $4 else t.${column} end`)
  const wanted = `t.business_id = $1 and t.${key} = any($2::${type}[]) and ${names(columns, '$3')}`
  const text =
    source === undefined
      ? `with done as (update ${table} t set ${set.join(', ')} where ${wanted} returning 1)
         select count(*)::int as count from done`
      : `with old as materialized (
           select t.id, t.category as before from ${table} t where ${wanted} ${isOpen(holder, '$5')}
         ), done as (
           update ${table} t set ${set.join(', ')} from old where t.business_id = $1 and t.id = old.id
           returning t.id, old.before, t.category as after
         ), ${movePostings(source)}
         select count(*)::int as count from done`
  let count = 0
  for (let first = 0; first < ids.length; first += stepSize) {
    const step = ids.slice(first, first + stepSize)
    const { rows } = await client.query<{ count: number }>(
      text,
      source === undefined
        ? [businessId, step, from, to]
        : [businessId, step, from, to, closedThrough, home, frozenThrough],
    )
    count += rows[0]?.count ?? 0
  }
  return count
}
