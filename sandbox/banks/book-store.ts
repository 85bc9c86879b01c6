import type { Transaction } from '../../src/platform/db/transaction.ts'

/** What one owner has at one bank, however often it is connected: all that is made up follows from it. */
export interface SandboxBook {
  /** The hash of whatever the product calls the owner. */
  owner: string
  institutionId: string
  /** The first time that it was connected. */
  openedAt: string
}

const batch = 200
const isKept = 30 * 24 * 3_600_000

/** The book that is there, or a new one that begins now. Whoever opens one takes away some that nobody came back to. */
export async function openBook(
  { client }: Transaction,
  { owner, institutionId }: Pick<SandboxBook, 'owner' | 'institutionId'>,
  now: Date,
): Promise<SandboxBook> {
  await client.query(
    `delete from bank_sandbox.books where (owner_hash, institution_id) in (
       select owner_hash, institution_id from bank_sandbox.books where left_at <= $1
       order by left_at limit $2 for update skip locked)`,
    [new Date(now.getTime() - isKept), batch],
  )
  // Keeps the one that is there, and waits for whoever is just opening or leaving it.
  const { rows } = await client.query<{ opened_at: Date }>(
    `insert into bank_sandbox.books as b (owner_hash, institution_id, opened_at) values ($1, $2, $3)
     on conflict (owner_hash, institution_id) do update set left_at = null returning opened_at`,
    [owner, institutionId, now],
  )
  const openedAt = rows[0]?.opened_at ?? now
  return { owner, institutionId, openedAt: openedAt.toISOString() }
}

/** Kept for a while, unless another access to it is there. Called once the item is gone. */
export async function leaveBook(
  { client }: Transaction,
  { owner, institutionId }: Pick<SandboxBook, 'owner' | 'institutionId'>,
  now: Date,
): Promise<void> {
  const book = [owner, institutionId]
  // One at a time: two that leave at once would each take the other for still there.
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
