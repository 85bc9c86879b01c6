import type { Logger } from 'pino'
import type { Transaction } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { TaxTreatment } from './contract.ts'

export interface ClientDetails {
  /** The client that the owner chose from the list; null if the owner typed in the details. */
  id: string | null
  name: string
  contactName: string
  /** In lower case. */
  email: string
  phone: string
  address: string
  /** The currency of the invoice, which the client is remembered by. */
  currency: string
  country: string
  taxId: string
  taxTreatment: TaxTreatment
}

// The e-mail address identifies a client. If the owner chose a client and kept the company name, a new address replaces
// the old one, unless another client has that address. If the owner typed in the details of a client that exists, empty
// fields leave the saved values as they are. An unchanged client is only read, so that invoices to the same client do
// not wait for each other. An archived one is shown again. An address or a client that was merged leads to the client that
// it became, whose details stay as they are. A client whose invoices are in the home currency has none of its own.
const saveStatement = `
  with own as (
    select nullif($9, b.currency) as currency from businesses b where b.id = $1
  ), merged as (
    select survivor.id, survivor.archived_at
    from clients hidden
    join clients survivor on survivor.business_id = $1 and survivor.id = hidden.merged_into
    where hidden.business_id = $1 and (hidden.email = $4 or (hidden.id = $3 and hidden.company_name = $5
      and not exists (select from clients other where other.business_id = $1 and other.email = $4)))
    limit 1
  ), shown as (
    update clients set archived_at = null
    where business_id = $1 and id = (select id from merged where archived_at is not null)
  ), same as (
    select id from clients
    where business_id = $1 and email = $4 and archived_at is null and merged_into is null
      and (company_name, contact_name, phone, address, country, tax_id, tax_treatment) = ($5, $6, $7, $8, $10, $11, $12)
      and currency is not distinct from (select own.currency from own)
  ), changed as (
    update clients set email = $4, contact_name = $6, phone = $7, address = $8,
      currency = (select own.currency from own), country = $10, tax_id = $11, tax_treatment = $12, archived_at = null,
      updated_at = now()
    where business_id = $1 and id = $3 and company_name = $5 and merged_into is null
      and not exists (select from same) and not exists (select from merged)
      and not exists (select from clients other where other.business_id = $1 and other.email = $4 and other.id <> $3)
    returning id
  ), saved as (
    insert into clients as existing (business_id, created_by, email, company_name, contact_name, phone, address, currency,
      country, tax_id, tax_treatment)
    select $1, $2, $4, $5, $6, $7, $8, (select own.currency from own), $10, $11, $12
    where not exists (select from same) and not exists (select from changed) and not exists (select from merged)
    on conflict (business_id, email) do update set
      company_name = excluded.company_name,
      contact_name = case when existing.id = $3 then excluded.contact_name
        else coalesce(nullif(excluded.contact_name, ''), existing.contact_name) end,
      phone = case when existing.id = $3 then excluded.phone else coalesce(nullif(excluded.phone, ''), existing.phone) end,
      address = case when existing.id = $3 then excluded.address
        else coalesce(nullif(excluded.address, ''), existing.address) end,
      currency = excluded.currency,
      country = case when existing.id = $3 then excluded.country
        else coalesce(nullif(excluded.country, ''), existing.country) end,
      tax_id = case when existing.id = $3 then excluded.tax_id
        else coalesce(nullif(excluded.tax_id, ''), existing.tax_id) end,
      tax_treatment = case when existing.id = $3 then excluded.tax_treatment
        else coalesce(nullif(excluded.tax_treatment, 'standard'), existing.tax_treatment) end,
      archived_at = null,
      updated_at = now()
    returning id
  )
  select id from merged union all select id from same union all select id from changed union all select id from saved`

/**
 * Saves the client of an invoice and returns its id. A failure here must not prevent the invoice: the function rolls back
 * to a savepoint, logs the error and returns null, and the transaction continues.
 */
export async function saveClient(
  { client: connection }: Transaction,
  log: Logger,
  owner: { businessId: string; userId: string },
  client: ClientDetails,
): Promise<string | null> {
  const { id, name, contactName, email, phone, address, currency, country, taxId, taxTreatment } = client
  const details = [id, email, name, contactName, phone, address, currency, country, taxId, taxTreatment]
  const values = [owner.businessId, owner.userId, ...details]
  async function save(): Promise<string | null> {
    // The three statements are sent together. If the second fails, the release fails too and the savepoint remains.
    const [, saved] = await Promise.all([
      connection.query('savepoint save_client'),
      connection.query<{ id: string }>({ name: 'save-client', text: saveStatement, values }),
      connection.query('release savepoint save_client'),
    ])
    return saved.rows[0]?.id ?? null
  }
  const rollBack = () => connection.query('rollback to savepoint save_client')
  try {
    return await save().catch(async (error: unknown) => {
      // Another transaction has just taken the client's new address. Its client is visible now, so a second try works.
      if (!isUniqueViolation(error, 'clients_email')) throw error
      await rollBack()
      return save()
    })
  } catch (error) {
    await rollBack()
    log.warn({ err: error }, 'the client of an invoice could not be saved')
    return null
  }
}
