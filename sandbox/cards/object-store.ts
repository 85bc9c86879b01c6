import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { SandboxObject, SandboxObjects } from './sandbox-objects.ts'

interface Place {
  account: string
  /** What it belongs to: the customer of a subscription, the payment of a refund. */
  parent?: string | undefined
  /** When it has to be looked at by itself, be it to go on or to be deleted. */
  dueAt?: Date | undefined
}

export interface StoredObject<Body> {
  account: string
  body: Body
}

export async function insertObject(
  { client }: Transaction,
  place: Place,
  body: SandboxObject,
): Promise<void> {
  await client.query(
    `insert into card_sandbox.objects (id, account, type, parent, body, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7))`,
    [body.id, place.account, body.object, place.parent ?? null, body, place.dueAt ?? null, body.created],
  )
}

/** `dueAt` undefined leaves it as it is; null: it need not be looked at any more. */
export async function saveObject(
  { client }: Transaction,
  body: SandboxObjects[keyof SandboxObjects],
  dueAt?: Date | null,
): Promise<void> {
  await client.query(
    'update card_sandbox.objects set body = $2, due_at = case when $3 then $4 else due_at end where id = $1',
    [body.id, body, dueAt !== undefined, dueAt ?? null],
  )
}

/** With `lock`, nobody else changes it until the transaction ends. Without `account`, whosever it is. */
export async function readObject<Type extends keyof SandboxObjects>(
  { client }: Transaction,
  type: Type,
  id: string,
  { lock = false, account }: { lock?: boolean; account?: string } = {},
): Promise<StoredObject<SandboxObjects[Type]> | undefined> {
  // No text in the database can hold this character, so asking for one with it is an error there.
  if (id.includes('\0')) return undefined
  const { rows } = await client.query<StoredObject<SandboxObjects[Type]>>(
    `select account, body from card_sandbox.objects
     where id = $1 and type = $2 and ($3::text is null or account = $3) ${lock ? 'for update' : ''}`,
    [id, type, account ?? null],
  )
  return rows[0]
}

/** Newest first. */
export async function listObjects<Type extends keyof SandboxObjects>(
  { client }: Transaction,
  type: Type,
  { account, parent, limit = 1000 }: { account: string; parent?: string; limit?: number },
): Promise<SandboxObjects[Type][]> {
  const { rows } = await client.query<{ body: SandboxObjects[Type] }>(
    `select body from card_sandbox.objects
     where account = $1 and type = $2 and ($3::text is null or parent = $3) order by place desc limit $4`,
    [account, type, parent ?? null, limit],
  )
  return rows.map(({ body }) => body)
}
