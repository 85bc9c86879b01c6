import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { invoiceEventKinds } from '../../../shared/invoice-event-kinds.ts'
import {
  actorColumn,
  documentStyle,
  lateFeeTerms,
  minor,
  moment,
  ratedColumns,
  tenantKey,
  times,
} from './columns.ts'
import { ownFieldValues } from './team/own-fields.ts'

const optionalText = (name: string) => text(name).notNull().default('')

export const invoices = pgTable('invoices', {
  ...tenantKey,
  number: text('number').notNull(),
  // The sequence that the number comes from; null for a random one.
  numberScope: uuid('number_scope'),
  numberYear: integer('number_year'),
  sequenceNumber: bigint('sequence_number', { mode: 'number' }),
  createdBy: uuid('created_by').notNull(),
  requestId: uuid('request_id'),
  version: integer('version').notNull().default(1),
  status: text('status', { enum: ['pending', 'paid', 'cancelled'] })
    .notNull()
    .default('pending'),
  // A statement that saves an invoice sets 'waiting', and the database clears it if the invoice needs no approval.
  approval: text('approval', { enum: ['waiting', 'returned'] }),

  companyName: text('company_name').notNull(),
  companyEmail: text('company_email').notNull(),
  companyPhone: optionalText('company_phone'),
  companyAddress: optionalText('company_address'),
  contactName: optionalText('contact_name'),
  companyCountry: optionalText('company_country'),
  companyTaxId: optionalText('company_tax_id'),
  logoId: uuid('logo_id'),

  clientId: uuid('client_id'),
  clientName: text('client_name').notNull(),
  clientEmail: text('client_email').notNull(),
  clientContactName: optionalText('client_contact_name'),
  clientPhone: optionalText('client_phone'),
  clientAddress: optionalText('client_address'),
  clientCountry: optionalText('client_country'),
  clientTaxId: optionalText('client_tax_id'),
  taxTreatment: text('tax_treatment', { enum: ['standard', 'exempt', 'reverse_charge'] })
    .notNull()
    .default('standard'),

  issueDate: date('issue_date').notNull(),
  // With parts, the date of the first one that is not paid yet; the database keeps it.
  dueDate: date('due_date').notNull(),
  parts: jsonb('parts').$type<
    {
      amount: { kind: 'percentage' | 'fixed'; value: number } | null
      amountMinor: number
      dueDate: string
    }[]
  >(),
  paymentTerms: text('payment_terms', {
    enum: ['net_30', 'net_15', 'due_on_receipt', '2_10_net_30', 'custom'],
  }).notNull(),
  purchaseOrder: optionalText('purchase_order'),
  description: optionalText('description'),
  notes: optionalText('notes'),
  taxNote: optionalText('tax_note'),
  ...ownFieldValues,

  currency: text('currency').notNull(),
  locale: text('locale').notNull(),
  lines: jsonb('lines').$type<
    {
      description: string
      quantity: number
      rateMinor: number
      taxes?: number[] | undefined
      sources?: { kind: 'time' | 'expense'; id: string }[] | undefined
    }[]
  >(),
  discount: jsonb('discount').$type<{
    kind: 'percentage' | 'fixed'
    value: number
    description: string
  }>(),
  taxes: jsonb('taxes').$type<{ name: string; rate: number }[]>().notNull().default([]),
  fees: jsonb('fees').$type<{ description: string; amountMinor: number }[]>().notNull().default([]),
  taxIncluded: boolean('tax_included').notNull().default(false),
  subtotalMinor: minor('subtotal_minor'),
  discountMinor: minor('discount_minor'),
  taxMinor: minor('tax_minor'),
  feesMinor: minor('fees_minor'),
  totalMinor: minor('total_minor'),
  creditNotesMinor: minor('credit_notes_minor').default(0),
  receivedMinor: minor('received_minor').default(0),
  creditedMinor: minor('credited_minor').default(0),
  waivedMinor: minor('waived_minor').default(0),
  isDisputed: boolean('is_disputed').notNull().default(false),
  openMinor: minor('open_minor').generatedAlwaysAs(
    sql`case when status <> 'pending' then 0
      else greatest(total_minor - credit_notes_minor - credited_minor - received_minor - waived_minor, 0) end`,
  ),

  sendOption: text('send_option', { enum: ['email_now', 'email_later', 'do_not_send'] }).notNull(),
  sendReminder: boolean('send_reminder').notNull(),
  sentAt: moment('sent_at'),
  viewedAt: moment('viewed_at'),
  paidAt: moment('paid_at'),
  // Both are set by the database whenever a value changes that they depend on.
  nextReminderAt: moment('next_reminder_at'),
  nextReminderStep: smallint('next_reminder_step'),
  remindersSince: moment('reminders_since'),
  remindersNotBefore: moment('reminders_not_before'),
  remindersPausedAt: moment('reminders_paused_at'),
  remindersPausedBy: text('reminders_paused_by', { enum: ['client', 'owner'] }),
  remindedAt: moment('reminded_at'),
  ...lateFeeTerms,
  lateFeesSince: moment('late_fees_since').notNull().defaultNow(),
  // Both are set by the database, like the next reminder.
  nextLateFeeAt: moment('next_late_fee_at'),
  nextLateFeeOn: date('next_late_fee_on'),
  // When the saved card of the client pays, and when the client is told before. Both are set by the database.
  autopayAt: moment('autopay_at'),
  autopayNoticeAt: moment('autopay_notice_at'),
  autopayAnnouncedAt: moment('autopay_announced_at'),
  seriesId: uuid('series_id'),
  seriesPeriod: integer('series_period'),
  estimateId: uuid('estimate_id'),
  // What it covers of the estimate, when it was made.
  estimateShare: jsonb('estimate_share').$type<{
    lineMinor: number[]
    discountMinor: number
    feeMinor: number[]
    totalMinor: number
  }>(),
  ...ratedColumns,
  ...documentStyle,
  ...times,
})

export const lateFees = pgTable('late_fees', {
  ...tenantKey,
  invoiceId: uuid('invoice_id').notNull(),
  dueDate: date('due_date').notNull(),
  period: integer('period').notNull(),
  feeOn: date('fee_on').notNull(),
  amountMinor: minor('amount_minor'),
  state: text('state', { enum: ['added', 'skipped', 'removed'] }).notNull(),
  at: moment('at').notNull(),
  removedAt: moment('removed_at'),
})

export const invoiceEvents = pgTable('invoice_events', {
  ...tenantKey,
  invoiceId: uuid('invoice_id').notNull(),
  /** Of the invoice. Set by the database. */
  clientId: uuid('client_id'),
  kind: text('kind', { enum: invoiceEventKinds }).notNull(),
  amountMinor: bigint('amount_minor', { mode: 'number' }),
  note: text('note'),
  isTest: boolean('is_test').notNull().default(false),
  ...actorColumn,
  at: moment('at').notNull().defaultNow(),
})

export const deletedInvoices = pgTable('deleted_invoices', {
  businessId: uuid('business_id').notNull(),
  id: uuid('id').notNull(),
  number: text('number').notNull(),
  clientName: text('client_name').notNull(),
  currency: text('currency').notNull(),
  totalMinor: minor('total_minor'),
  wasSent: boolean('was_sent').notNull(),
  createdAt: moment('created_at').notNull(),
  deletedAt: moment('deleted_at').notNull().defaultNow(),
  deletedBy: uuid('deleted_by').notNull(),
})
