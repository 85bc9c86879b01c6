import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { Currency } from '../../src/shared/currencies.ts'
import { BankRefusal } from './bank-refusal.ts'
import { hashToken } from './token-store.ts'

/** The data of one owner at one bank, however often it is connected. All sample data is derived from it. */
export interface SandboxBook {
  /** The hash of the product's id for the owner. */
  owner: string
  institutionId: string
  /** When the bank was first connected. */
  openedAt: string
}

/** The access to one bank, with all its accounts. A new item has new account ids but the same book. */
export interface SandboxItem extends SandboxBook {
  id: string
  webhook: string | null
  /** Of its accounts; US dollars without one. */
  currency?: Currency | undefined
  createdAt: string
  /** The bank returns no data until the owner signs in again. */
  needsSignIn: boolean
}

export async function insertItem(
  { client }: Transaction,
  item: SandboxItem,
  accessToken: string,
): Promise<void> {
  await client.query(
    `insert into bank_sandbox.items (id, access_token_hash, body, opened_at, created_at)
     values ($1, $2, $3, $4, $5)`,
    [item.id, hashToken(accessToken), item, item.openedAt, item.createdAt],
  )
}

export async function saveItem({ client }: Transaction, item: SandboxItem): Promise<void> {
  await client.query('update bank_sandbox.items set body = $2 where id = $1', [item.id, item])
}

export async function deleteItem({ client }: Transaction, item: SandboxItem): Promise<void> {
  await client.query('delete from bank_sandbox.items where id = $1', [item.id])
}

export async function findItem(
  { client }: Transaction,
  id: string,
  { lock = false } = {},
): Promise<SandboxItem | null> {
  const { rows } = await client.query<{ body: SandboxItem }>(
    `select body from bank_sandbox.items where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  )
  return rows[0]?.body ?? null
}

/** Reads an item in any state. */
export async function getItem(
  { client }: Transaction,
  accessToken: string,
  { lock = false } = {},
): Promise<SandboxItem> {
  const { rows } = await client.query<{ body: SandboxItem }>(
    `select body from bank_sandbox.items where access_token_hash = $1 ${lock ? 'for update' : ''}`,
    [hashToken(accessToken)],
  )
  if (!rows[0]) throw new BankRefusal('INVALID_ACCESS_TOKEN')
  return rows[0].body
}

/** Reads an item that does not need a new sign-in; throws otherwise. */
export async function getSignedInItem(
  tx: Transaction,
  accessToken: string,
  options: { lock?: boolean } = {},
): Promise<SandboxItem> {
  const item = await getItem(tx, accessToken, options)
  if (item.needsSignIn) throw new BankRefusal('ITEM_LOGIN_REQUIRED')
  return item
}

/** Lists the items whose books were opened after `from`, up to `to`. */
export async function listItemsOpened(
  { client }: Transaction,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<SandboxItem[]> {
  const { rows } = await client.query<{ body: SandboxItem }>(
    'select body from bank_sandbox.items where opened_at > $1 and opened_at <= $2 order by opened_at limit $3',
    [from, to, limit],
  )
  return rows.map(({ body }) => body)
}

type BookOwner = Pick<SandboxBook, 'owner' | 'institutionId'>

const batchSize = 200
const retentionMs = 30 * 24 * 3_600_000

/** Opens the existing book, or a new one that starts now. Each call also deletes some abandoned books. */
export async function openBook(
  { client }: Transaction,
  { owner, institutionId }: BookOwner,
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

/** Marks the book as abandoned, after its item was deleted, unless another item uses it. It is kept for a while. */
export async function leaveBook(
  { client }: Transaction,
  { owner, institutionId }: BookOwner,
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
