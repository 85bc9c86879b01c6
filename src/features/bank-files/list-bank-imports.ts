import { afterCursor, orderByDate, readDatePage, rowsToRead } from '../../platform/db/date-pages.ts'
import { isoMoment } from '../../platform/db/iso-moment.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { accountLabel } from '../banking/rules.ts'
import type * as contract from './contract.ts'
import { onlyIn } from './importing/undo-bank-import.ts'
import { getImportView, viewsOf } from './queries.ts'

const key = ['i.created_at', 'i.id'] as const

/** Those that were confirmed. A preview is not listed. */
export async function listBankImports(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  query: QueryOf<typeof contract.listBankImports>,
): Promise<ResponseOf<typeof contract.listBankImports>> {
  return withTenant(database, businessId, async (tx) => {
    const { items, next } = await readDatePage(
      query,
      async (request) => {
        const values: string[] = [businessId]
        const parameter = (value: string) => `$${values.push(value)}`
        const conditions = [
          'i.business_id = $1',
          `i.state <> 'preview'`,
          ...afterCursor(request, key, parameter, 'timestamptz'),
        ]
        const text = `select i.id, ${isoMoment('i.created_at')} as date from bank_imports i
          where ${conditions.join(' and ')} ${orderByDate(request, key)} limit ${rowsToRead}`
        return (await tx.client.query<{ id: string; date: string }>(text, values)).rows
      },
      (item) => item,
    )
    const ids = items.map(({ id }) => id)
    return { imports: await viewsOf(tx, businessId, ids), next }
  })
}

interface UndoFacts {
  removed: number
  matched: number
  expenses: number
  emptied: { institutionName: string; type: string }[] | null
}

/** What undoing an import does. $1: the business, $2: the import. */
const undoFacts = `
  with own as (${onlyIn})
  select (select count(*)::int from own) as removed,
    (select count(*)::int from transaction_matches m
     where m.business_id = $1 and m.state = 'accepted' and m.transaction_id in (select id from own)) as matched,
    (select count(*)::int from expenses e
     where e.business_id = $1 and e.transaction_id in (select id from own)) as expenses,
    (select json_agg(json_build_object('institutionName', c.institution_name, 'type', a.type) order by a.created_at, a.id)
     from bank_accounts a
     join bank_connections c on c.business_id = $1 and c.id = a.connection_id and c.source = 'file'
     where a.business_id = $1
       and a.id in (select s.account_id from bank_statements s where s.business_id = $1 and s.import_id = $2)
       and not exists (
         select from bank_statements s where s.business_id = $1 and s.account_id = a.id and s.import_id <> $2)
       and not exists (
         select from transactions t
         where t.business_id = $1 and t.account_id = a.id and t.id not in (select id from own))) as emptied`

export async function getBankImport(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  id: string,
): Promise<ResponseOf<typeof contract.getBankImport>> {
  return withTenant(database, businessId, async (tx) => {
    const view = await getImportView(tx, businessId, id)
    const { rows } = await tx.client.query<UndoFacts>(undoFacts, [businessId, id])
    const { emptied, ...counts } = rows[0]!
    return { ...view, ...counts, emptied: (emptied ?? []).map(accountLabel) }
  })
}
