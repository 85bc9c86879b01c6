import { isDeepStrictEqual } from 'node:util'
import { type invoices } from '../../platform/db/tables/invoices.ts'
import { pick } from '../../shared/pick.ts'

/** The columns that decide what an invoice adds to which figure, on which day. */
const figureColumns = [
  'issueDate',
  'currency',
  'clientId',
  'taxTreatment',
  'taxIncluded',
  'lines',
  'discount',
  'taxes',
  'fees',
  'subtotalMinor',
  'discountMinor',
  'taxMinor',
  'feesMinor',
  'totalMinor',
] as const satisfies (keyof typeof invoices.$inferSelect)[]

type FigureColumns = Pick<typeof invoices.$inferSelect, (typeof figureColumns)[number]>

export function areFiguresChanged(before: FigureColumns, after: FigureColumns): boolean {
  return !isDeepStrictEqual(asStored(before), asStored(after))
}

/** Without what is undefined, which JSON in the database does not have. */
function asStored(columns: FigureColumns): unknown {
  return JSON.parse(JSON.stringify(pick(columns, figureColumns)))
}
