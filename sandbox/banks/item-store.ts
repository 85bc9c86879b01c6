import type { Transaction } from '../../src/platform/db/transaction.ts'
import { BankRefusal } from './bank-refusal.ts'
import type { SandboxBook } from './book-store.ts'
import { hashToken } from './token-store.ts'

/** The access to one bank, with all its accounts. A new item has new account ids but the same book. */
export interface SandboxItem extends SandboxBook {
  id: string
  webhook: string | null
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
