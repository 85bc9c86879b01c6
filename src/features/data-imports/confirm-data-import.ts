import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { invalidField } from '../../shared/errors.ts'
import type * as contract from './contract.ts'
import type { DataImport, DataReading } from './contract.ts'
import { importData } from './jobs.ts'
import { type ImportRow, assertPlanHasImports, changeImport, getImportView, lockImport } from './queries.ts'
import { type DataKind, isChoosable } from './rules.ts'

type Body = BodyOf<typeof contract.confirmDataImport>

/** Has a job import the chosen rows. If it was confirmed before, nothing changes. */
export async function confirmDataImport(
  { database, jobs, now }: Deps<'database' | 'jobs' | 'now'>,
  { businessId, email }: Identity,
  id: string,
  body: Body,
): Promise<DataImport> {
  return withTenant(database, businessId, async (tx) => {
    const row = await lockImport(tx, businessId, id)
    if (row.state === 'preview') {
      await assertPlanHasImports(tx)
      const { questions = [] } = row.reading as Partial<DataReading>
      if (questions.length > 0)
        throw invalidField('chosen', 'Please answer the questions about this file first.')
      const total = await choose(tx, row, body)
      if (total === 0) throw invalidField('chosen', 'This file has no rows that can be imported.')
      await changeImport(tx, row, {
        state: 'importing',
        companyEmail: email,
        done: 0,
        total,
        updatedAt: now(),
      })
      await jobs.enqueue(tx, importData, { businessId, importId: id })
    }
    return getImportView(tx, businessId, id)
  })
}

const choosableStates = (kind: DataKind) =>
  (['good', 'existing'] as const).filter((state) => isChoosable(state, kind))

/** Marks the chosen rows and returns how many there are. */
async function choose(
  { client }: Transaction,
  { businessId, id, kind }: ImportRow,
  { chosen, except, also }: Body,
): Promise<number> {
  const positions = chosen === 'all' ? also : chosen
  const { rows } = await client.query<{ total: number; named: number }>(
    `with marked as (
       update data_import_rows set chosen = true
       where business_id = $1 and import_id = $2 and (
         ($5 and state = 'good' and position <> all($6::int[]))
         or (position = any($3::int[]) and state = any($4::text[])))
       returning position)
     select count(*)::int as total, count(*) filter (where position = any($3::int[]))::int as named from marked`,
    [businessId, id, positions, choosableStates(kind), chosen === 'all', except],
  )
  const { total = 0, named = 0 } = rows[0] ?? {}
  if (named !== new Set(positions).size)
    throw invalidField('chosen', 'Some of these rows can’t be imported. Please choose again.')
  return total
}
