import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { dateIn } from '../../shared/dates.ts'
import type { FileAnswer, QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import { fieldError } from '../../shared/errors.ts'
import { readLogo } from '../invoices/pdf/invoice-pdf.ts'
import type { StatementDocument, getStatement } from './contract.ts'
import { statementPdf } from './pdf/statement-pdf.ts'
import { readStatement } from './read-statement.ts'
import { shownRows, statementFileName } from './rules.ts'

export type StatementQuery = QueryOf<typeof getStatement>

/** The statement that the owner chose. Nothing is overdue yet on a day that is still to come, so no later day can be chosen. */
export async function readOwnStatement(
  tx: Transaction,
  { now }: Deps<'now'>,
  { businessId, business, email }: Pick<Identity, 'businessId' | 'business' | 'email'>,
  clientId: string,
  { currency = business.currency, from, to: last }: StatementQuery,
): Promise<StatementDocument> {
  const today = dateIn(business.timeZone, now())
  const to = last ?? today
  if (to > today) {
    throw fieldError('to', 'The last day can’t be later than today.')
  }
  if (from !== undefined && from > to)
    throw fieldError('from', 'The first day can’t be later than the last one.')
  const statement = await readStatement(tx, { businessId, clientId, currency, from: from ?? null, to })
  const { company } = statement
  return { ...statement, company: { ...company, email: company.email || email } }
}

export async function showStatement(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  clientId: string,
  query: StatementQuery,
): Promise<ResponseOf<typeof getStatement>> {
  const statement = await withTenant(deps.database, identity.businessId, (tx) =>
    readOwnStatement(tx, deps, identity, clientId, query),
  )
  return { ...statement, rows: statement.rows.slice(-shownRows), rowCount: statement.rows.length }
}

export async function saveStatement(
  deps: Deps<'database' | 'now'>,
  identity: Identity,
  clientId: string,
  query: StatementQuery,
): Promise<FileAnswer> {
  const { businessId } = identity
  const { statement, logo } = await withTenant(deps.database, businessId, async (tx) => {
    const found = await readOwnStatement(tx, deps, identity, clientId, query)
    return { statement: found, logo: await readLogo(tx, businessId, found.logo) }
  })
  return {
    bytes: new Uint8Array(await statementPdf(statement, logo)),
    contentType: 'application/pdf',
    headers: { 'content-disposition': `attachment; filename="${statementFileName(statement)}"` },
  }
}
