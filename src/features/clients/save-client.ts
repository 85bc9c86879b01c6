import type { Logger } from 'pino'
import type { Transaction } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'

export interface ClientDetails {
  /** The client that was chosen from the list, if one was. */
  id: string | null
  name: string
  contactName: string
  /** In lower case. */
  email: string
  phone: string
  address: string
}

// A client is known by its e-mail address. A chosen one whose name stayed the same has moved to another address when no
// other client has that. Somebody typed in anew, not chosen, loses nothing that was left empty this time. A client that
// is as it was is only read, so that many invoices to one client need not wait for each other.
const saveStatement = `
  with same as (
    select id from clients
    where business_id = $1 and email = $4
      and (company_name, contact_name, phone, address) = ($5, $6, $7, $8)
  ), changed as (
    update clients set email = $4, contact_name = $6, phone = $7, address = $8, updated_at = now()
    where business_id = $1 and id = $3 and company_name = $5
      and not exists (select from same)
      and not exists (select from clients other where other.business_id = $1 and other.email = $4 and other.id <> $3)
    returning id
  ), saved as (
    insert into clients as known (business_id, created_by, email, company_name, contact_name, phone, address)
    select $1, $2, $4, $5, $6, $7, $8
    where not exists (select from same) and not exists (select from changed)
    on conflict (business_id, email) do update set
      company_name = excluded.company_name,
      contact_name = case when known.id = $3 then excluded.contact_name
        else coalesce(nullif(excluded.contact_name, ''), known.contact_name) end,
      phone = case when known.id = $3 then excluded.phone else coalesce(nullif(excluded.phone, ''), known.phone) end,
      address = case when known.id = $3 then excluded.address
        else coalesce(nullif(excluded.address, ''), known.address) end,
      updated_at = now()
    returning id
  )
  select id from same union all select id from changed union all select id from saved`

/**
 * Remembers the client of an invoice. An invoice matters more than the address book: when this fails it is undone and
 * logged, the transaction goes on, and the answer is null.
 */
export async function saveClient(
  { client: connection }: Transaction,
  log: Logger,
  owner: { businessId: string; userId: string },
  client: ClientDetails,
): Promise<string | null> {
  const { id, name, contactName, email, phone, address } = client
  const values = [owner.businessId, owner.userId, id, email, name, contactName, phone, address]
  async function save(): Promise<string | null> {
    // Sent together. After a failure the release fails too, and the savepoint is still there to go back to.
    const [, saved] = await Promise.all([
      connection.query('savepoint save_client'),
      connection.query<{ id: string }>({ name: 'save-client', text: saveStatement, values }),
      connection.query('release savepoint save_client'),
    ])
    return saved.rows[0]?.id ?? null
  }
  const undo = () => connection.query('rollback to savepoint save_client')
  try {
    return await save().catch(async (error: unknown) => {
      // The address that a chosen client moves to was taken at this very moment. Now that this is seen, it can be saved.
      if (!isUniqueViolation(error, 'clients_email')) throw error
      await undo()
      return save()
    })
  } catch (error) {
    await undo()
    log.warn({ err: error }, 'the client of an invoice could not be saved')
    return null
  }
}
