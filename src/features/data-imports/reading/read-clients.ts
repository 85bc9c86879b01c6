import { clientSchema } from '../../invoices/document/input-rules.ts'
import { type AnyField, labelOf } from '../rules.ts'
import type { ClientRecord, ReadRow } from './data-file.ts'
import { type FileRow, type ReadContext, RowReader } from './row-reader.ts'

/** The fields of a file that end up in one of a client. */
const fieldNames: Record<string, AnyField> = {
  name: 'companyName',
  contactName: 'contactName',
  email: 'email',
  phone: 'phone',
  address: 'address',
  taxId: 'taxId',
}

const emailLabel = labelOf('clients', 'email')
const noEmailText = 'A client needs an email address. You can add it in the file with the errors.'

export function readClients(rows: FileRow[], context: ReadContext): ReadRow[] {
  return rows.map((row) => {
    const reader = new RowReader(row, context)
    const record = readClient(reader)
    if (record.companyName === '') reader.fail('companyName', 'This is empty.')
    if (record.email === '')
      reader.problems.push({ row: row.number, column: emailLabel, text: noEmailText, lacks: 'email' })
    checkClient(reader, record, fieldNames)
    const isGood = reader.problems.length === 0
    return {
      rowNumber: row.number,
      state: isGood ? 'good' : 'error',
      cells: [row.cells],
      problems: reader.problems,
      record: isGood ? record : null,
    }
  })
}

function readClient(reader: RowReader): ClientRecord {
  const person = [reader.text('firstName'), reader.text('lastName')].filter(Boolean).join(' ')
  const contactName = reader.text('contactName') || person
  const companyName = reader.text('companyName') || contactName
  const country = reader.country()
  return {
    companyName,
    contactName: contactName === companyName ? '' : contactName,
    email: firstAddress(reader.text('email')),
    phone: reader.text('phone').replace(/^(?:phone|mobile|tel)\s*:?\s*/i, ''),
    address: reader.address(),
    country,
    currency: reader.has('currency') ? reader.currency() : null,
    taxId: reader.taxId(country),
  }
}

/** Some programs write several addresses into one cell. */
export function firstAddress(text: string): string {
  return (text.split(/[,;\s]+/).find((part) => part.includes('@')) ?? text).toLowerCase()
}

/** The same limits as in the form of an invoice. */
export function checkClient(reader: RowReader, client: ClientRecord, fields: Record<string, AnyField>): void {
  const { companyName: name, currency: _, ...details } = client
  const parsed = clientSchema.safeParse({ ...details, name })
  for (const { path, message } of parsed.error?.issues ?? []) {
    const key = String(path[0])
    const value = key === 'name' ? name : client[key as keyof ClientRecord]
    // What is missing was said already, or is found in the business's own clients.
    if (value !== '')
      reader.fail(
        fields[key] ?? null,
        message.replace('Please enter a valid email address.', `“${value}” is not an email address.`),
      )
  }
}
