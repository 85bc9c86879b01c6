import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Currency } from '../../../shared/currencies.ts'
import { daysBetween } from '../../../shared/dates.ts'
import { loadInvoices } from '../../journal/load-invoices.ts'
import { ageOf, openOn } from '../../statements/age-rules.ts'
import type { Ages } from '../../statements/contract.ts'
import { entriesOf } from '../../statements/entry-rules.ts'
import type { ReportContext } from '../report-context.ts'

/** What is open of an invoice, or of a part of it. */
export interface OpenAmount {
  invoiceId: string
  number: string
  clientId: string | null
  currency: Currency
  dueDate: string
  minor: number
  age: keyof Ages
}

/** What a client has paid too much for an invoice. */
export interface Overpaid {
  currency: Currency
  minor: number
}

// What is open now, and what has moved since that day: only these can have been open then.
const candidates = `
  select i.id from invoices i
  where i.business_id = $1 and i.status = 'pending' and i.open_minor > 0
  union
  select j.source_id from journal j
  where j.business_id = $1 and j.account = 'receivable' and j.day > $2 and j.source = 'invoice'`

const batch = 1000

/** Everything that was open at the end of a day, and what had been paid too much. */
export async function readOpenAmounts(
  tx: Transaction,
  { businessId, home, range, query }: ReportContext,
  clientId: string | undefined = query.client,
): Promise<{ open: OpenAmount[]; overpaid: Overpaid[] }> {
  const found = await tx.client.query<{ id: string }>({
    name: 'report-open-invoices',
    text: candidates,
    values: [businessId, range.to],
  })
  const ids = found.rows.map(({ id }) => id)
  const open: OpenAmount[] = []
  const overpaid: Overpaid[] = []
  for (let from = 0; from < ids.length; from += batch) {
    const invoices = await loadInvoices(tx, { businessId, home, ids: ids.slice(from, from + batch) })
    for (const [invoiceId, invoice] of invoices) {
      const { currency, number } = invoice
      if (query.currency !== undefined && currency !== query.currency) continue
      if (clientId !== undefined && (invoice.clientId ?? '') !== clientId) continue
      const balance = entriesOf(invoice)
        .filter(({ on }) => on <= range.to)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      if (balance < 0) overpaid.push({ currency, minor: -balance })
      for (const { dueDate, openMinor: minor } of openOn(range.to, invoice)) {
        if (minor === 0) continue
        const age = ageOf(daysBetween(dueDate, range.to))
        open.push({ invoiceId, number, clientId: invoice.clientId, currency, dueDate, minor, age })
      }
    }
  }
  return { open, overpaid }
}
