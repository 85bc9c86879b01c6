import type { creditNotes } from '../../platform/db/tables/credit-notes.ts'
import type { invoices } from '../../platform/db/tables/invoices.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Currency } from '../../shared/currencies.ts'
import { isShownToClient } from '../invoices/client/shown-to-client.ts'
import { type Charge, type Totals, calculateTotals } from '../invoices/document/totals-rules.ts'
import type { LateFee } from '../invoices/late-fees/late-fee-rules.ts'
import { chargePartsOf } from './charge-part-rules.ts'
import type { JournalInvoice, JournalPayment, JournalReturn } from './invoice-rules.ts'

type InvoiceRow = typeof invoices.$inferSelect
type CreditNoteRow = typeof creditNotes.$inferSelect

type Head = Pick<
  InvoiceRow,
  | 'id'
  | 'clientId'
  | 'number'
  | 'issueDate'
  | 'dueDate'
  | 'parts'
  | 'currency'
  | 'rate'
  | 'totalMinor'
  | 'subtotalMinor'
  | 'taxTreatment'
  | 'lines'
  | 'taxIncluded'
  | 'discount'
  | 'taxes'
  | 'fees'
> & { isCancelled: boolean; isShown: boolean }

const heads = `
  select id, client_id as "clientId", number, issue_date::text as "issueDate", due_date::text as "dueDate", parts, currency,
    rate::text, total_minor::float8 as "totalMinor", subtotal_minor::float8 as "subtotalMinor",
    tax_treatment as "taxTreatment", lines, tax_included as "taxIncluded", discount, taxes, fees,
    status = 'cancelled' as "isCancelled", ${isShownToClient} as "isShown"
  from invoices where business_id = $1 and id = any($2::uuid[])`

const lateFees = `
  select invoice_id as "invoiceId", due_date::text as "dueDate", fee_on::text as on, amount_minor::float8 as "amountMinor"
  from late_fees where business_id = $1 and invoice_id = any($2::uuid[]) and state = 'added' order by fee_on, due_date`

const notes = `
  select invoice_id as "invoiceId", number, issue_date::text as on, charge, amounts,
    subtotal_minor::float8 as "subtotalMinor", discount_minor::float8 as "discountMinor", tax_minor::float8 as "taxMinor",
    fees_minor::float8 as "feesMinor", total_minor::float8 as "totalMinor"
  from credit_notes where business_id = $1 and invoice_id = any($2::uuid[]) order by created_at, sequence_number`

const payments = `
  select invoice_id as "invoiceId", id, received_on::text as on, received_at as "receivedAt", method,
    is_test as "isTest", amount_minor::float8 as "amountMinor", credited_minor::float8 as "creditedMinor",
    home_minor::float8 as "homeMinor", rate::text
  from payments where business_id = $1 and invoice_id = any($2::uuid[]) and undone_at is null
  order by received_at, created_at, id`

const returns = `
  select p.invoice_id as "invoiceId", p.id as "paymentId", p.method, p.is_test as "isTest", back.kind, back.on,
    back.amount_minor::float8 as "amountMinor", back.still_owed as "stillOwed", back.home_minor::float8 as "homeMinor",
    back.rate::text
  from payments p cross join lateral (
    select 'refund' as kind, r.refunded_on::text as on, r.amount_minor, r.still_owed, r.home_minor, r.rate, r.created_at, r.id
    from refunds r where r.business_id = $1 and r.payment_id = p.id and platform.is_given_back(r.state)
    union all
    select 'dispute', d.opened_on::text, d.amount_minor, d.still_owed, d.home_minor, d.rate, d.created_at, d.id
    from disputes d where d.business_id = $1 and d.payment_id = p.id and platform.is_taken_back(d.state)
  ) back
  where p.business_id = $1 and p.invoice_id = any($2::uuid[]) and p.undone_at is null
  order by back.created_at, back.id`

type NoteRow = Pick<
  CreditNoteRow,
  | 'number'
  | 'charge'
  | 'amounts'
  | 'subtotalMinor'
  | 'discountMinor'
  | 'taxMinor'
  | 'feesMinor'
  | 'totalMinor'
> & { invoiceId: string; on: string }
type OfInvoice<T> = T & { invoiceId: string }

interface Wanted {
  businessId: string
  home: Currency
  ids: readonly string[]
}

/** The invoices that count, by id. A draft counts once something was paid on it. */
export async function loadInvoices(
  { client }: Transaction,
  { businessId, home, ids }: Wanted,
): Promise<Map<string, JournalInvoice>> {
  const read = async <Row extends object>(name: string, text: string) =>
    (await client.query<Row>({ name: `journal-${name}`, text, values: [businessId, ids] })).rows
  const found = await read<Head>('invoices', heads)
  const byInvoice = <Row>(rows: OfInvoice<Row>[]) => Map.groupBy(rows, ({ invoiceId }) => invoiceId)
  const feesOf = byInvoice(await read<OfInvoice<LateFee>>('late-fees', lateFees))
  const notesOf = byInvoice(await read<NoteRow>('credit-notes', notes))
  const paymentsOf = byInvoice(await read<OfInvoice<JournalPayment>>('payments', payments))
  const returnsOf = byInvoice(await read<OfInvoice<JournalReturn>>('returns', returns))
  return new Map(
    found.flatMap((head): [string, JournalInvoice][] => {
      const paid = paymentsOf.get(head.id) ?? []
      if (!head.isShown && paid.length === 0) return []
      const atHome = <T extends { amountMinor: number; homeMinor: number | null }>(moved: T): T =>
        head.currency === home ? { ...moved, homeMinor: moved.amountMinor } : moved
      const { taxTreatment } = head
      return [
        [
          head.id,
          {
            ...head,
            home,
            content: chargePartsOf(...chargeOf(head), taxTreatment),
            lateFees: feesOf.get(head.id) ?? [],
            creditNotes: (notesOf.get(head.id) ?? []).map((note) => ({
              number: note.number,
              on: note.on,
              amountMinor: note.totalMinor,
              content: chargePartsOf(note.charge, creditedTotals(note), taxTreatment),
            })),
            payments: paid.map(atHome),
            returns: (returnsOf.get(head.id) ?? []).map(atHome),
          },
        ],
      ]
    }),
  )
}

function chargeOf(head: Head): [Charge, Totals] {
  const { lines, taxIncluded, discount, taxes, fees, subtotalMinor, currency } = head
  const charge: Charge = lines
    ? { kind: 'lines', taxIncluded, lines, discount, taxes, fees }
    : { kind: 'amount', amountMinor: subtotalMinor }
  const result = calculateTotals(charge, currency)
  if (!result.ok) throw new Error(`the totals of a stored invoice are not valid: ${result.reason}`)
  return [charge, result.totals]
}

function creditedTotals(note: NoteRow): Totals {
  const { amounts, subtotalMinor, discountMinor, taxMinor, feesMinor, totalMinor } = note
  const taxableMinor = subtotalMinor - discountMinor
  return { ...amounts, subtotalMinor, discountMinor, taxableMinor, taxMinor, feesMinor, totalMinor }
}
