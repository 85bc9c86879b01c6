import type pg from 'pg'
import { readPages } from '../../platform/db/read-pages.ts'
import { taxName } from '../invoices/document/tax-row-rules.ts'
import { type Tax, lineAmount } from '../invoices/document/totals-rules.ts'

interface LineSheet {
  name: string
  about: string
  columns: readonly string[]
  thousandths: readonly string[]
  query: string
}

const columns = ['position', 'description', 'quantity', 'currency', 'rate_minor', 'amount_minor', 'taxes']

// float8 is exact for whole numbers of this size, and the driver returns it as a number.
const lineColumns = `
  l.position::int, l.line->>'description' as description, (l.line->>'quantity')::float8 as quantity,
  d.currency, (l.line->>'rateMinor')::float8 as rate_minor`
/** The taxes that apply to a line: all of the document's, unless the line names some. */
const taxesOf = (all: string) => `array(
  select t.tax from jsonb_array_elements(${all}) with ordinality as t(tax, position)
  where l.line->'taxes' is null or l.line->'taxes' @> to_jsonb(t.position - 1) order by t.position) as taxes`

/** The lines of documents, for spreadsheets. In JSON they are part of each document. */
export const lineSheets: readonly LineSheet[] = [
  {
    name: 'invoice_lines',
    about: 'Your invoices line by line (in JSON the lines are in invoices)',
    columns: ['invoice_id', 'invoice_number', ...columns],
    thousandths: ['quantity'],
    query: `
      select d.id as invoice_id, d.number as invoice_number, null::float8 as amount_minor,
        ${lineColumns}, ${taxesOf('d.taxes')}
      from invoices d cross join lateral jsonb_array_elements(d.lines) with ordinality as l(line, position)
      order by d.created_at, d.id, l.position`,
  },
  {
    name: 'credit_note_lines',
    about: 'Your credit notes line by line (in JSON the lines are in credit_notes)',
    columns: ['credit_note_id', 'credit_note_number', ...columns],
    thousandths: ['quantity'],
    query: `
      select d.id as credit_note_id, d.number as credit_note_number,
        (d.amounts->'lineMinor'->>(l.position - 1)::int)::float8 as amount_minor,
        ${lineColumns}, ${taxesOf("d.charge->'taxes'")}
      from credit_notes d
        cross join lateral jsonb_array_elements(d.charge->'lines') with ordinality as l(line, position)
      order by d.created_at, d.id, l.position`,
  },
]

interface Row {
  quantity: number
  rate_minor: number
  /** Null where it follows from quantity and rate. */
  amount_minor: number | null
  taxes: Tax[]
}

/** Reads pages of lines rather than whole documents. A document with a single amount has no lines. */
export async function* readLines(
  client: pg.PoolClient,
  { query }: LineSheet,
  pageSize: number,
): AsyncGenerator<{ line: string }[]> {
  for await (const rows of readPages<Row>(client, query, pageSize)) {
    yield rows.map((row) => {
      const { quantity, rate_minor: rateMinor } = row
      const amount = row.amount_minor ?? lineAmount({ quantity, rateMinor })
      const taxes = row.taxes.map((tax) => taxName(tax, 'en-US')).join(', ')
      return { line: JSON.stringify({ ...row, amount_minor: amount, taxes }) }
    })
  }
}
