import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import type { BillableSource } from './rules.ts'

const tables = {
  time: {
    name: 'time_entries',
    invoice: 'invoice_id',
    what: 'Some of this time',
    isReady: 'seconds is not null',
  },
  expense: { name: 'expenses', invoice: 'billed_invoice_id', what: 'One of these expenses', isReady: 'true' },
} as const
type Kind = keyof typeof tables
const kinds = ['time', 'expense'] as const

const idsOf = (sources: readonly BillableSource[], kind: Kind) =>
  sources.filter((source) => source.kind === kind).map(({ id }) => id)

/**
 * Locks what an invoice is to bill, until the transaction ends, and refuses what another invoice bills. Returns what exists:
 * an expense may have been deleted since. `invoiceId` is null for an invoice that is not stored yet.
 */
export async function holdSources(
  { client }: Transaction,
  businessId: string,
  invoiceId: string | null,
  sources: readonly BillableSource[],
): Promise<BillableSource[]> {
  const held: BillableSource[] = []
  for (const kind of kinds) {
    const { name, invoice, what, isReady } = tables[kind]
    const ids = idsOf(sources, kind)
    if (ids.length === 0) continue
    // In a fixed order, so that two invoices that bill the same do not wait for each other.
    const { rows } = await client.query<{ id: string; billedOn: string | null }>(
      `select id, ${invoice} as "billedOn" from ${name}
       where business_id = $1 and id = any($2::uuid[]) and ${isReady} order by id for update`,
      [businessId, ids],
    )
    const billedOn = rows.find((row) => row.billedOn !== null && row.billedOn !== invoiceId)?.billedOn
    if (billedOn !== undefined && billedOn !== null) {
      throw new AppError('ALREADY_BILLED', await billedText({ client }, businessId, billedOn, what))
    }
    held.push(...rows.map(({ id }) => ({ kind, id })))
  }
  return held
}

async function billedText(
  { client }: Pick<Transaction, 'client'>,
  businessId: string,
  invoiceId: string,
  what: string,
): Promise<string> {
  const { rows } = await client.query<{ number: string }>(
    'select number from invoices where business_id = $1 and id = $2',
    [businessId, invoiceId],
  )
  return `${what} is already billed on invoice ${rows[0]?.number ?? ''}. Remove its line, and nothing is billed twice.`
}

/** Notes that an invoice bills exactly these, which are held. What it no longer bills is free again. */
export async function billSources(
  { client }: Transaction,
  { businessId, invoiceId, isNew }: { businessId: string; invoiceId: string; isNew: boolean },
  held: readonly BillableSource[],
): Promise<void> {
  for (const kind of kinds) {
    const { name, invoice } = tables[kind]
    const ids = idsOf(held, kind)
    if (!isNew) {
      await client.query(
        `update ${name} set ${invoice} = null
         where business_id = $1 and ${invoice} = $2 and id <> all($3::uuid[])`,
        [businessId, invoiceId, ids],
      )
    }
    if (ids.length === 0) continue
    await client.query(
      `update ${name} set ${invoice} = $2
       where business_id = $1 and id = any($3::uuid[]) and ${invoice} is distinct from $2`,
      [businessId, invoiceId, ids],
    )
  }
}
