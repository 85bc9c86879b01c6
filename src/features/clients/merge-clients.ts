import pg from 'pg'
import type { Database } from '../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { AppError, invalidField } from '../../shared/errors.ts'
import { type LockedClient, clientNotFound, lockClient, noteClientEvent } from './client-rows.ts'
import { describeBelongings, lockBelongings, moveBelongings } from './client-tables.ts'
import { type Client, maxNotes, type previewMerge as previewContract } from './contract.ts'
import { selectClient } from './queries.ts'

interface Merge {
  businessId: string
  from: string
  into: string
}

export async function previewMerge(
  database: Database,
  { businessId, from, into }: Merge,
): Promise<ResponseOf<typeof previewContract>> {
  return withTenant(database, businessId, async (tx) => {
    const { rows } = await tx.client.query<Client & { notes: string; mergedInto: string | null }>(
      `${selectClient}, notes, merged_into as "mergedInto" from clients where business_id = $1 and id in ($2, $3)`,
      [businessId, from, into],
    )
    const find = (id: string) => {
      const row = rows.find((one) => one.id === id)
      if (!row) throw clientNotFound()
      assertNotMerged(row)
      const { notes, mergedInto: _none, ...client } = row
      return { notes, client }
    }
    const [first, other] = [find(from), find(into)]
    assertTwo(from, into)
    return {
      from: first.client,
      into: other.client,
      moves: await describeBelongings(tx, businessId, from),
      addsNotes: first.notes !== '',
    }
  })
}

/** How often a merge starts again because an invoice was being saved at that moment. */
const maxTries = 20

/** Merges a client into another. Its row stays, hidden, and leads to the other one. */
export async function mergeClients(deps: Deps<'database' | 'now'>, merge: Merge): Promise<{ id: string }> {
  for (let tries = 1; ; tries += 1) {
    try {
      await withTenant(deps.database, merge.businessId, (tx) => mergeOnce(tx, merge, deps.now()))
      return { id: merge.into }
    } catch (error) {
      if (!isLockBusy(error)) throw error
      if (tries === maxTries) {
        throw new AppError(
          'UNAVAILABLE',
          'An invoice of this client is being saved right now. Please try again in a moment.',
        )
      }
    }
  }
}

const isLockBusy = (error: unknown) => error instanceof pg.DatabaseError && error.code === '55P03'

async function mergeOnce(tx: Transaction, merge: Merge, now: Date): Promise<void> {
  const { businessId, from, into } = merge
  await lockBelongings(tx, merge, { nowait: false })
  const locked = new Map<string, LockedClient>()
  // In one order, so that two merges never wait for each other.
  for (const id of new Set([from, into].toSorted())) {
    locked.set(id, await lockClient(tx, { businessId, id }, id === from ? 'removal' : 'change'))
  }
  const [first, other] = [locked.get(from), locked.get(into)]
  if (!first || !other) throw clientNotFound()
  assertTwo(from, into)
  assertNotMerged(first)
  assertNotMerged(other)
  // What was saved between the two locks belongs to the client, too.
  await lockBelongings(tx, merge, { nowait: true })
  const notes = [other.notes, first.notes].filter((text) => text !== '').join('\n\n')
  if (notes.length > maxNotes) {
    throw invalidField(
      'into',
      `The notes of both clients together are longer than ${maxNotes.toLocaleString('en-US')} characters. Please shorten one of them first.`,
    )
  }
  await restartReminders(tx, merge, now)
  await moveBelongings(tx, merge)
  await tx.client.query(
    `update clients set merged_into = $3, archived_at = null, notes = '', updated_at = $4
     where business_id = $1 and (id = $2 or merged_into = $2)`,
    [businessId, from, into, now],
  )
  await tx.client.query(
    `update clients set notes = $3::text, notes_version = notes_version + case when notes = $3::text then 0 else 1 end,
       updated_at = $4 where business_id = $1 and id = $2`,
    [businessId, into, notes, now],
  )
  await noteClientEvent(tx, { businessId, id: into }, 'merged', first.companyName)
}

/** If the first client gets no reminders and the other does, those whose day has passed are not sent now. */
async function restartReminders(
  { client }: Transaction,
  { businessId, from, into }: Merge,
  now: Date,
): Promise<void> {
  await client.query(
    `update invoices set reminders_since = $4, reminders_not_before = null
     where business_id = $1 and client_id = $2 and status = 'pending' and send_reminder
       and (select no_reminders from clients where business_id = $1 and id = $2)
       and not (select no_reminders from clients where business_id = $1 and id = $3)`,
    [businessId, from, into, now],
  )
}

function assertTwo(from: string, into: string): void {
  if (from === into) throw invalidField('into', 'Please choose another client.')
}

function assertNotMerged({
  companyName,
  mergedInto,
}: Pick<LockedClient, 'companyName' | 'mergedInto'>): void {
  if (mergedInto === null) return
  throw new AppError(
    'CLIENT_MERGED',
    `${companyName} has been merged into another client in the meantime. Nothing was changed.`,
  )
}
