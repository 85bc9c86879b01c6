import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import { dateIn } from '../../../shared/dates.ts'
import type { BodyOf } from '../../../shared/endpoint.ts'
import { fieldError } from '../../../shared/errors.ts'
import type { Numbering, saveNumbering as contract } from './contract.ts'
import { readNumbering } from './get-numbering.ts'
import { businessScope, formatNumber, numberStem, yearOf } from './number-rules.ts'

type Input = BodyOf<typeof contract>

/** Saves how new invoices are numbered. An invoice that is being stored meanwhile still gets a number of the old kind. */
export async function saveNumbering(
  { database, now }: Deps<'database' | 'now'>,
  { businessId, business }: Identity,
  input: Input,
): Promise<Numbering> {
  const year = yearOf(dateIn(business.timeZone, now()))
  const { style, prefix, withYear, padding, scope, creditNotePrefix } = input
  return withTenant(database, businessId, async (tx) => {
    await tx.client.query(
      `insert into numbering (business_id, style, prefix, with_year, padding, scope, credit_note_prefix)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (business_id) do update set style = excluded.style, prefix = excluded.prefix,
         with_year = excluded.with_year, padding = excluded.padding, scope = excluded.scope,
         credit_note_prefix = excluded.credit_note_prefix, updated_at = now()`,
      [businessId, style, prefix, withYear, padding, scope, creditNotePrefix],
    )
    if (style === 'sequence' && scope === 'business') await setNext(tx, businessId, input, year)
    return readNumbering(tx, businessId, year)
  })
}

/** Sets the next number of the business's sequence, under its lock. Throws if that number or a later one exists. */
async function setNext(
  { client }: Transaction,
  businessId: string,
  input: Input,
  year: number,
): Promise<void> {
  const sequence = [businessId, businessScope, input.withYear ? year : 0]
  const { rows } = await client.query<{ next: number }>(
    `insert into number_sequences as s (business_id, kind, scope, year, next) values ($1, 'invoice', $2, $3, 1)
     on conflict (business_id, kind, scope, year) do update set next = s.next returning s.next::float8 as next`,
    sequence,
  )
  const next = input.nextNumber ?? rows[0]?.next ?? 1
  const facts = { code: null, year }
  const stem = numberStem(input, facts)
  // Numbers of this sequence with any prefix, numbers of other sequences, of imports and of credit notes that look the
  // same, and a random number that happens to be the next one.
  const { rows: existing } = await client.query<{ number: string; running: number }>(
    `select number, running from (
       select number, sequence_number::float8 as running from invoices
       where business_id = $1 and number_scope = $2 and number_year = $3 and sequence_number >= $4
       union all
       select number, running from (
         select number, case when substr(number, length($5) + 1) ~ '^[0-9]{1,9}$'
           then substr(number, length($5) + 1)::float8 end as running
         from (select business_id, number from invoices i where sequence_number is not null
             or exists (select from data_import_records r
               where r.business_id = $1 and r.kind = 'invoice' and r.record_id = i.id)
           union all select business_id, number from credit_notes) numbered
         where business_id = $1 and starts_with(number, $5)
       ) alike where running >= $4
       union all
       select number, $4::float8 from invoices where business_id = $1 and number = $6
     ) taken order by running desc limit 1`,
    [...sequence, next, stem, formatNumber(input, facts, next)],
  )
  if (existing[0]) {
    const { number, running } = existing[0]
    throw fieldError(
      'nextNumber',
      `${number} exists already. The next number must be ${running + 1} or higher.`,
    )
  }
  await client.query(
    `update number_sequences set next = $4 where business_id = $1 and kind = 'invoice' and scope = $2 and year = $3`,
    [...sequence, next],
  )
}
