import type { dataImportRows } from '../../platform/db/tables/data-imports.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import { byteOrderMark, csvCell, csvLine } from '../../platform/files/csv-line.ts'
import { attachmentDisposition } from '../../platform/files/file-name.ts'
import type { Identity } from '../../platform/http/api.ts'
import type { FileAnswer } from '../../shared/endpoint.ts'
import type { DataReading } from './contract.ts'
import { getImport } from './queries.ts'
import { type DataKind, fieldsOf } from './rules.ts'

const contentType = 'text/csv; charset=utf-8'
const problemColumn = 'Problem'

/** The rows with errors as they stand in the file, each with what is wrong. */
export async function getErrorsFile(
  { database }: Deps<'database'>,
  { businessId }: Identity,
  id: string,
): Promise<FileAnswer> {
  return withTenant(database, businessId, async (tx) => {
    const { reading, fileName } = await getImport(tx, businessId, id)
    const { header = [] } = reading as Partial<DataReading>
    const { rows } = await tx.client.query<
      Pick<typeof dataImportRows.$inferSelect, 'rowNumber' | 'cells' | 'problems'>
    >(
      `select row_number as "rowNumber", cells, problems from data_import_rows
       where business_id = $1 and import_id = $2 and state = 'error' order by position`,
      [businessId, id],
    )
    // A file that was mended before has the column already.
    const width = header.at(-1) === problemColumn ? header.length - 1 : header.length
    const lines = rows.flatMap(({ cells, problems }) =>
      cells.map((row, index) => {
        const text =
          index === 0
            ? problems.map((problem) => [problem.column, problem.text].filter(Boolean).join(': ')).join(' ')
            : ''
        return [...Array.from({ length: width }, (_, at) => row[at] ?? ''), text]
      }),
    )
    const name = `${fileName.replace(/\.\w{1,5}$/, '') || 'import'}-errors.csv`
    return csvFile(name, [[...header.slice(0, width), problemColumn], ...lines])
  })
}

const examples: Record<DataKind, Record<string, string>[]> = {
  clients: [
    {
      Client: 'Example Ltd', Contact: 'Alex Example', Email: 'alex@example.com', Phone: '555 0100', Address: '1 Example Street, Exampletown',
      Country: 'US', Currency: 'USD',
    },
  ],
  invoices: [
    {
      'Invoice number': 'INV-0001', Client: 'Example Ltd', 'Client email': 'alex@example.com', 'Issue date': '2026-01-15', 'Due date': '2026-02-14',
      Currency: 'USD', Status: 'paid', Description: 'Design', Quantity: '2', Price: '150.00', Tax: 'Sales tax', 'Tax rate (%)': '10',
      Total: '385.00', Paid: '385.00', 'Paid on': '2026-02-10', 'Payment method': 'Bank transfer',
    },
    { 'Invoice number': 'INV-0001', Description: 'Hosting', Quantity: '1', Price: '50.00', Tax: 'Sales tax', 'Tax rate (%)': '10' },
  ],
  expenses: [
    { Date: '2026-01-20', Amount: '49.90', Currency: 'USD', Category: 'Software', Vendor: 'Example Apps', Notes: 'January' },
  ],
} // prettier-ignore

/** The own form, with an example. */
export async function getDataTemplate(kind: DataKind): Promise<FileAnswer> {
  const labels = fieldsOf(kind).flatMap(([, { label, foreign }]) => (foreign ? [] : [label]))
  return csvFile(`millrace-${kind}.csv`, [
    labels,
    ...examples[kind].map((example) => labels.map((label) => example[label] ?? '')),
  ])
}

function csvFile(name: string, rows: readonly (readonly string[])[]): FileAnswer {
  const text = byteOrderMark + rows.map((row) => csvLine(row.map(csvCell))).join('')
  return {
    bytes: new TextEncoder().encode(text),
    contentType,
    headers: { 'content-disposition': attachmentDisposition(name) },
  }
}
