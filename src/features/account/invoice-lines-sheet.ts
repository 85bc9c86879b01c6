import type pg from 'pg'
import { lineAmount } from '../invoices/document/totals-rules.ts'
import { readPages } from './table-files.ts'

/** The lines of all invoices, for spreadsheets. In JSON they are part of each invoice. */
export const invoiceLinesSheet = {
  name: 'invoice_lines',
  about: 'Your invoices line by line (in JSON the lines are in invoices)',
  columns: [
    'invoice_id',
    'invoice_number',
    'position',
    'description',
    'quantity',
    'currency',
    'rate_minor',
    'amount_minor',
  ],
  thousandths: ['quantity'],
}

interface Row {
  invoice_id: string
  invoice_number: string
  position: number
  description: string
  quantity: number
  currency: string
  rate_minor: number
}

// float8 is exact for whole numbers of this size, and the driver returns it as a number.
const query = `
  select i.id as invoice_id, i.number as invoice_number, l.position::int, l.line->>'description' as description,
    (l.line->>'quantity')::float8 as quantity, i.currency, (l.line->>'rateMinor')::float8 as rate_minor
  from invoices i cross join lateral jsonb_array_elements(i.lines) with ordinality as l(line, position)
  order by i.created_at, i.id, l.position`

/** Reads pages of lines rather than whole invoices. An invoice with a single amount has no lines. */
export async function* readInvoiceLines(
  client: pg.PoolClient,
  pageSize: number,
): AsyncGenerator<{ line: string }[]> {
  for await (const rows of readPages<Row>(client, query, pageSize)) {
    yield rows.map((row) => {
      const { quantity, rate_minor: rateMinor } = row
      return { line: JSON.stringify({ ...row, amount_minor: lineAmount({ quantity, rateMinor }) }) }
    })
  }
}
