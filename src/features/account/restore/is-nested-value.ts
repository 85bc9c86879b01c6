import { z } from 'zod'
import { maxMinor } from '../../../shared/currencies.ts'
import { lateFeeTermsSchema } from '../../business/late-fee-rules.ts'
import { expenseTaxSchema, mileageSchema } from '../../expenses/contract.ts'
import { signatureSchema } from '../../invoices/document/signature-rules.ts'
import type { Value } from './archive-rows.ts'

// The form of nested values, as far as pages and documents rely on it. What only counts when it is used again, such as
// the content of a template, is checked there.

const minor = z.int().min(-maxMinor).max(maxMinor)
const line = z.object({
  description: z.string(),
  quantity: z.int(),
  rateMinor: minor,
  taxes: z.array(z.int()).optional(),
})
const lines = z.array(line).max(1000)
const discount = z.object({ kind: z.enum(['percentage', 'fixed']), value: z.int(), description: z.string() })
const taxes = z.array(z.object({ name: z.string(), rate: z.int() })).max(100)
const fees = z.array(z.object({ description: z.string(), amountMinor: minor })).max(1000)
const id = z.uuid()
const expenseTaxes = z.array(expenseTaxSchema)

const charge = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), amountMinor: minor }),
  z.object({ kind: z.literal('lines'), lines, discount: discount.nullable(), taxes, fees }),
])
const amounts = z.object({
  lineMinor: z.array(minor),
  taxesMinor: z.array(minor),
  bases: z.object({ taxedMinor: z.array(minor), untaxedMinor: minor }).optional(),
})
const share = z.object({
  lineMinor: z.array(minor),
  discountMinor: minor,
  feeMinor: z.array(minor),
  totalMinor: minor,
})
const party = z.object({ name: z.string(), email: z.string() })
const content = z.object({ company: party, client: party, charge })
const quad = z.array(z.tuple([z.number(), z.number()]))
const reading = z.record(
  z.string(),
  z.object({ confidence: z.number(), area: z.object({ page: z.int(), quad }).nullable() }),
)

const ownValues = z.record(z.uuid(), z.string())

const shapes: Readonly<Record<string, z.ZodType>> = {
  'invoices.lines': lines,
  'invoices.discount': discount,
  'invoices.taxes': taxes,
  'invoices.fees': fees,
  'businesses.late_fee_terms': lateFeeTermsSchema,
  'invoices.late_fee_terms': lateFeeTermsSchema,
  'clients.own_fields': ownValues,
  'invoices.own_fields': ownValues,
  'invoices.estimate_share': share,
  'estimates.content': content,
  'estimates.signature': signatureSchema,
  'credit_notes.charge': charge,
  'credit_notes.parts': z.object({
    lines: z.array(z.object({ line: z.int(), quantity: z.int() })),
    fees: z.array(z.int()),
  }),
  'credit_notes.amounts': amounts,
  'expenses.taxes': expenseTaxes,
  'expenses.mileage': mileageSchema,
  'recurring_expenses.taxes': expenseTaxes,
  'receipts.pages': z.array(z.object({ id, width: z.int(), height: z.int() })),
  'receipts.items': z.array(z.object({ description: z.string(), amountMinor: minor })),
  'receipts.reading': reading,
  'receipts.suggestion': z.object({ kind: z.enum(['expense', 'transaction']), id }),
  'transaction_matches.targets': z.array(z.object({ id, amountMinor: minor })),
  'mails.attachment': z.object({ kind: z.string() }),
}

export function isNestedValue(table: string, column: string, value: Value): boolean {
  const shape = shapes[`${table}.${column}`]
  return shape ? shape.safeParse(value).success : typeof value === 'object'
}
