import { bigint, boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { actorColumn, minor, moment, tenantKey, times } from './columns.ts'
import { ownFieldValues } from './team/own-fields.ts'

export const clients = pgTable('clients', {
  ...tenantKey,
  createdBy: uuid('created_by').notNull(),
  companyName: text('company_name').notNull(),
  contactName: text('contact_name').notNull().default(''),
  email: text('email').notNull(),
  phone: text('phone').notNull().default(''),
  address: text('address').notNull().default(''),
  currency: text('currency'),
  country: text('country').notNull().default(''),
  taxId: text('tax_id').notNull().default(''),
  taxTreatment: text('tax_treatment', { enum: ['standard', 'exempt', 'reverse_charge'] })
    .notNull()
    .default('standard'),
  /** Stands for the client in numbers; null until one is drawn. */
  code: text('code'),
  noReminders: boolean('no_reminders').notNull().default(false),
  notes: text('notes').notNull().default(''),
  notesVersion: integer('notes_version').notNull().default(0),
  archivedAt: moment('archived_at'),
  /** The client that this one became. Its row is hidden. */
  mergedInto: uuid('merged_into'),
  ...ownFieldValues,
  ...times,
})

export const clientEvents = pgTable('client_events', {
  ...tenantKey,
  clientId: uuid('client_id').notNull(),
  kind: text('kind', {
    enum: [
      'created',
      'changed',
      'notes',
      'archived',
      'unarchived',
      'merged',
      'portal-opened',
      'portal-renewed',
      'message',
      'proposed',
      'proposal-accepted',
      'proposal-declined',
    ],
  }).notNull(),
  note: text('note'),
  ...actorColumn,
  at: moment('at').notNull().defaultNow(),
})

const sum = {
  currency: text('currency').notNull(),
  minor: minor('minor'),
  count: bigint('count', { mode: 'number' }).notNull(),
}

export const clientSums = pgTable('client_sums', {
  businessId: uuid('business_id').notNull(),
  clientId: uuid('client_id').notNull(),
  kind: text('kind', { enum: ['owed', 'settled'] }).notNull(),
  ...sum,
})

export const clientDues = pgTable('client_dues', {
  businessId: uuid('business_id').notNull(),
  clientId: uuid('client_id').notNull(),
  dueDate: date('due_date').notNull(),
  ...sum,
})
