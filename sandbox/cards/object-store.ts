import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { SandboxObject, SandboxObjects } from './sandbox-objects.ts'

interface InsertOptions {
  account: string
  /** The object that it belongs to: the customer of a subscription, the payment of a refund. */
  parent?: string | undefined
  /** When it must be processed next: advanced or deleted. */
  dueAt?: Date | undefined
}

export interface StoredObject<Body> {
  account: string
  body: Body
}

export async function insertObject(
  { client }: Transaction,
  options: InsertOptions,
  body: SandboxObject,
): Promise<void> {
  await client.query(
    `insert into card_sandbox.objects (id, account, type, parent, body, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7))`,
    [
      body.id,
      options.account,
      body.object,
      options.parent ?? null,
      body,
      options.dueAt ?? null,
      body.created,
    ],
  )
}

/** Saves an object. `dueAt` undefined keeps the stored time; null means that it is never due. */
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

/**
 * Reads an object. With `lock`, it is locked until the transaction ends. Without `account`, objects of every
 * account are found.
 */
export async function readObject<Type extends keyof SandboxObjects>(
  { client }: Transaction,
  type: Type,
  id: string,
  { lock = false, account }: { lock?: boolean; account?: string } = {},
): Promise<StoredObject<SandboxObjects[Type]> | undefined> {
  // Postgres text cannot contain a null character, so such a query would fail.
  if (id.includes('\0')) return undefined
  const { rows } = await client.query<StoredObject<SandboxObjects[Type]>>(
    `select account, body from card_sandbox.objects
     where id = $1 and type = $2 and ($3::text is null or account = $3) ${lock ? 'for update' : ''}`,
    [id, type, account ?? null],
  )
  return rows[0]
}

/** Lists objects, newest first. */
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
