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
import type { DayRange } from '../../periods/rules.ts'
import { patiently } from './patiently.ts'

/** What belongs to the period: an invoice, a credit note, or the original of an expense's receipt. */
export interface PackageDocument {
  kind: 'invoice' | 'credit-note' | 'receipt'
  /** Of a receipt: its file. */
  id: string
  day: string
  /** Of a receipt. */
  fileName: string
  contentType: string
  byteCount: number
}

/** A draft that no client has seen is not in the books. */
const documents = `
  select 'invoice' as kind, id, issue_date::text as day, '' as "fileName", '' as "contentType", 0 as "byteCount"
  from invoices where business_id = $1 and issue_date between $2 and $3 and ${isShownToClient}
  union all
  select 'credit-note', id, issue_date::text, '', '', 0
  from credit_notes where business_id = $1 and issue_date between $2 and $3
  union all
  select 'receipt', f.id, e.date::text, r.file_name, f.content_type, f.byte_count::float8
  from expenses e
  join receipts r on r.business_id = $1 and r.expense_id = e.id
  join stored_files f on f.business_id = $1 and f.id = r.original_id
  where e.business_id = $1 and e.date between $2 and $3
  order by day, kind, id`

export async function listDocuments(
  { client }: Transaction,
  businessId: string,
  { from, to }: DayRange,
): Promise<PackageDocument[]> {
  const found: PackageDocument[] = []
  for await (const rows of readPages<PackageDocument>(client, documents, 500, [businessId, from, to])) {
    found.push(...rows)
  }
  return found
}

type DocumentDeps = Deps<'database' | 'files' | 'appUrl' | 'now'>

/** What is deleted in the meantime is left out. */
const maxReceiptBytes = 2 * 1024 ** 3

/** Adds the documents one by one, and a list of the receipts that do not fit. */
export async function addDocuments(
  deps: DocumentDeps,
  zip: ZipWriter,
  { businessId, documents: found }: { businessId: string; documents: readonly PackageDocument[] },
): Promise<void> {
  const taken = new Set<string>()
  const leftOut: string[] = []
  let bytes = 0
  for (const document of found) {
    const isReceipt = document.kind === 'receipt'
    if (isReceipt) bytes += document.byteCount
    const file = isReceipt
      ? bytes <= maxReceiptBytes && (await readReceipt(deps, businessId, document))
      : await drawDocument(deps, businessId, document)
    if (file) await zip.add(unique(file.name, taken), [file.bytes], { isCompressed: true })
    else if (isReceipt) leftOut.push(`${document.day} ${document.fileName || document.id}`)
  }
  if (leftOut.length > 0)
    await zip.add('receipts/not-included.txt', [Buffer.from(`${leftOut.join('\r\n')}\r\n`)])
}

interface NamedFile {
  name: string
  bytes: Buffer
}

async function readReceipt(
  { files }: DocumentDeps,
  businessId: string,
  { id, day, fileName, contentType }: PackageDocument,
): Promise<NamedFile | undefined> {
  const name = safeFileName(fileName || `receipt.${endingOf(contentType)}`)
  try {
    return { name: `receipts/${day} ${name}`, bytes: await files.read({ businessId, id }) }
  } catch (error) {
    if (error instanceof FileStoreError) throw error
    return undefined
  }
}

async function drawDocument(
  deps: DocumentDeps,
  businessId: string,
  document: PackageDocument,
): Promise<NamedFile | undefined> {
  const { kind, id } = document
  const read = () =>
    withTenant(deps.database, businessId, async (tx) => {
      const drawn =
        kind === 'invoice'
          ? toDocument(deps, await getInvoiceWithBusiness(tx, businessId, id))
          : await readCreditNote(deps, tx, businessId, id)
      return { drawn, logo: await readLogo(tx, businessId, drawn.logo) }
    })
  const found = await read().catch(ignoreDeleted)
  if (!found) return undefined
  const { drawn, logo } = found
  const publicUrl = kind === 'invoice' ? publicUrlOf(deps.appUrl, id) : creditNoteUrlOf(deps.appUrl, id)
  const bytes = await patiently(() => renderInvoicePdf(drawn, { publicUrl, logo, isPayable: false }))
  return { name: `${kind}s/${safeFileName(pdfName(drawn))}`, bytes }
}

async function readCreditNote(deps: DocumentDeps, tx: Transaction, businessId: string, id: string) {
  const row = await getCreditNoteRow(tx, id)
  return toCreditDocument(deps, row, await getInvoiceWithBusiness(tx, businessId, row.invoiceId))
}

function ignoreDeleted(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
}

/** Two receipts of a day can have the same name. */
function unique(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  let free = name
  for (let n = 2; taken.has(free.toLowerCase()); n += 1)
    free = `${name.slice(0, dot)} (${n})${name.slice(dot)}`
  taken.add(free.toLowerCase())
  return free
}
