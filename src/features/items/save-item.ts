import type { Database } from '../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { maxMinorOf } from '../../shared/currencies.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { formatMoney } from '../../shared/money.ts'
import type * as contract from './contract.ts'
import { itemColumns, toItem } from './queries.ts'
import { type BilledLine, linesToRemember, maxItems } from './rules.ts'

/** Saves an item. Saved twice, it is there once. */
export async function saveItem(
  database: Database,
  businessId: string,
  { description, rateMinor, currency, taxNames }: BodyOf<typeof contract.saveItem>,
): Promise<contract.Item> {
  const max = maxMinorOf(currency)
  if (rateMinor > max) {
    throw fieldError('rateMinor', `The amount can be at most ${formatMoney(max, { currency })}.`)
  }
  return withTenant(database, businessId, async (tx) => {
    const { rows } = await tx.client.query<Parameters<typeof toItem>[0]>(
      `insert into items as known (business_id, description, rate_minor, currency, tax_names)
       values ($1, $2, $3, $4, $5)
       on conflict (business_id, lower(description), currency) do update
         set description = excluded.description, rate_minor = excluded.rate_minor, tax_names = excluded.tax_names,
           last_used_at = now()
       returning ${itemColumns}`,
      [businessId, description, rateMinor, currency, taxNames && JSON.stringify(taxNames)],
    )
    await keepWithinLimit(tx, businessId)
    return toItem(rows[0]!)
  })
}

export async function removeItem(database: Database, businessId: string, id: string): Promise<void> {
  await withTenant(database, businessId, async ({ client }) => {
    const { rowCount } = await client.query('delete from items where business_id = $1 and id = $2', [
      businessId,
      id,
    ])
    if (rowCount === 0) throw new AppError('NOT_FOUND', 'This item was removed already.')
  })
}

// An item that another transaction is changing is left to it, so that invoices with the same lines do not wait for each other.
// It is not added either: that would wait, and two transactions could then wait for each other.
const rememberStatement = `
  with lines as (
    select * from jsonb_to_recordset($3::jsonb) as line (description text, "rateMinor" bigint, "taxNames" jsonb)
  ), known as (
    select i.id, lower(i.description) as key from items i
    where i.business_id = $1 and i.currency = $2 and lower(i.description) in (select lower(description) from lines)
    for update skip locked
  ), used as (
    update items i set description = l.description, rate_minor = l."rateMinor", tax_names = nullif(l."taxNames", 'null'),
      uses = uses + 1, last_used_at = now()
    from known k join lines l on lower(l.description) = k.key
    where i.business_id = $1 and i.id = k.id
    returning k.key
  )
  insert into items (business_id, description, rate_minor, currency, tax_names, uses)
  select $1, description, "rateMinor", $2, nullif("taxNames", 'null'), 1 from lines
  where not exists (select from items i
    where i.business_id = $1 and i.currency = $2 and lower(i.description) = lower(lines.description))
  order by lower(description)
  on conflict do nothing`

/** Remembers the lines of an invoice, in the transaction that saves it. */
export async function rememberLines(
  tx: Transaction,
  businessId: string,
  { currency, lines, before }: { currency: string; lines: BilledLine[]; before: BilledLine[] },
): Promise<void> {
  const remembered = linesToRemember(lines, before)
  if (remembered.length === 0) return
  const { rowCount } = await tx.client.query({
    name: 'remember-lines',
    text: rememberStatement,
    values: [businessId, currency, JSON.stringify(remembered)],
  })
  if ((rowCount ?? 0) > 0) await keepWithinLimit(tx, businessId)
}

async function keepWithinLimit({ client }: Transaction, businessId: string): Promise<void> {
  await client.query(
    `delete from items where business_id = $1 and id in (
       select id from items where business_id = $1 order by last_used_at desc, id desc offset $2
       for update skip locked)`,
    [businessId, maxItems],
  )
}
