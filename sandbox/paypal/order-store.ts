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

export function getOrder(tx: Transaction, id: string, options: ReadOptions = {}): Promise<SandboxOrder> {
  return readOrder(tx, 'id', id, options)
}

export function getOrderOfCapture(
  tx: Transaction,
  captureId: string,
  options: ReadOptions,
): Promise<SandboxOrder> {
  return readOrder(tx, 'capture_id', captureId, options)
}

async function readOrder(
  { client }: Transaction,
  column: 'id' | 'capture_id',
  id: string,
  { account, lock = false }: ReadOptions,
): Promise<SandboxOrder> {
  // Postgres text cannot contain a null character, so such a query would fail.
  if (id.includes('\0')) throw notFound()
  const { rows } = await client.query<{ body: SandboxOrder }>(
    `select body from paypal_sandbox.orders
     where ${column} = $1 and ($2::text is null or account = $2) ${lock ? 'for update' : ''}`,
    [id, account ?? null],
  )
  if (!rows[0]) throw notFound()
  return rows[0].body
}

/**
 * Deletes some old orders and responses. Runs with each new order, so that the tables do not grow without
 * limit.
 */
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
