import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { SandboxOrder } from './sandbox-order.ts'
import { notFound } from './sandbox-refusal.ts'

const retentionMs = 30 * 86_400_000
const batchSize = 200

interface ReadOptions {
  /** Omitted to read the order of any account. */
  account?: string
  /** Locks the order until the transaction ends. */
  lock?: boolean
  /** The column of the id. */
  by?: 'id' | 'capture_id'
}

export async function insertOrder(
  { client }: Transaction,
  account: string,
  order: SandboxOrder,
): Promise<void> {
  await client.query(
    'insert into paypal_sandbox.orders (id, account, body, created_at) values ($1, $2, $3, $4)',
    [order.id, account, order, order.createdAt],
  )
}

export async function saveOrder({ client }: Transaction, order: SandboxOrder): Promise<void> {
  await client.query('update paypal_sandbox.orders set body = $2, capture_id = $3 where id = $1', [
    order.id,
    order,
    order.payment?.id ?? null,
  ])
}

export async function getOrder(
  { client }: Transaction,
  id: string,
  { account, lock = false, by = 'id' }: ReadOptions = {},
): Promise<SandboxOrder> {
  // Postgres text cannot contain a null character, so such a query would fail.
  if (id.includes('\0')) throw notFound()
  const { rows } = await client.query<{ body: SandboxOrder }>(
    `select body from paypal_sandbox.orders
     where ${by} = $1 and ($2::text is null or account = $2) ${lock ? 'for update' : ''}`,
    [id, account ?? null],
  )
  if (!rows[0]) throw notFound()
  return rows[0].body
}

export async function listPaidOrders(
  { client }: Transaction,
  { account, merchant }: { account: string; merchant: string },
): Promise<SandboxOrder[]> {
  const { rows } = await client.query<{ body: SandboxOrder }>(
    `select body from paypal_sandbox.orders
     where account = $1 and coalesce(body ->> 'merchant', '') = $2 and capture_id is not null
     order by created_at limit 10000`,
    [account, merchant],
  )
  return rows.map(({ body }) => body)
}

/** Deletes some old orders and responses with each new order, so that the tables stay small. */
export async function deleteOld({ client }: Transaction, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionMs)
  for (const [table, key] of [
    ['orders', 'id'],
    ['answers', 'account, request_id'],
  ]) {
    await client.query(
      `delete from paypal_sandbox.${table} where (${key}) in (
         select ${key} from paypal_sandbox.${table} where created_at < $1
         order by created_at limit $2 for update skip locked)`,
      [before, batchSize],
    )
  }
}
