import type { Transaction } from '../../src/platform/db/transaction.ts'
import type { SandboxOrder } from './sandbox-order.ts'
import { notFound } from './sandbox-refusal.ts'

interface Wanted {
  /** Left out: whosever it is. */
  account?: string
  /** Nobody else changes it until the transaction ends. */
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

export function getOrder(tx: Transaction, id: string, wanted: Wanted = {}): Promise<SandboxOrder> {
  return get(tx, 'id', id, wanted)
}

export function getOrderOfCapture(tx: Transaction, captureId: string, wanted: Wanted): Promise<SandboxOrder> {
  return get(tx, 'capture_id', captureId, wanted)
}

async function get(
  { client }: Transaction,
  column: 'id' | 'capture_id',
  id: string,
  { account, lock = false }: Wanted,
): Promise<SandboxOrder> {
  // No text in the database can hold this character, so asking for one with it is an error there.
  if (id.includes('\0')) throw notFound()
  const { rows } = await client.query<{ body: SandboxOrder }>(
    `select body from paypal_sandbox.orders
     where ${column} = $1 and ($2::text is null or account = $2) ${lock ? 'for update' : ''}`,
    [id, account ?? null],
  )
  if (!rows[0]) throw notFound()
  return rows[0].body
}
