import type { Transaction } from '../../platform/db/transaction.ts'

/** What one owner has at one bank, however often it is connected: all that is made up follows from it. */
export interface SandboxBook {
  /** The hash of whatever the product calls the owner. */
  owner: string
  institutionId: string
  /** The first time that it was connected. */
  openedAt: string
}

/** The book that is there, or a new one that begins now. */
export async function openBook(
  { client }: Transaction,
  { owner, institutionId }: Pick<SandboxBook, 'owner' | 'institutionId'>,
  now: Date,
): Promise<SandboxBook> {
  // Changes nothing where there is one, but waits for whoever is just opening it.
  const { rows } = await client.query<{ opened_at: Date }>(
    `insert into bank_sandbox.books as b (owner_hash, institution_id, opened_at) values ($1, $2, $3)
     on conflict (owner_hash, institution_id) do update set opened_at = b.opened_at returning opened_at`,
    [owner, institutionId, now],
  )
  const openedAt = rows[0]?.opened_at ?? now
  return { owner, institutionId, openedAt: openedAt.toISOString() }
}
