import { expenseText } from '../../platform/db/tables/expenses.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { findClosedThrough } from '../periods/assert-open-period.ts'
import { closedProblem } from './closed-problem.ts'
import type { ClientRecord, DataFile, ExpenseRecord, InvoiceRecord, ReadRow } from './reading/data-file.ts'
import { type DataKind, labelOf } from './rules.ts'

export type CheckedRow = Omit<ReadRow, 'state'> & { state: ReadRow['state'] | 'existing' }

/** Marks the rows that the business has already, and finds the clients of invoices that only name them. */
export async function checkAgainstBooks(
  tx: Transaction,
  businessId: string,
  { kind, rows }: DataFile,
): Promise<CheckedRow[]> {
  const good = rows.filter((row) => row.state === 'good')
  if (good.length === 0) return rows
  const closedThrough = await findClosedThrough(tx, businessId)
  const check = { clients: checkClients, invoices: checkInvoices, expenses: checkExpenses }[kind]
  const changes = await check(tx, businessId, good)
  return rows.map((row) => withoutClosed(kind, changes.get(row) ?? row, closedThrough))
}

function withoutClosed(kind: DataKind, row: CheckedRow, closedThrough: string | null): CheckedRow {
  const problem = row.state === 'good' ? closedProblem(kind, row, closedThrough) : null
  return problem ? { ...row, state: 'error', problems: [...row.problems, problem], record: null } : row
}

type Changes = Map<ReadRow, CheckedRow>

function existing(row: ReadRow, text: string): CheckedRow {
  return { ...row, state: 'existing', problems: [{ row: row.rowNumber, column: '', text }] }
}

async function checkClients(tx: Transaction, businessId: string, rows: ReadRow[]): Promise<Changes> {
  const clients = await findClients(
    tx,
    businessId,
    rows.map(({ record }) => record as ClientRecord),
  )
  const changes: Changes = new Map()
  const seen = new Map<string, number>()
  for (const row of rows) {
    const keys = keysOf(row.record as ClientRecord)
    const earlier = keys.map((key) => seen.get(key)).find((number) => number !== undefined)
    if (keys.some((key) => clients.has(key))) changes.set(row, existing(row, 'You already have this client.'))
    else if (earlier !== undefined)
      changes.set(row, existing(row, `This is the same client as in row ${earlier}.`))
    for (const key of keys) if (!seen.has(key)) seen.set(key, row.rowNumber)
  }
  return changes
}

async function checkInvoices(tx: Transaction, businessId: string, rows: ReadRow[]): Promise<Changes> {
  const records = rows.map(({ record }) => record as InvoiceRecord)
  const clients = await findClients(
    tx,
    businessId,
    records.map(({ client }) => client),
  )
  const { rows: taken } = await tx.client.query<{ number: string }>(
    'select number from invoices where business_id = $1 and number = any($2::text[])',
    [businessId, records.map(({ number }) => number)],
  )
  const numbers = new Set(taken.map(({ number }) => number))
  // Another invoice of the file may have the address.
  const named = new Map(
    records.filter(({ client }) => client.email !== '').map(({ client }) => [nameKey(client), client.email]),
  )
  const changes: Changes = new Map()
  const column = labelOf('invoices', 'clientEmail')
  for (const row of rows) {
    const record = row.record as InvoiceRecord
    const key = nameKey(record.client)
    if (numbers.has(record.number)) {
      changes.set(row, existing(row, 'You already have an invoice with this number.'))
    } else if (record.client.email === '' && !clients.has(key)) {
      const email = named.get(key)
      const text = `You have no client named “${record.client.companyName}”, so the email address is missing. Import your clients first, or add a column with it.`
      const changed: CheckedRow =
        email === undefined
          ? {
              ...row,
              state: 'error',
              problems: [{ row: row.rowNumber, column, text, lacks: 'email' }],
              record: null,
            }
          : { ...row, record: { ...record, client: { ...record.client, email } } }
      changes.set(row, changed)
    }
  }
  return changes
}

async function checkExpenses(tx: Transaction, businessId: string, rows: ReadRow[]): Promise<Changes> {
  const records = rows.map(({ record }) => record as ExpenseRecord)
  const { rows: found } = await tx.client.query<{ index: number }>(
    `select (w.position - 1)::int as index
     from unnest($2::date[], $3::text[], $4::bigint[], $5::text[]) with ordinality as w (date, currency, minor, notes, position)
     where exists (select from expenses e where e.business_id = $1 and e.date = w.date and e.currency = w.currency
       and e.amount_minor = w.minor and ${expenseText('e')} = w.notes)`,
    [
      businessId,
      records.map(({ date }) => date),
      records.map(({ currency }) => currency),
      records.map(({ amountMinor }) => amountMinor),
      records.map(({ vendor, notes }) => [vendor, notes].filter(Boolean).join(': ')),
    ],
  )
  const changes: Changes = new Map()
  for (const { index } of found) {
    const row = rows[index]
    if (row)
      changes.set(
        row,
        existing(
          row,
          'You probably have this expense already: the date, the amount and the notes are the same.',
        ),
      )
  }
  return changes
}

const nameKey = ({ companyName }: Pick<ClientRecord, 'companyName'>) =>
  `name ${companyName.trim().toLowerCase()}`
const emailKey = ({ email }: Pick<ClientRecord, 'email'>) => `email ${email}`

export function keysOf(client: Pick<ClientRecord, 'companyName' | 'email'>): string[] {
  return client.email === '' ? [nameKey(client)] : [emailKey(client), nameKey(client)]
}

export type FoundClient = Omit<ClientRecord, 'currency'> & { id: string }

/** The business's clients with one of these addresses or names, by both. The address counts before the name. */
export async function findClients(
  { client: connection }: Transaction,
  businessId: string,
  wanted: readonly Pick<ClientRecord, 'companyName' | 'email'>[],
): Promise<Map<string, FoundClient>> {
  const { rows } = await connection.query<FoundClient>(
    // A merged one is found by its own address and name, and is the client that it became.
    `select coalesce(merged_into, id) as id, company_name as "companyName", contact_name as "contactName", email, phone,
       address, country, tax_id as "taxId"
     from clients where business_id = $1 and (email = any($2::text[]) or lower(company_name) = any($3::text[]))
     order by merged_into is not null, created_at, id`,
    [
      businessId,
      [...new Set(wanted.map(({ email }) => email).filter(Boolean))],
      [...new Set(wanted.map(({ companyName }) => companyName.trim().toLowerCase()))],
    ],
  )
  const found = new Map<string, FoundClient>()
  for (const row of rows) for (const key of keysOf(row)) if (!found.has(key)) found.set(key, row)
  return found
}
