import { forReports } from '../../../platform/db/for-reports.ts'
import { beginSnapshot } from '../../../platform/db/read-pages.ts'
import { businesses } from '../../../platform/db/tables/business.ts'
import { type Transaction, withTenant } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { csvBytes, xlsxBytes } from '../../../platform/files/spreadsheet.ts'
import type { ZipWriter } from '../../../platform/files/stream-zip.ts'
import { readLogo } from '../../invoices/pdf/invoice-pdf.ts'
import type { Basis } from '../../journal/posting-rules.ts'
import type { DayRange } from '../../periods/rules.ts'
import type { ReportQuery } from '../contract.ts'
import { readReportDocument } from '../files/read-report-document.ts'
import { datevBatches } from '../formats/datev-batches.ts'
import { datevObjection } from '../formats/datev-rules.ts'
import { ledgerEntries } from '../formats/ledger-entries.ts'
import { quickbooksIif } from '../formats/quickbooks-iif.ts'
import { accountNames } from '../formats/quickbooks-names.ts'
import { quickbooksOnlineCsv } from '../formats/quickbooks-online-csv.ts'
import { xeroJournals } from '../formats/xero-journals.ts'
import { readAccountCodes } from '../ledger/chart-of-business.ts'
import { accountTypeOf, maxNameLength } from '../ledger/chart-rules.ts'
import { ledgerSheet } from '../ledger/ledger-sheet.ts'
import {
  type LedgerQuery,
  type TrialBalance,
  readLedgerClients,
  readLedgerLines,
  readTrialBalance,
} from '../ledger/read-ledger.ts'
import { type ReportOwner, readContext } from '../report-context.ts'
import { type ReportName, reportNames } from '../rules.ts'
import type { PackageDocument } from './add-documents.ts'
import { packageReadme } from './package-readme.ts'
import { reportFiles } from './report-files.ts'

interface Books {
  businessId: string
  range: DayRange
  basis: Basis
  made: Date
  documents: readonly PackageDocument[]
  /** Learns how many files the package will have. */
  onCount: (files: number) => void
}

/** Adds the reports, the general ledger and its other forms, all of one moment of the database. */
export async function addBooks(deps: Deps<'database'>, zip: ZipWriter, books: Books): Promise<void> {
  const { businessId } = books
  await withTenant(await forReports(deps.database), businessId, async (tx) => {
    await beginSnapshot(tx.client)
    await writeBooks(tx, zip, books)
  })
}

/** The ledger twice, and its forms for other programs. */
const ledgerFiles = 6

async function writeBooks(tx: Transaction, zip: ZipWriter, books: Books): Promise<void> {
  const { range, basis, made, documents, onCount } = books
  const owner = await readOwner(tx, books.businessId)
  const query: ReportQuery = { period: 'days', ...range, basis, compare: 'none' }
  const { businessId, countsBank, fiscalMonth } = await readContext(tx, owner, {
    name: 'profit-and-loss',
    query,
    now: made,
  })
  const ledger = { businessId, range, basis, countsBank }
  const trial = await readTrialBalance(tx, ledger)
  const codes = await readAccountCodes(tx)
  const home = owner.business.currency
  const objection = datevObjection(
    trial.lines.map(({ account }) => account),
    { home, codes },
  )
  onCount(1 + 2 * reportNames.length + ledgerFiles + documents.length)

  const read = (name: ReportName) => readReportDocument(tx, owner, { name, query, now: made })
  const countOf = (kind: PackageDocument['kind']) => documents.filter((one) => one.kind === kind).length
  const readme = packageReadme({
    business: owner.business,
    range,
    basis,
    made,
    profitAndLoss: (await read('profit-and-loss')).report,
    trial,
    datevObjection: objection,
    invoices: countOf('invoice'),
    creditNotes: countOf('credit-note'),
    statements: countOf('statement'),
    receipts: countOf('receipt'),
  })
  await zip.add('README.txt', [Buffer.from(readme)])
  for (const name of reportNames) {
    const document = await read(name)
    const logo = await readLogo(tx, businessId, document.logo)
    for (const file of await reportFiles(document, { logo, date: made })) {
      await zip.add(`reports/${file.name}`, [file.bytes], { isCompressed: true })
    }
  }
  const sheet = () => ledgerSheet(readLedgerLines(tx, ledger), { ...owner.business, range, basis })
  await zip.add('ledger/general-ledger.csv', csvBytes(sheet()))
  await zip.add('ledger/general-ledger.xlsx', xlsxBytes([sheet()], { date: made }), { isCompressed: true })
  await addForms(tx, zip, { ledger, trial, owner })
  if (objection === null) {
    const digits = trial.lines[0]?.code.length ?? 4
    const batches = datevBatches(ledgerEntries(readLedgerLines(tx, ledger)), {
      range,
      fiscalMonth,
      digits,
      made,
    })
    for await (const { name, bytes } of batches) await zip.add(`datev/${name}`, [bytes])
  }
}

interface Forms {
  ledger: LedgerQuery
  trial: TrialBalance
  owner: Owner
}

async function addForms(tx: Transaction, zip: ZipWriter, { ledger, trial, owner }: Forms): Promise<void> {
  const { currency: home, country } = owner.business
  const entries = () => ledgerEntries(readLedgerLines(tx, ledger))
  const accounts = trial.lines.map((line) => ({ ...line, type: accountTypeOf(line.account) }))
  const clients = await readLedgerClients(tx, ledger)
  await zip.add('quickbooks/journal.iif', quickbooksIif({ home, accounts, clients, entries: entries() }))
  const nameOf = accountNames(accounts, { maxLength: maxNameLength })
  const online = { home, from: ledger.range.from, nameOf }
  await addNumbered(zip, 'quickbooks/journal', quickbooksOnlineCsv(entries(), online))
  await addNumbered(zip, 'xero/manual-journals', xeroJournals(entries(), { home, country }))
}

/** Adds CSV files as they are made, so that only one of them is in memory. */
async function addNumbered(zip: ZipWriter, name: string, files: AsyncIterable<Uint8Array>): Promise<void> {
  let number = 0
  for await (const file of files) {
    number += 1
    await zip.add(`${name}-${number}.csv`, [file])
  }
}

type Owner = ReportOwner & { business: ReportOwner['business'] & { country: string } }

/** Whose package it is, with what a request knows about its business. */
export async function readOwner({ db }: Transaction, businessId: string): Promise<Owner> {
  const { name, timeZone, currency, locale, country } = businesses
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ name, timeZone, currency, locale, country }).from(businesses)
  if (!business) throw new Error('the business of a package is gone')
  return { businessId, business }
}
