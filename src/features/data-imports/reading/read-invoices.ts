import { addDays } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { chargeSchema } from '../../invoices/document/charge-rules.ts'
import type { AnyField } from '../rules.ts'
import { type FileLine, type FileTax, buildCharge, discounted } from './build-charge.ts'
import type { ClientRecord, InvoiceRecord, Problem, ReadRow } from './data-file.ts'
import { groupInvoiceRows, isInvoiceType, numberIn } from './group-invoice-rows.ts'
import { type InvoiceState, invoiceStateOf } from './invoice-state.ts'
import { checkClient, firstAddress } from './read-clients.ts'
import { type FileRow, type ReadContext, RowReader, shorten } from './row-reader.ts'

const maxRows = 200
const clientFields: Record<string, AnyField> = { name: 'clientName', email: 'clientEmail' }
/** The limits of these texts are those of the form. */
const textLimits = { notes: 2000, purchaseOrder: 60 } as const

/** Rows with the same number are lines of one invoice. */
export function readInvoices(rows: FileRow[], context: ReadContext): ReadRow[] {
  const { groups, refused } = groupInvoiceRows(rows, context)
  return [...groups.map((group) => readInvoice(group, context)), ...refused]
}

function readInvoice(rows: FileRow[], context: ReadContext): ReadRow {
  const readers = rows.map((row) => new RowReader(row, context))
  const [first] = readers as [RowReader, ...RowReader[]]
  const base = { rowNumber: first.row.number, cells: rows.map(({ cells }) => cells) }
  const problems = () => readers.flatMap((reader) => reader.problems)
  const type = first.text('type')
  if (!isInvoiceType(type)) {
    first.fail(null, `This row is not an invoice but “${shorten(type)}”.`)
    return { ...base, state: 'left_out', problems: problems(), record: null }
  }
  const reason = reasonToLeaveOut(first)
  if (reason !== null) {
    first.fail('status', reason)
    return { ...base, state: 'left_out', problems: problems(), record: null }
  }
  const notes: Problem[] = []
  const record = readRecord(readers, context, (text) =>
    notes.push({ row: first.row.number, column: '', text }),
  )
  const found = problems()
  return found.length > 0 || record === null
    ? { ...base, state: 'error', problems: found, record: null }
    : { ...base, state: 'good', problems: notes, record }
}

function reasonToLeaveOut(reader: RowReader): string | null {
  if (invoiceStateOf(reader.text('status')) === 'void')
    return `This invoice is “${shorten(reader.text('status'))}”, so it isn’t imported.`
  const total = reader.has('total') ? reader.number('total') : null
  return total?.startsWith('-') ? 'This is a credit note, and credit notes can’t be imported.' : null
}

function readRecord(
  readers: RowReader[],
  { facts }: ReadContext,
  note: (text: string) => void,
): InvoiceRecord | null {
  const [first] = readers as [RowReader, ...RowReader[]]
  if (readers.length > maxRows) first.fail('number', `An invoice can have at most ${maxRows} lines.`)
  const number = readNumber(first)
  const currency = first.currency()
  const client = readClientOf(first)
  first.required('issueDate')
  const issueDate = first.date('issueDate')
  const dueDate = first.date('dueDate')
  if (!first.has('dueDate') && issueDate !== null)
    note('There is no due date, so we use 30 days after the issue date.')
  for (const [field, limit] of Object.entries(textLimits) as [AnyField, number][]) {
    if (first.text(field).length > limit) first.fail(field, `Please use at most ${limit} characters.`)
  }
  const hasLines =
    first.has('price') || readers.some((reader) => reader.has('lineNet') || reader.has('lineTotal'))
  const lines = hasLines ? readers.map((reader) => readLine(reader, currency, facts.taxRates)) : []
  const grossMinor = sumOfGross(readers, currency)
  const totalMinor = first.minor('total', currency) ?? grossMinor
  const amounts = {
    currency,
    lines: lines.filter((line) => line !== null),
    subtotalMinor: first.minor('subtotal', currency),
    discountMinor: first.minor('discount', currency),
    taxMinor: first.minor('totalTax', currency),
    totalMinor,
  }
  if (readers.some((reader) => reader.problems.length > 0) || issueDate === null) return null
  const built = buildCharge(amounts)
  if ('problem' in built) return first.fail(hasLines ? 'price' : 'total', built.problem)
  if ('differsMinor' in built) {
    const [own, file] = [built.differsMinor, totalMinor ?? 0].map((minor) =>
      formatMoney(minor, { currency, locale: 'en-US' }),
    )
    return first.fail('total', `The lines come to ${own}, but the total in the file is ${file}.`)
  }
  const charge = chargeSchema.safeParse(built.charge)
  if (!charge.success)
    return first.fail('description', charge.error.issues[0]?.message ?? 'These lines can’t be imported.')
  const due = dueDate ?? addDays(issueDate, 30)
  const state = stateOf(first)
  const payment =
    state &&
    readPayment(
      first,
      { state, currency, totalMinor: built.totalMinor, dueDate: due, issueDate, today: facts.today },
      note,
    )
  if (first.problems.length > 0) return null
  return {
    number,
    issueDate,
    dueDate: due,
    currency,
    client,
    charge: charge.data,
    totalMinor: built.totalMinor,
    description: charge.data.kind === 'amount' ? descriptionOf(first) : '',
    notes: first.text('notes'),
    purchaseOrder: first.text('purchaseOrder'),
    isDraft: state === 'draft',
    payment,
  }
}

function readNumber(reader: RowReader): string {
  const number = numberIn(reader.required('number'))
  if (number !== '' && !/^[A-Za-z0-9./_-]{1,40}$/.test(number)) {
    reader.fail(
      'number',
      `“${shorten(number)}” can’t be a number here. Use only letters, digits and the characters - / . _`,
    )
  }
  return number
}

function readClientOf(reader: RowReader): ClientRecord {
  const email = firstAddress(reader.text('clientEmail'))
  const companyName = reader.text('clientName') || email
  if (companyName === '') reader.fail('clientName', 'This is empty.')
  const client = {
    companyName,
    contactName: '',
    email,
    phone: '',
    address: '',
    country: '',
    currency: null,
    taxId: '',
  }
  checkClient(reader, client, clientFields)
  return client
}

const descriptionOf = (reader: RowReader) =>
  [reader.text('item'), reader.text('description')]
    .filter((text, index, all) => text !== '' && all.indexOf(text) === index)
    .join(': ')

/** Null for a row that has no price: a note between the lines, or a sum below them. */
function readLine(
  reader: RowReader,
  currency: string,
  taxRates: { name: string; rate: number }[],
): FileLine | null {
  const lineNet = reader.minor('lineNet', currency)
  const lineTotal = reader.minor('lineTotal', currency)
  const price = reader.number('price')
  const quantity = reader.has('quantity') ? reader.thousandths('quantity') : 1000
  const taxes = (['', '2'] as const).flatMap((nth): FileTax[] => {
    const name = reader.text(`tax${nth}Name`)
    const amountMinor = reader.minor(`tax${nth}Amount`, currency)
    const rate = reader.thousandths(`tax${nth}Rate`) ?? rateIn(name, taxRates)
    if (name === '' && !amountMinor && !rate) return []
    // A kind of tax without an amount, such as "Tax Exempt".
    if (
      rate === null &&
      amountMinor === null &&
      /exempt|no (vat|tax|gst)|^non$|none|zero|out of scope/i.test(name)
    )
      return []
    return [{ name: name.slice(0, 60), rate, amountMinor }]
  })
  const missing = taxes.find(({ rate, amountMinor }) => rate === null && amountMinor === null)
  if (missing)
    reader.fail(
      'taxName',
      `“${missing.name}” has no rate. Write it as a percentage, or add a tax of this name in your settings.`,
    )
  if (lineNet === null && lineTotal === null && price === null) return null
  const taxMinor = taxes.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)
  const discount = reader.thousandths('discountRate') ?? 0
  const isPlain = discount === 0 && lineNet === null && price !== null
  const known = lineNet ?? (lineTotal === null ? null : lineTotal - taxMinor)
  return {
    description: descriptionOf(reader).slice(0, 500) || 'Services',
    quantity: quantity ?? 1000,
    price,
    netMinor: isPlain ? null : (known ?? discounted({ price, quantity, discount, currency })),
    taxes,
  }
}

/** "20% (VAT on Income)" names its rate. Else it is that of the business's own tax with this name. */
function rateIn(name: string, taxRates: { name: string; rate: number }[]): number | null {
  const [, percent] = /(\d+(?:[.,]\d{1,3})?)\s*%/.exec(name) ?? []
  if (percent !== undefined) return Math.round(Number(percent.replace(',', '.')) * 1000)
  return taxRates.find((tax) => tax.name.toLowerCase() === name.toLowerCase())?.rate ?? null
}

/** Where each line has its amount with tax, their sum is the total. */
function sumOfGross(readers: RowReader[], currency: string): number | null {
  const amounts = readers.map((reader) =>
    reader.has('lineTotal') ? reader.minor('lineTotal', currency) : null,
  )
  return amounts.some((minor) => minor === null)
    ? null
    : amounts.reduce<number>((sum, minor) => sum + (minor ?? 0), 0)
}

function stateOf(reader: RowReader): InvoiceState | null {
  const text = reader.text('status')
  if (text === '') return 'open'
  return (
    invoiceStateOf(text) ??
    reader.fail(
      'status',
      `“${shorten(text)}” is not a status that is known here. Use draft, sent, partial, paid or void.`,
    )
  )
}

interface Billed {
  state: InvoiceState
  currency: string
  totalMinor: number
  issueDate: string
  dueDate: string
  today: string
}

function readPayment(
  reader: RowReader,
  { state, currency, totalMinor, issueDate, dueDate, today }: Billed,
  note: (text: string) => void,
): InvoiceRecord['payment'] {
  const paid = reader.minor('paid', currency)
  const balance = reader.minor('balance', currency)
  const isPaid = state === 'paid'
  const amountMinor = isPaid ? totalMinor : (paid ?? (balance === null ? 0 : totalMinor - balance))
  if (state === 'partial' && amountMinor === 0) {
    return reader.fail('paid', 'How much was paid is not in the file. Add it, or write “sent” as the status.')
  }
  if (amountMinor < 0 || amountMinor > totalMinor) {
    const [asked, got] = [totalMinor, amountMinor].map((minor) =>
      formatMoney(minor, { currency, locale: 'en-US' }),
    )
    return reader.fail('paid', `${got} was paid, but the total is ${asked}.`)
  }
  if (amountMinor === 0 && !isPaid) return null
  const readOn = reader.date('paidDate')
  const [on, dayName] = readOn === null ? dayInstead({ dueDate, issueDate, today }) : [readOn, '']
  if (readOn === null && !reader.has('paidDate'))
    note(`The day of the payment is not in the file, so we use ${dayName}.`)
  if (on > today) return reader.fail('paidDate', 'This date is in the future.')
  return { amountMinor, on, ...methodOf(reader.text('method')) }
}

/** Money cannot have come on a day that is still to come. */
function dayInstead({ dueDate, issueDate, today }: Pick<Billed, 'dueDate' | 'issueDate' | 'today'>) {
  if (dueDate <= today) return [dueDate, 'the due date'] as const
  return issueDate <= today ? ([issueDate, 'the issue date'] as const) : ([today, 'today'] as const)
}

function methodOf(text: string): Pick<NonNullable<InvoiceRecord['payment']>, 'method' | 'note'> {
  if (/transfer|bank|ach|wire|sepa/i.test(text)) return { method: 'transfer', note: '' }
  if (/cash/i.test(text)) return { method: 'cash', note: '' }
  if (/che(ck|que)/i.test(text)) return { method: 'cheque', note: '' }
  return { method: 'other', note: text.slice(0, 200) }
}
