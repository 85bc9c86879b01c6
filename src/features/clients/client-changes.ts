import { and, eq } from 'drizzle-orm'
import { clients } from '../../platform/db/tables/clients.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Identity } from '../../platform/http/api.ts'
import { assertVersion } from '../../shared/assert-version.ts'
import type { BodyOf, ResponseOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { checkTaxId } from '../../shared/tax-ids.ts'
import { readOwnValues } from '../fields/read-own-values.ts'
import { clientNotFound, lockClient, lockShownClient, noteClientEvent } from './client-rows.ts'
import { describeBelongings } from './client-tables.ts'
import type * as contract from './contract.ts'

type SavedClient = ResponseOf<typeof contract.createClient>
type ClientDeps = Deps<'database' | 'now'>

/** The details as columns. The tax number is written in the customary way of its country. */
function toColumns(
  { name, currency, taxId, ownFields: _own, ...details }: contract.ClientInput,
  home: string,
) {
  const checked = checkTaxId(details.country, taxId)
  return {
    ...details,
    companyName: name,
    taxId: 'taxId' in checked ? checked.taxId : taxId,
    // A client whose invoices are in the home currency has none of its own.
    currency: currency === home ? null : currency,
  }
}

export async function refuseTakenEmail<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    if (!isUniqueViolation(error, 'clients_email')) throw error
    const message = 'You already have a client with this email address.'
    throw new AppError('EMAIL_TAKEN', message, { fields: { email: message }, cause: error })
  })
}

export async function createClient(
  { database, now }: ClientDeps,
  { businessId, business, userId }: Identity,
  { client, noReminders }: BodyOf<typeof contract.createClient>,
): Promise<SavedClient> {
  const at = now()
  return refuseTakenEmail(() =>
    withTenant(database, businessId, async (tx) => {
      const ownFields = await readOwnValues(tx, 'client', client.ownFields ?? {})
      const [row] = await tx.db
        .insert(clients)
        .values({
          ...toColumns(client, business.currency),
          ownFields,
          noReminders,
          businessId,
          createdBy: userId,
          createdAt: at,
          updatedAt: at,
        })
        .returning({ id: clients.id })
      if (!row) throw new Error('no row came back for the new client')
      await noteClientEvent(tx, { businessId, id: row.id }, 'created')
      return { id: row.id, updatedAt: at.toISOString() }
    }),
  )
}

export async function updateClient(
  { database, now }: ClientDeps,
  { businessId, business }: Identity,
  id: string,
  { client, updatedAt }: BodyOf<typeof contract.updateClient>,
): Promise<SavedClient> {
  return refuseTakenEmail(() =>
    withTenant(database, businessId, async (tx) => {
      const row = await lockShownClient(tx, { businessId, id })
      assertVersion('client', row.updatedAt.toISOString(), updatedAt)
      const ownFields = await readOwnValues(tx, 'client', client.ownFields ?? {}, row.ownFields)
      const columns = { ...toColumns(client, business.currency), ownFields }
      // Two changes within a millisecond are two versions, too.
      const at = new Date(Math.max(now().getTime(), row.updatedAt.getTime() + 1))
      await change(tx, { businessId, id }, { ...columns, updatedAt: at })
      await noteClientEvent(tx, { businessId, id }, 'changed')
      return { id, updatedAt: at.toISOString() }
    }),
  )
}

export async function saveClientNotes(
  { database }: Pick<ClientDeps, 'database'>,
  businessId: string,
  id: string,
  { notes, version }: BodyOf<typeof contract.saveClientNotes>,
): Promise<{ version: number }> {
  return withTenant(database, businessId, async (tx) => {
    const row = await lockShownClient(tx, { businessId, id })
    if (row.notes === notes) return { version: row.notesVersion }
    if (row.notesVersion !== version) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'These notes have been changed elsewhere in the meantime. Reload them to see the latest version.',
      )
    }
    const next = version + 1
    await change(tx, { businessId, id }, { notes, notesVersion: next })
    await noteClientEvent(tx, { businessId, id }, 'notes')
    return { version: next }
  })
}

export async function archiveClient(
  { database, now }: ClientDeps,
  businessId: string,
  id: string,
  { archived }: BodyOf<typeof contract.archiveClient>,
): Promise<void> {
  await withTenant(database, businessId, async (tx) => {
    const { archivedAt } = await lockShownClient(tx, { businessId, id })
    if ((archivedAt !== null) === archived) return
    await change(tx, { businessId, id }, { archivedAt: archived ? now() : null })
    await noteClientEvent(tx, { businessId, id }, archived ? 'archived' : 'unarchived')
  })
}

/** Deletes a client that nothing belongs to. */
export async function deleteClient(
  { database }: Pick<ClientDeps, 'database'>,
  businessId: string,
  id: string,
): Promise<void> {
  await withTenant(database, businessId, async (tx) => {
    const { companyName, mergedInto } = await lockClient(tx, { businessId, id }, 'removal')
    if (mergedInto !== null) throw clientNotFound()
    const belongings = await describeBelongings(tx, businessId, id)
    if (belongings.length > 0) {
      throw new AppError(
        'CLIENT_IN_USE',
        `${companyName} has ${belongings.join(', ')}, so it can’t be deleted. Archive it instead: it’s hidden, and everything stays.`,
      )
    }
    await tx.db.delete(clients).where(and(eq(clients.businessId, businessId), eq(clients.id, id)))
  })
}

async function change(
  { db }: Transaction,
  { businessId, id }: { businessId: string; id: string },
  columns: Partial<typeof clients.$inferInsert>,
): Promise<void> {
  await db
    .update(clients)
    .set(columns)
    .where(and(eq(clients.businessId, businessId), eq(clients.id, id)))
}
