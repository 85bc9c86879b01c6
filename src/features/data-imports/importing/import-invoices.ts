import { businesses } from '../../../platform/db/tables/business.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { toColumns, totalsFor } from '../../invoices/columns.ts'
import type { InvoiceInput } from '../../invoices/document/input-rules.ts'
import { insertInvoice, newInvoiceColumns } from '../../invoices/insert-invoice.ts'
import { continueNumbers } from '../../invoices/numbers/continue-numbers.ts'
import { type BusinessFacts, getBusinessFacts } from '../../invoices/queries.ts'
import { type FirstPayment, receiveFirstPayments } from '../../payments/ledger/receive-first-payments.ts'
import { momentOn } from '../../payments/ledger/record-payment.ts'
import type { FoundClient } from '../check-against-books.ts'
import type { DataImportDeps } from '../data-import-deps.ts'
import type { ImportRow } from '../queries.ts'
import type { InvoiceRecord } from '../reading/data-file.ts'
import type { BatchResult, ChosenRow, CreatedRecord } from './batch.ts'
import { type ClientBook, openClientBook } from './import-clients.ts'

type Facts = BusinessFacts & { name: string }

export async function importInvoices(
  tx: Transaction,
  deps: DataImportDeps,
  row: ImportRow,
  rows: readonly ChosenRow[],
): Promise<BatchResult> {
  const records = rows.map(({ record }) => record as unknown as InvoiceRecord)
  const facts = await readFacts(tx, row.businessId)
  const taken = await findNumbers(tx, row.businessId, records)
  const book = await openClientBook(
    tx,
    deps,
    row,
    records.map(({ client }) => client),
  )
  const added = records.filter(({ number }) => !taken.has(number))
  const created: CreatedRecord[] = []
  const received: FirstPayment[] = []
  for (const record of added) {
    const invoice = await importInvoice(tx, deps, row, { record, facts, book })
    created.push({ kind: 'invoice', recordId: invoice.id })
    if (record.payment)
      received.push(paymentOf(record, record.payment, { row, facts, invoiceId: invoice.id }))
  }
  const paymentIds = await receiveFirstPayments(tx, received)
  created.push(...paymentIds.map((recordId) => ({ kind: 'payment' as const, recordId })))
  if (facts.numbering) await continueNumbers(tx, row.businessId, facts.numbering, added)
  return { created: [...book.created, ...created], skipped: records.length - added.length }
}

async function readFacts(tx: Transaction, businessId: string): Promise<Facts> {
  const [business] = await tx.db.select({ name: businesses.name }).from(businesses)
  return { ...(await getBusinessFacts(tx, businessId, null)), name: business?.name ?? '' }
}

async function findNumbers(
  { client }: Transaction,
  businessId: string,
  records: readonly InvoiceRecord[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ number: string }>(
    'select number from invoices where business_id = $1 and number = any($2::text[])',
    [businessId, records.map(({ number }) => number)],
  )
  return new Set(rows.map(({ number }) => number))
}

interface Importing {
  record: InvoiceRecord
  facts: Facts
  book: ClientBook
}

/** Adds an invoice as one that was sent elsewhere: no mail goes out, and no reminder unless the owner asks for it. */
async function importInvoice(
  tx: Transaction,
  deps: DataImportDeps,
  { businessId, createdBy, companyEmail }: ImportRow,
  { record, facts, book }: Importing,
): Promise<{ id: string }> {
  const { client: wanted, currency } = record
  const client = book.find(wanted) ?? (await book.add({ ...wanted, currency }))
  const totals = totalsFor(record.charge, { currency, locale: facts.locale })
  return insertInvoice(
    tx,
    {
      ...newInvoiceColumns(deps.now(), facts),
      // Its client got it long ago.
      ...(!record.isDraft && { approval: null }),
      businessId,
      createdBy,
      requestId: null,
      ...toColumns(toInput(record, client, { facts, companyEmail }), totals, client.id),
    },
    { event: 'imported', numbering: null, number: record.number },
  )
}

function paymentOf(
  { number, currency, totalMinor }: InvoiceRecord,
  { on, ...payment }: NonNullable<InvoiceRecord['payment']>,
  { row, facts, invoiceId }: { row: ImportRow; facts: Facts; invoiceId: string },
): FirstPayment {
  const { businessId, createdBy } = row
  const receivedAt = momentOn(facts.timeZone, on)
  return {
    ...payment,
    businessId,
    createdBy,
    invoiceId,
    invoiceNumber: number,
    currency,
    totalMinor,
    receivedAt,
    receivedOn: on,
  }
}

function toInput(
  record: InvoiceRecord,
  client: FoundClient,
  { facts, companyEmail }: { facts: Facts; companyEmail: string },
): InvoiceInput {
  const { issueDate, dueDate, purchaseOrder, description, notes, currency, charge, isDraft } = record
  return {
    company: {
      name: facts.name,
      email: facts.email || companyEmail,
      phone: facts.phone,
      address: facts.address,
      contactName: facts.contactName,
      country: facts.country,
      taxId: facts.taxId,
    },
    logoId: null,
    client: {
      id: client.id,
      name: record.client.companyName,
      email: record.client.email || client.email,
      phone: client.phone,
      address: client.address,
      contactName: client.contactName,
      country: client.country,
      taxId: client.taxId,
      taxTreatment: 'standard',
    },
    issueDate,
    dueDate,
    parts: [],
    paymentTerms: 'custom',
    purchaseOrder,
    description,
    notes,
    taxNote: '',
    ownFields: {},
    currency,
    charge,
    sendOption: isDraft ? 'email_later' : 'do_not_send',
    sendReminder: false,
    lateFeeTerms: null,
  }
}
