import { lockInvoice } from '../../../src/features/invoices/queries.ts'
import { settleInvoice } from '../../../src/features/invoices/settle-invoice.ts'
import { recordPayment, undoPayment } from '../../../src/features/payments/contract.ts'
import { receivePayment } from '../../../src/features/payments/ledger/receive-payment.ts'
import { beginningOf } from '../figures/calendar.ts'
import { anyInvoice } from './invoice-acts.ts'
import type { ReportWorld } from './world.ts'

/** By hand: in part or in full, on time for the discount or not. */
export async function payByHand(world: ReportWorld): Promise<void> {
  const chosen = await anyInvoice(world, `status = 'pending'`)
  if (!chosen) return
  const { openMinor, issueDate } = chosen
  const onTime = issueDate <= world.today() ? issueDate : world.today()
  const body = {
    method: world.pick(['cash', 'transfer', 'cheque', 'other'] as const),
    amountMinor: world.pick([openMinor, openMinor, Math.round(openMinor * 0.98), world.upTo(openMinor)]),
    receivedOn: world.chance(0.4) ? onTime : world.pastDate(),
    note: '',
    sendReceipt: false,
    requestId: world.id(),
  }
  await world.ask(recordPayment, { params: { id: chosen.id }, body })
}

/** A moment on a day that has come: at its very beginning, just before, or later. */
function moment(world: ReportWorld): Date {
  const at = beginningOf(world.zone, world.pastDate()).getTime() + world.pick([-1, 0, 40_000_000])
  return new Date(Math.min(at, world.clock.now.getTime()))
}

/** No money goes back before it came. */
function momentAfter(world: ReportWorld, before: Date): Date {
  const drawn = moment(world)
  return drawn < before ? before : drawn
}

/** By card: in part, in full or too much; a test payment; one for an invoice that is gone. */
export async function payByCard(world: ReportWorld): Promise<void> {
  const chosen = await anyInvoice(world, `status <> 'cancelled'`)
  const isOrphan = !chosen || world.chance(0.15)
  const method = world.pick(['card', 'card', 'paypal'] as const)
  const totalMinor = chosen ? chosen.totalMinor : world.minor()
  const amountMinor = Math.max(
    1,
    world.pick([totalMinor, totalMinor + world.upTo(500), world.upTo(totalMinor), chosen?.openMinor ?? 1]),
  )
  await world.books.tenant((tx) =>
    receivePayment(tx, world.app.deps, {
      businessId: world.businessId,
      invoiceId: isOrphan ? null : chosen.id,
      invoiceNumber: chosen?.number ?? 'GONE',
      method,
      isTest: world.chance(0.2),
      currency: chosen?.currency ?? world.currency(),
      amountMinor,
      creditedMinor: world.chance(0.3) ? Math.floor(totalMinor / 50) : 0,
      receivedAt: moment(world),
      providerPaymentId: `pi_${world.id()}`,
      sendReceipt: false,
      notifyOwner: false,
    }),
  )
}

export async function undo(world: ReportWorld): Promise<void> {
  const { rows } = await world.run(
    `select id, invoice_id as "invoiceId" from payments where business_id = $1 and invoice_id is not null
       and undone_at is null and method not in ('card', 'paypal') order by created_at, id`,
    [world.businessId],
  )
  if (rows.length === 0) return
  const { id: paymentId, invoiceId: id } = world.pick(rows)
  await world.ask(undoPayment, { params: { id, paymentId } })
}

interface Paid {
  id: string
  invoiceId: string | null
  leftMinor: number
  amountMinor: number
  receivedAt: Date
}

/** Something goes back of a payment by card. */
async function giveBack(world: ReportWorld, insert: (paid: Paid) => [string, unknown[]]): Promise<void> {
  const { rows } = await world.run(
    `select p.id, p.invoice_id as "invoiceId", p.amount_minor::float8 as "amountMinor", p.received_at as "receivedAt",
       (p.amount_minor - coalesce((select sum(r.amount_minor) from refunds r where r.payment_id = p.id), 0))::float8 as "leftMinor"
     from payments p where p.business_id = $1 and p.method in ('card', 'paypal') order by p.created_at, p.id`,
    [world.businessId],
  )
  const possible = (rows as Paid[]).filter(({ leftMinor }) => leftMinor > 0)
  if (possible.length === 0) return
  const paid = world.pick(possible)
  const [text, values] = insert(paid)
  await changeLedger(world, paid.invoiceId, text, values)
}

/** Changes money of an invoice and settles it, as everything does that changes the ledger. */
async function changeLedger(
  world: ReportWorld,
  invoiceId: string | null,
  text: string,
  values: unknown[],
): Promise<void> {
  await world.books.tenant(async (tx) => {
    if (invoiceId !== null) await lockInvoice(tx, invoiceId)
    await tx.client.query(text, values)
    if (invoiceId !== null)
      await settleInvoice(tx, { businessId: world.businessId, invoiceId }, world.clock.now)
  })
}

export const refund = (world: ReportWorld) =>
  giveBack(world, (paid) => [
    `insert into refunds (business_id, id, payment_id, amount_minor, state, still_owed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      world.businessId,
      world.id(),
      paid.id,
      world.pick([paid.leftMinor, 1 + world.upTo(paid.leftMinor - 1)]),
      world.pick(['requested', 'pending', 'succeeded', 'succeeded', 'failed']),
      world.chance(0.4),
      momentAfter(world, paid.receivedAt),
    ],
  ])

export const dispute = (world: ReportWorld) =>
  giveBack(world, (paid) => [
    `insert into disputes (business_id, id, payment_id, amount_minor, reason, state, provider_dispute_id, url, needs_response,
       still_owed, opened_at)
     values ($1, $2::uuid, $3, $4, 'fraudulent', $5, $2::uuid::text, 'https://cards.example', false, $6, $7)`,
    [
      world.businessId,
      world.id(),
      paid.id,
      world.pick([paid.amountMinor, 1 + world.upTo(paid.amountMinor - 1)]),
      world.pick(['inquiry', 'open', 'won', 'lost']),
      world.chance(0.7),
      momentAfter(world, paid.receivedAt),
    ],
  ])

/** A refund succeeds or fails, a dispute is decided, or the owner says whether the client still owes it. */
export async function decide(world: ReportWorld): Promise<void> {
  const table = world.pick(['refunds', 'disputes'])
  const { rows } = await world.run(
    `select b.id, p.invoice_id as "invoiceId" from ${table} b join payments p on p.id = b.payment_id
     where b.business_id = $1 order by b.created_at, b.id`,
    [world.businessId],
  )
  if (rows.length === 0) return
  const { id, invoiceId } = world.pick(rows)
  const states = table === 'refunds' ? ['pending', 'succeeded', 'failed'] : ['open', 'won', 'lost']
  await changeLedger(world, invoiceId, `update ${table} set state = $2, still_owed = $3 where id = $1`, [
    id,
    world.pick(states),
    world.chance(0.5),
  ])
}
