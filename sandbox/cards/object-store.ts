import { type Transaction, withCardSandbox } from '../../src/platform/db/transaction.ts'
import type { CardSandbox, SandboxScope } from './card-sandbox.ts'
import { noSuch } from './sandbox-error.ts'
import type { SandboxObject, SandboxObjects } from './sandbox-objects.ts'

export type ObjectType = keyof SandboxObjects
export type StoreScope = Pick<SandboxScope, 'tx' | 'account'>

interface InsertOptions {
  /** The object that it belongs to: the customer of a subscription, the payment of a refund. */
  parent?: string | null | undefined
  /** When it must be processed next: advanced or deleted. */
  dueAt?: Date | undefined
}

export interface StoredObject<Body> {
  account: string
  body: Body
}

export async function insertObject(
  { tx, account }: StoreScope,
  body: SandboxObject,
  { parent = null, dueAt }: InsertOptions = {},
): Promise<void> {
  await tx.client.query(
    `insert into card_sandbox.objects (id, account, type, parent, body, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, to_timestamp($7))`,
    [body.id, account, body.object, parent, body, dueAt ?? null, body.created],
  )
}

/** Saves an object. `dueAt` undefined keeps the stored time; null means that it is never due. */
export async function saveObject(
  { tx }: Pick<StoreScope, 'tx'>,
  body: SandboxObjects[ObjectType],
  dueAt?: Date | null,
): Promise<void> {
  await tx.client.query(
    'update card_sandbox.objects set body = $2, due_at = case when $3 then $4 else due_at end where id = $1',
    [body.id, body, dueAt !== undefined, dueAt ?? null],
  )
}

/** Reads an object of any account, or of the given one. With `lock`, it is locked until the transaction ends. */
export async function readObject<Type extends ObjectType>(
  { client }: Transaction,
  type: Type,
  id: string,
  { lock = false, account }: { lock?: boolean; account?: string | undefined } = {},
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

/** Reads an object of the account; undefined without an id. */
export async function findObject<Type extends ObjectType>(
  { tx, account }: StoreScope,
  type: Type,
  id: string | null | undefined,
  { lock = false }: { lock?: boolean } = {},
): Promise<SandboxObjects[Type] | undefined> {
  return id ? (await readObject(tx, type, id, { account, lock }))?.body : undefined
}

/** Reads an object of the account, or refuses the request. `param` names the parameter with the id. */
export async function getObject<Type extends ObjectType>(
  scope: StoreScope,
  type: Type,
  id: string,
  { param, lock = false }: { param?: string; lock?: boolean } = {},
): Promise<SandboxObjects[Type]> {
  const found = await findObject(scope, type, id, { lock })
  if (!found) throw noSuch(type, id, param)
  return found
}

/** Lists objects, newest first. */
export async function listObjects<Type extends ObjectType>(
  { tx, account }: StoreScope,
  type: Type,
  parent?: string,
): Promise<SandboxObjects[Type][]> {
  const { rows } = await tx.client.query<{ body: SandboxObjects[Type] }>(
    `select body from card_sandbox.objects
     where account = $1 and type = $2 and ($3::text is null or parent = $3) order by place desc limit 1000`,
    [account, type, parent ?? null],
  )
  return rows.map(({ body }) => body)
}

const batchSize = 1000
const maxBatches = 20

/** Deletes expired events and portal sessions. What is left after the last batch, the next call deletes. */
export async function forgetOldObjects(sandbox: CardSandbox, size = batchSize): Promise<void> {
  for (let count = 0; count < maxBatches; count += 1) {
    const deleted = await withCardSandbox(sandbox.database, ({ client }) =>
      client.query(
        `delete from card_sandbox.objects where id in (
           select id from card_sandbox.objects
           where type in ('event', 'billing_portal.session') and due_at <= $1
           order by due_at limit $2 for update skip locked)`,
        [sandbox.now(), size],
      ),
    )
    if ((deleted.rowCount ?? 0) < size) return
  }
}
