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
const stepSize = 10_000

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
  for (const holder of holders[move.kind]) await keepRows(tx, holder, changeId, move)
  return moveKept(tx, changeId, move)
}

/** Files the rows of an earlier move under `to` again, apart from those that are no longer filed under `from`. */
export async function moveRowsBack(tx: Transaction, changeId: string, move: Move): Promise<void> {
  await moveKept(tx, changeId, move)
  await tx.client.query('delete from category_moves where business_id = $1 and change_id = $2', [
    move.businessId,
    changeId,
  ])
}

/**
 * Locks the rows, in the order in which others lock several, and keeps their ids by the columns that name the category. A
 * step has the rows of a few days, because its statement then writes to few pages of the indexes and to few sums.
 */
async function keepRows(
  { client }: Transaction,
  holder: Holder,
  changeId: string,
  { businessId, from, closedThrough }: Move,
): Promise<void> {
  const { table, key, columns, source } = holder
  const named = columns.map((column) => `case when t.${column} = $3 then '${column}' end`).join(', ')
  await client.query(
    `with held as materialized (
       select t.${key} as id, ${source ? 't.date' : 'null'} as day, concat_ws(',', ${named}) as columns from ${table} t
       where t.business_id = $1 and ${names(columns, '$3')} ${isOpen(holder, '$4')} order by t.${key} for update
     ), numbered as (
       select id, columns, row_number() over (partition by columns order by day, id) as n from held
     )
     insert into category_moves (business_id, change_id, holder, step, ids)
     select $1, $2::uuid, '${table}:' || columns, (n - 1) / ${stepSize}, array_agg(id::text)
     from numbered group by 3, 4`,
    source ? [businessId, changeId, from, closedThrough] : [businessId, changeId, from],
  )
}

/** The postings move with the rows, so that the journal need not make each of them again. */
async function moveKept(tx: Transaction, changeId: string, move: Move): Promise<number> {
  const { businessId, kind, from, to } = move
  const state = await readState(tx, businessId)
  const { rows: steps } = await tx.client.query<{ name: string; step: number }>(
    'select holder as name, step from category_moves where business_id = $1 and change_id = $2 order by holder, step',
    [businessId, changeId],
  )
  let count = 0
  await tx.client.query(`select set_config('app.moving_category', 'yes', true)`)
  for (const holder of holders[kind]) {
    for (const { name, step } of steps) {
      const columns = holder.columns.filter((column) => name.split(/[:,]/).includes(column))
      if (name === nameOfHolder(holder, columns))
        count += await moveStep(tx, { ...holder, columns }, { changeId, step }, move, state)
    }
  }
  await tx.client.query(`select set_config('app.moving_category', 'no', true)`)
  await tx.client.query(
    'delete from journal_totals where business_id = $1 and account = any($2) and minor = 0 and count = 0',
    [businessId, [from, to].flatMap((name) => [expenseAccount(name), otherIncomeAccount(name)])],
  )
  return count
}

async function moveStep(
  { client }: Transaction,
  holder: Holder,
  { changeId, step }: { changeId: string; step: number },
  { businessId, from, to, closedThrough }: Move,
  { home, frozenThrough }: Awaited<ReturnType<typeof readState>>,
): Promise<number> {
  const { table, key, columns, source } = holder
  const set = columns.map((column) => `${column} = case when t.${column} = $5 then $6 else t.${column} end`)
  const values = [businessId, changeId, nameOfHolder(holder, columns), step, from, to]
  const { rows } = await client.query<{ count: number }>(
    // `offset 0` has each row looked up by its key. A plan that takes a category for rare compares all rows with all ids.
    `with old as materialized (
       select t.${key} as key ${source ? ', t.category as before' : ''}
       from category_moves m cross join unnest(m.ids${key === 'id' ? '::uuid[]' : ''}) moved
       cross join lateral (select * from ${table} t where t.business_id = $1 and t.${key} = moved offset 0) t
       where m.business_id = $1 and m.change_id = $2 and m.holder = $3 and m.step = $4
         and ${names(columns, '$5')} ${isOpen(holder, '$7')}
     ), done as (
       update ${table} t set ${set.join(', ')} from old where t.business_id = $1 and t.${key} = old.key
       returning ${source ? 't.id, old.before, t.category as after' : '1'}
     ) ${source ? `, ${movePostings(source, { home: '$8', frozenThrough: '$9' })}` : ''}
     select count(*)::int as count from done`,
    source ? [...values, closedThrough, home, frozenThrough] : values,
  )
  return rows[0]?.count ?? 0
}
