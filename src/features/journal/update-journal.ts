import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { sweepBusinesses } from '../../platform/jobs/sweep-businesses.ts'
import type { Currency } from '../../shared/currencies.ts'
import { type JournalSource, loadPostings } from './load-postings.ts'
import { lockJournal, tryLockJournal } from './lock-journal.ts'
import { type NewPosting, type StoredPosting, planChanges } from './plan-changes.ts'
import type { Posting } from './posting-rules.ts'
import { storePostings } from './store-postings.ts'

/** The most changes in one transaction. */
const maxChanges = 1000

interface Change {
  id: number
  source: JournalSource | 'everything' | 'closing'
  sourceId: string | null
  closedThrough: string | null
  isFirst: boolean
}

/** Skips from each business to the next: one index lookup for each business, however many changes it has. */
const withChanges = `
  with recursive found as (
    (select business_id from journal_changes where business_id > $1 order by business_id limit 1)
    union all
    select (select business_id from journal_changes where business_id > found.business_id order by business_id limit 1)
    from found where found.business_id is not null
  )
  select business_id as id from found where business_id is not null limit $2`

/** Brings the journals of all businesses up to date. */
export async function updateJournals(deps: Deps<'database' | 'log'>): Promise<void> {
  await sweepBusinesses(deps, {
    sql: withChanges,
    work: async (businessId) => {
      while ((await updateSome(deps, businessId, { waits: false })) > 0);
    },
    failed: 'the journal of a business could not be updated',
  })
}

/** How many changes a report waits for. More are left to the job, and the page says so. */
const maxTaken = 3 * maxChanges

/** Brings the journal of a business up to date. Returns how many changes are left. */
export async function updateJournal(deps: Deps<'database'>, businessId: string): Promise<number> {
  for (let taken = 0; taken < maxTaken;) {
    const count = await updateSome(deps, businessId, { waits: true })
    if (count === 0) return 0
    taken += count
  }
  return countChanges(deps, businessId)
}

async function countChanges({ database }: Deps<'database'>, businessId: string): Promise<number> {
  return withTenant(database, businessId, async ({ client }) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from journal_changes where business_id = $1',
      [businessId],
    )
    return rows[0]?.count ?? 0
  })
}

/** Adds the journal of a business as a whole, such as after an archive was restored. */
export async function noteEverything({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(`insert into journal_changes (business_id, source) values ($1, 'everything')`, [
    businessId,
  ])
}

/** Takes the next changes. Returns how many; 0 without any, or while another transaction holds the lock. */
async function updateSome(
  { database }: Deps<'database'>,
  businessId: string,
  { waits }: { waits: boolean },
): Promise<number> {
  return withTenant(database, businessId, async (tx) => {
    if (waits) await lockJournal(tx, businessId)
    else if (!(await tryLockJournal(tx, businessId))) return 0
    const { rows } = await tx.client.query<Change>({
      name: 'journal-next-changes',
      text: `select id::float8 as id, source, source_id as "sourceId", closed_through::text as "closedThrough",
          is_first as "isFirst"
        from journal_changes where business_id = $1 order by id limit $2`,
      values: [businessId, maxChanges],
    })
    const taken = firstOf(rows)
    const last = taken.at(-1)
    if (!last) return 0
    // What was noted up to here and committed by now. An earlier number can still be committed later, and is taken then.
    await tx.client.query({
      name: 'journal-take-changes',
      text: 'delete from journal_changes where business_id = $1 and id = any($2::bigint[])',
      values: [businessId, taken.map(({ id }) => id)],
    })
    await apply(tx, businessId, taken, last)
    return taken.length
  })
}

/** Changes of sources are taken together, up to the next one of another kind, which is taken by itself. */
function firstOf(changes: Change[]): Change[] {
  const marker = changes.findIndex(({ source }) => source === 'everything' || source === 'closing')
  return marker < 0 ? changes : changes.slice(0, Math.max(1, marker))
}

async function apply(tx: Transaction, businessId: string, taken: Change[], last: Change): Promise<void> {
  if (last.source === 'everything') await noteSources(tx, businessId)
  else if (last.source === 'closing') await freeze(tx, businessId, last.closedThrough)
  else await postSources(tx, businessId, taken)
}

/** Also sources that the journal has and that are gone. */
async function noteSources({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(`set local statement_timeout = '10min'`)
  await client.query(
    `insert into journal_changes (business_id, source, source_id, is_first)
     select $1, source, id, not exists (select from journal where business_id = $1)
     from (
       select 'invoice' as source, id from invoices where business_id = $1
       union all select 'expense', id from expenses where business_id = $1
       union all select 'transaction', id from transactions where business_id = $1
       union all select 'payment', id from payments where business_id = $1 and invoice_id is null
       union select source, source_id from journal where business_id = $1
     ) sources`,
    [businessId],
  )
}

async function freeze({ client }: Transaction, businessId: string, through: string | null): Promise<void> {
  await client.query(
    `insert into journal_state (business_id, frozen_through) values ($1, $2)
     on conflict (business_id) do update set frozen_through = excluded.frozen_through`,
    [businessId, through],
  )
}

async function postSources(tx: Transaction, businessId: string, taken: Change[]): Promise<void> {
  const { home, frozenThrough } = await readState(tx, businessId)
  const firsts = new Set(taken.filter(({ isFirst }) => isFirst).map(({ sourceId }) => sourceId))
  const bySource = Map.groupBy(taken, ({ source }) => source)
  const wanted = new Map<string, { source: JournalSource; postings: Posting[] }>()
  for (const [source, changes] of bySource) {
    if (source === 'everything' || source === 'closing') continue
    const ids = [...new Set(changes.flatMap(({ sourceId }) => sourceId ?? []))]
    const loaded = await loadPostings(tx, source, { businessId, home, ids })
    for (const id of ids) wanted.set(id, { source, postings: loaded.get(id) ?? [] })
  }
  const stored = await readStored(tx, businessId, [...wanted.keys()])
  const removed: number[] = []
  const added: (NewPosting & { source: JournalSource; sourceId: string })[] = []
  for (const [sourceId, { source, postings }] of wanted) {
    const before = stored.get(sourceId) ?? []
    const isNew = before.length === 0 && firsts.has(sourceId)
    const changes = planChanges(postings, before, isNew ? null : frozenThrough)
    removed.push(...changes.removed.map(({ id }) => id))
    added.push(...changes.added.map((one) => ({ ...one, source, sourceId })))
  }
  await storePostings(tx, businessId, { home, removed, added })
}

/** The home currency, and up to which day the journal is frozen. */
export async function readState({ client }: Transaction, businessId: string) {
  const { rows } = await client.query<{ home: Currency; frozenThrough: string | null }>({
    name: 'journal-state',
    text: `select b.currency as home, s.frozen_through::text as "frozenThrough"
      from businesses b left join journal_state s on s.business_id = b.id where b.id = $1`,
    values: [businessId],
  })
  const [state] = rows
  if (!state) throw new Error('the business of a journal is gone')
  return state
}

async function readStored({ client }: Transaction, businessId: string, sourceIds: readonly string[]) {
  const { rows } = await client.query<StoredPosting & { sourceId: string }>({
    name: 'journal-stored',
    text: `select id::float8 as id, source_id as "sourceId", entry, day::text as day, basis, account, currency,
        minor::float8 as minor, home_minor::float8 as "homeMinor", client_id as "clientId", item, tax,
        tax_rate as "taxRate", base_minor::float8 as "baseMinor", base_home_minor::float8 as "baseHomeMinor", method,
        is_test as "isTest", is_correction as "isCorrection"
      from journal where business_id = $1 and source_id = any($2::uuid[])`,
    values: [businessId, sourceIds],
  })
  return Map.groupBy(rows, ({ sourceId }) => sourceId)
}
