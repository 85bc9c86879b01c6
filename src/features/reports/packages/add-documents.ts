import { readPages } from '../../../platform/db/read-pages.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { endingOf } from '../../../platform/files/file-kind.ts'
import { safeFileName } from '../../../platform/files/file-name.ts'
import { FileStoreError } from '../../../platform/files/file-store.ts'
import type { ZipWriter } from '../../../platform/files/stream-zip.ts'
import { AppError } from '../../../shared/errors.ts'
import { creditNoteUrlOf, toCreditDocument } from '../../credit-notes/credit-note-view.ts'
import { getCreditNoteRow } from '../../credit-notes/queries.ts'
import { isShownToClient } from '../../invoices/client/shown-to-client.ts'
import { publicUrlOf, toDocument } from '../../invoices/invoice-view.ts'
import { pdfName } from '../../invoices/mail/invoice-attachment.ts'
import { readLogo, renderInvoicePdf } from '../../invoices/pdf/invoice-pdf.ts'
import { getInvoiceWithBusiness } from '../../invoices/queries.ts'
import { accounts } from '../../journal/posting-rules.ts'
import type { DayRange } from '../../periods/rules.ts'
import { statementPdf } from '../../statements/pdf/statement-pdf.ts'
import { readStatement } from '../../statements/read-statement.ts'
import { patiently } from './patiently.ts'

/** What belongs to the period: an invoice, a credit note, a client's statement, or the original of an expense's receipt. */
export interface PackageDocument {
  kind: 'invoice' | 'credit-note' | 'statement' | 'receipt'
  /** Of a statement: its client. Of a receipt: its file. */
  id: string
  /** Of a statement: its last day. */
  day: string
  /** Of a statement. */
  currency: string
  /** Of a statement: the client's name. Of a receipt: as it was sent. */
  name: string
  contentType: string
  byteCount: number
}

// A draft that no client has seen is not in the books. A client has a statement if something happened in the period, or
// something was still owed at its end.
const documents = `
  select 'invoice' as kind, id, issue_date::text as day, '' as currency, '' as name, '' as "contentType",
    0 as "byteCount"
  from invoices where business_id = $1 and issue_date between $2 and $3 and ${isShownToClient}
  union all
  select 'credit-note', id, issue_date::text, '', '', '', 0
  from credit_notes where business_id = $1 and issue_date between $2 and $3
  union all
  select 'statement', c.id, $4::date::text, j.currency, c.company_name, '', 0
  from journal j
  join clients named on named.business_id = $1 and named.id = j.client_id
  join clients c on c.business_id = $1 and c.id = coalesce(named.merged_into, named.id)
  where j.business_id = $1 and j.account = '${accounts.receivable}' and j.day <= $4::date and $2::date <= $4::date
  group by c.id, c.company_name, j.currency
  having max(j.day) >= $2 or sum(j.minor) <> 0
  union all
  select 'receipt', f.id, e.date::text, '', r.file_name, f.content_type, f.byte_count::float8
  from expenses e
  join receipts r on r.business_id = $1 and r.expense_id = e.id
  join stored_files f on f.business_id = $1 and f.id = r.original_id
  where e.business_id = $1 and e.date between $2 and $3
  order by day, kind, id, currency`

/** The journal has to be up to date. */
export async function listDocuments(
  { client }: Transaction,
  businessId: string,
  { from, to, today }: DayRange & { today: string },
): Promise<PackageDocument[]> {
  const found: PackageDocument[] = []
  const values = [businessId, from, to, to < today ? to : today]
  for await (const rows of readPages<PackageDocument>(client, documents, 500, values)) found.push(...rows)
  return found
}

type DocumentDeps = Deps<'database' | 'files' | 'appUrl' | 'now'>

const maxReceiptBytes = 2 * 1024 ** 3

interface Documents {
  businessId: string
  range: DayRange
  documents: readonly PackageDocument[]
}

/** Adds the documents one by one, and a list of what does not fit. */
export async function addDocuments(
  deps: DocumentDeps,
  zip: ZipWriter,
  { businessId, range, documents: found }: Documents,
): Promise<void> {
  const taken = new Set<string>()
  const leftOut: string[] = []
  let bytes = 0
  for (const document of found) {
    bytes += document.byteCount
    const file =
      document.kind === 'receipt'
        ? bytes <= maxReceiptBytes && (await readReceipt(deps, businessId, document))
        : await drawDocument(deps, { ...document, businessId, from: range.from })
    if (file) await zip.add(unique(file.name, taken), [file.bytes], { isCompressed: true })
    else if (document.name !== '') leftOut.push(`${document.kind}s: ${document.day} ${document.name}`)
  }
  if (leftOut.length > 0) await zip.add('not-included.txt', [Buffer.from(`${leftOut.join('\r\n')}\r\n`)])
}

interface NamedFile {
  name: string
  bytes: Buffer
}

async function readReceipt(
  { files }: DocumentDeps,
  businessId: string,
  { id, day, name: sent, contentType }: PackageDocument,
): Promise<NamedFile | undefined> {
  const name = safeFileName(sent || `receipt.${endingOf(contentType)}`)
  try {
    return { name: `receipts/${day} ${name}`, bytes: await files.read({ businessId, id }) }
  } catch (error) {
    if (error instanceof FileStoreError) throw error
    return undefined
  }
}

type Drawn = PackageDocument & { businessId: string; from: string }

/** Undefined for what was deleted in the meantime, and for a statement that is too long. */
function drawDocument(deps: DocumentDeps, document: Drawn): Promise<NamedFile | undefined> {
  const draw = document.kind === 'statement' ? drawStatement : drawInvoice
  return draw(deps, document).catch(ignoreImpossible)
}

async function drawStatement({ database }: DocumentDeps, document: Drawn): Promise<NamedFile> {
  const { businessId, id: clientId, currency, from, day: to, name } = document
  const { statement, logo } = await withTenant(database, businessId, async (tx) => {
    const found = await readStatement(tx, { businessId, clientId, currency, from, to })
    return { statement: found, logo: await readLogo(tx, businessId, found.logo) }
  })
  const bytes = await patiently(() => statementPdf(statement, logo))
  return { name: `statements/${safeFileName(`${name} ${currency}.pdf`)}`, bytes }
}

async function drawInvoice(deps: DocumentDeps, { kind, id, businessId }: Drawn): Promise<NamedFile> {
  const { drawn, logo } = await withTenant(deps.database, businessId, async (tx) => {
    const found =
      kind === 'invoice'
        ? toDocument(deps, await getInvoiceWithBusiness(tx, businessId, id))
        : await readCreditNote(deps, tx, businessId, id)
    return { drawn: found, logo: await readLogo(tx, businessId, found.logo) }
  })
  const publicUrl = kind === 'invoice' ? publicUrlOf(deps.appUrl, id) : creditNoteUrlOf(deps.appUrl, id)
  const bytes = await patiently(() => renderInvoicePdf(drawn, { publicUrl, logo, isPayable: false }))
  return { name: `${kind}s/${safeFileName(pdfName(drawn))}`, bytes }
}

async function readCreditNote(deps: DocumentDeps, tx: Transaction, businessId: string, id: string) {
  const row = await getCreditNoteRow(tx, id)
  return toCreditDocument(deps, row, await getInvoiceWithBusiness(tx, businessId, row.invoiceId))
}

function ignoreImpossible(error: unknown): undefined {
  const isImpossible =
    error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED')
  if (!isImpossible) throw error
}

/** Two receipts of a day can have the same name, and two clients. */
function unique(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n += 1)
    free = `${name.slice(0, dot)} (${n})${name.slice(dot)}`
  taken.add(free.toLowerCase())
  return free
}
