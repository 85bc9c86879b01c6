import type { Transaction } from '../../src/platform/db/transaction.ts'

/** The data of one owner at one bank, however often it is connected. All sample data is derived from it. */
export interface SandboxBook {
  /** The hash of the product's id for the owner. */
  owner: string
  institutionId: string
  /** When the bank was first connected. */
  openedAt: string
}

const batchSize = 200
const retentionMs = 30 * 24 * 3_600_000

/** Opens the existing book, or a new one that starts now. Each call also deletes some abandoned books. */
export async function openBook(
  { client }: Transaction,
  { owner, institutionId }: Pick<SandboxBook, 'owner' | 'institutionId'>,
  now: Date,
): Promise<SandboxBook> {
  await client.query(
    `delete from bank_sandbox.books where (owner_hash, institution_id) in (
       select owner_hash, institution_id from bank_sandbox.books where left_at <= $1
       order by left_at limit $2 for update skip locked)`,
    [new Date(now.getTime() - retentionMs), batchSize],
  )
  // Keeps an existing row, and waits for a concurrent request that is opening or leaving it.
  const { rows } = await client.query<{ opened_at: Date }>(
    `insert into bank_sandbox.books as b (owner_hash, institution_id, opened_at) values ($1, $2, $3)
     on conflict (owner_hash, institution_id) do update set left_at = null returning opened_at`,
    [owner, institutionId, now],
  )
  const openedAt = rows[0]?.opened_at ?? now
  return { owner, institutionId, openedAt: openedAt.toISOString() }
}

/**
 * Marks the book as abandoned unless another item uses it. Called after the item was deleted. An abandoned
 * book is kept for a while.
 */
export async function leaveBook(
  { client }: Transaction,
  { owner, institutionId }: Pick<SandboxBook, 'owner' | 'institutionId'>,
  now: Date,
): Promise<void> {
  const book = [owner, institutionId]
  // Serializes concurrent calls: otherwise each of two would see the item of the other.
  await client.query(
    'select from bank_sandbox.books where owner_hash = $1 and institution_id = $2 for update',
    book,
  )
  await client.query(
    `update bank_sandbox.books set left_at = $3 where owner_hash = $1 and institution_id = $2
       and not exists (select from bank_sandbox.items
         where body ->> 'owner' = $1 and body ->> 'institutionId' = $2)`,
    [...book, now],
  )
}
