import { createCreditNote } from '../../../src/features/credit-notes/contract.ts'
import {
  createInvoice,
  deleteInvoice,
  duplicateInvoice,
  emailInvoice,
  getInvoice,
  updateInvoice,
} from '../../../src/features/invoices/contract.ts'
import type { InvoiceInput } from '../../../src/features/invoices/document/input-rules.ts'
import { followLateFees } from '../../../src/features/invoices/late-fees/change-late-fees.ts'
import { lockInvoice } from '../../../src/features/invoices/queries.ts'
import { later } from '../figures/calendar.ts'
import { clientInput, invoiceInput } from '../fixtures/invoice-input.ts'
import type { ReportWorld } from './world.ts'

type Draw = Pick<ReportWorld, 'upTo' | 'pick' | 'chance' | 'some' | 'minor'>

const taxRates = [
  { name: 'VAT', rate: 20_000 },
  { name: 'VAT', rate: 7700 },
  { name: 'City', rate: 8875 },
  { name: 'Levy', rate: 333 },
]

function drawCharge(draw: Draw, isTaxed: boolean): InvoiceInput['charge'] {
  const { pick, chance, some, upTo } = draw
  if (chance(0.25)) return { kind: 'amount', amountMinor: draw.minor() }
  const taxes = isTaxed ? taxRates.filter(() => chance(0.5)) : []
  const lines = [...some(() => 0), ...some(() => 0)].map(() => ({
    description: pick(['Design', 'Hosting', 'Design\nof three pages', ' Travel ', 'total', 'others']),
    quantity: pick([1000, 1000, 1500, 333, upTo(9999)]),
    rateMinor: draw.minor(),
    ...(chance(0.4) && { taxes: taxes.flatMap((_, index) => (chance(0.5) ? [index] : [])) }),
  }))
  return {
    kind: 'lines',
    taxIncluded: chance(0.3),
    lines,
    discount: chance(0.4)
      ? { kind: 'percentage', value: pick([10_000, 3333, 100_000, upTo(99_999)]), description: '' }
      : chance(0.2)
        ? { kind: 'fixed', value: 1 + upTo(300), description: '' }
        : null,
    taxes,
    fees: chance(0.3)
      ? some(() => ({ description: pick(['Delivery', 'Design']), amountMinor: upTo(3000) }))
      : [],
  }
}

function drawInput(world: ReportWorld): InvoiceInput {
  const { pick, chance } = world
  const name = pick(['Birch', 'Cedar', 'Elm'])
  const taxTreatment = pick(['standard', 'standard', 'standard', 'exempt', 'reverse_charge'] as const)
  const issueDate = world.date()
  const paymentTerms = pick(['net_30', '2_10_net_30', 'custom'] as const)
  const dueDate = later(issueDate, paymentTerms === 'custom' ? 10 + world.upTo(90) : 30)
  return invoiceInput({
    client: clientInput({ name, email: `${name.toLowerCase()}@example.com`, taxTreatment }),
    issueDate,
    dueDate,
    paymentTerms,
    currency: world.currency(),
    charge: drawCharge(world, taxTreatment === 'standard'),
    sendOption: pick(['do_not_send', 'do_not_send', 'do_not_send', 'email_later']),
    parts:
      paymentTerms === 'custom' && chance(0.6)
        ? [
            { amount: { kind: 'percentage', value: 1 + world.upTo(50_000) }, dueDate: later(dueDate, -9) },
            ...(chance(0.5)
              ? [
                  {
                    amount: { kind: 'fixed' as const, value: 1 + world.upTo(900) },
                    dueDate: later(dueDate, -4),
                  },
                ]
              : []),
          ]
        : [],
  })
}

export async function addInvoice(world: ReportWorld): Promise<void> {
  await world.ask(createInvoice, { body: { ...drawInput(world), requestId: world.id() } })
}

/** One of the invoices that a condition in SQL chooses. Ids are drawn by the product, so a run is repeated by what the acts drew. */
export async function anyInvoice(world: ReportWorld, where = 'true') {
  const { rows } = await world.run(
    `select id, version, currency, total_minor::float8 as "totalMinor", open_minor::float8 as "openMinor",
       issue_date::text as "issueDate", number, lines, fees
     from invoices where business_id = $1 and ${where} order by request_id, issue_date, total_minor, id`,
    [world.businessId],
  )
  return rows.length === 0 ? null : world.pick(rows)
}

export async function changeInvoice(world: ReportWorld): Promise<void> {
  const chosen = await anyInvoice(world)
  if (!chosen) return
  const params = { id: chosen.id }
  const act = world.upTo(9)
  if (act === 0) await world.ask(duplicateInvoice, { params })
  else if (act === 1) await world.ask(emailInvoice, { params })
  else if (act <= 3) await world.ask(deleteInvoice, { params })
  else {
    const current = await world.ask(getInvoice, { params })
    const body = { ...drawInput(world), version: chosen.version }
    // Often only some of it changes.
    if (current && world.chance(0.5))
      Object.assign(body, { issueDate: current.issueDate, paymentTerms: 'custom', parts: [] })
    if (body.dueDate < body.issueDate) body.dueDate = later(body.issueDate, 5)
    await world.ask(updateInvoice, { params, body })
  }
}

export async function credit(world: ReportWorld): Promise<void> {
  const chosen = await anyInvoice(world)
  if (!chosen) return
  const { upTo, pick, chance } = world
  const lines = chosen.lines as { quantity: number }[] | null
  const fees = (chosen.fees as unknown[]).flatMap((_, fee) => (chance(0.5) ? [fee] : []))
  const parts = lines?.flatMap(({ quantity }, line) =>
    chance(0.6) ? [{ line, quantity: pick([quantity, upTo(quantity)]) }] : [],
  )
  const choice = chance(0.3)
    ? ({ kind: 'rest' } as const)
    : parts
      ? ({ kind: 'lines', lines: parts, fees } as const)
      : ({ kind: 'amount', amountMinor: 1 + upTo(chosen.totalMinor) } as const)
  const body = { requestId: world.id(), credit: choice, reason: '', send: false }
  await world.ask(createCreditNote, { params: { id: chosen.id }, body })
}

/** As the job adds it, without waiting for its day. */
export async function addLateFee(world: ReportWorld): Promise<void> {
  const chosen = await anyInvoice(world, `status = 'pending' and credit_notes_minor = 0 and total_minor > 0`)
  if (!chosen || chosen.issueDate > world.today()) return
  const drawn = world.pastDate()
  const feeOn = drawn < chosen.issueDate ? chosen.issueDate : drawn
  const key = { businessId: world.businessId, invoiceId: chosen.id as string }
  await world.books.tenant(async (tx) => {
    await lockInvoice(tx, key.invoiceId)
    await tx.client.query(
      `insert into late_fees (business_id, invoice_id, due_date, period, fee_on, amount_minor, state, at)
       select business_id, id, coalesce((parts -> $2::int ->> 'dueDate')::date, due_date), 0, $3, $4, 'added', $5
       from invoices where id = $1 on conflict do nothing`,
      [key.invoiceId, world.upTo(2), feeOn, 1 + world.upTo(5000), world.clock.now],
    )
    await followLateFees(tx, world.app.deps, key, world.clock.now)
  })
}

/** The owner removes it again, if nothing of it was paid. */
export async function removeLateFee(world: ReportWorld): Promise<void> {
  const chosen = await anyInvoice(
    world,
    `status = 'pending' and received_minor = 0 and credit_notes_minor = 0
       and exists (select from late_fees f where f.invoice_id = invoices.id and f.state = 'added')`,
  )
  if (!chosen) return
  const key = { businessId: world.businessId, invoiceId: chosen.id as string }
  await world.books.tenant(async (tx) => {
    await lockInvoice(tx, key.invoiceId)
    await tx.client.query(
      `update late_fees set state = 'removed', removed_at = $2 where invoice_id = $1 and state = 'added'`,
      [key.invoiceId, world.clock.now],
    )
    await followLateFees(tx, world.app.deps, key, world.clock.now)
  })
}
