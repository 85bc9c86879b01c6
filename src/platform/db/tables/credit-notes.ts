import { bigint, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { minor, moment, tenantKey } from './columns.ts'
import type { invoices } from './invoices.ts'

type Invoice = typeof invoices.$inferSelect

/** As an invoice has it: a single amount, or lines with discount, taxes and fees. */
type StoredCharge =
  | { kind: 'amount'; amountMinor: number }
  | ({ kind: 'lines'; lines: NonNullable<Invoice['lines']> } & Pick<
      Invoice,
      'taxIncluded' | 'discount' | 'taxes' | 'fees'
    >)

export const creditNotes = pgTable('credit_notes', {
  ...tenantKey,
  invoiceId: uuid('invoice_id').notNull(),
  number: text('number').notNull(),
  // The sequence that the number comes from.
  numberScope: uuid('number_scope').notNull(),
  numberYear: integer('number_year').notNull(),
  sequenceNumber: bigint('sequence_number', { mode: 'number' }).notNull(),
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id').notNull(),
  currency: text('currency').notNull(),
  locale: text('locale').notNull(),
  issueDate: date('issue_date').notNull(),
  reason: text('reason').notNull().default(''),
  charge: jsonb('charge').$type<StoredCharge>().notNull(),
  parts: jsonb('parts').$type<{ lines: { line: number; quantity: number }[]; fees: number[] }>().notNull(),
  amounts: jsonb('amounts')
    .$type<{
      lineMinor: number[]
      taxesMinor: number[]
      bases?: { taxedMinor: number[]; untaxedMinor: number } | undefined
    }>()
    .notNull(),
  subtotalMinor: minor('subtotal_minor'),
  discountMinor: minor('discount_minor'),
  taxMinor: minor('tax_minor'),
  feesMinor: minor('fees_minor'),
  totalMinor: minor('total_minor'),
  sentAt: moment('sent_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
