import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { checkTaxId, maxTaxIdLength } from '../../shared/tax-ids.ts'
import { emailOf, requiredText, text } from '../../shared/text-schema.ts'
import { countrySchema, currencySchema } from '../business/contract.ts'
import { listExport, listFormatSchema } from '../exports/contract.ts'
import { ownValuesSchema } from '../fields/contract.ts'

const tag = 'Clients'
const params = z.strictObject({ id: z.uuid() })
const momentSchema = z.iso.datetime()

/** How an invoice to a client is taxed. Only with `standard` can it have taxes. */
export const taxTreatmentSchema = z.enum(['standard', 'exempt', 'reverse_charge'])
export type TaxTreatment = z.infer<typeof taxTreatmentSchema>

export const maxAddressBreaks = 10
export const maxNotes = 10_000

/** The details of a client as they are typed in, here and on an invoice. */
export const clientDetailsShape = {
  name: requiredText(120, 'Please enter the client’s company name.'),
  email: emailOf('the client’s'),
  phone: text(40),
  address: text(500, maxAddressBreaks),
  contactName: text(120),
  country: countrySchema.default(''),
  taxId: text(maxTaxIdLength).default(''),
  taxTreatment: taxTreatmentSchema.default('standard'),
}

/** Client details by hand. The tax number has to be one of the country. */
export const clientInputSchema = z
  .strictObject({
    ...clientDetailsShape,
    /** The currency of new invoices to this client; null for the home currency. */
    currency: currencySchema.nullable(),
    /** What is left out stays as it is. */
    ownFields: ownValuesSchema.optional(),
  })
  .superRefine(({ country, taxId }, context) => {
    const checked = checkTaxId(country, taxId)
    if ('message' in checked) context.addIssue({ code: 'custom', path: ['taxId'], message: checked.message })
  })
export type ClientInput = z.infer<typeof clientInputSchema>

export const clientSchema = z.strictObject({
  id: z.uuid(),
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  /** The currency of the client’s invoices; null for the home currency. */
  currency: z.string().nullable(),
  /** ISO 3166, two letters; empty where it was not chosen. */
  country: z.string(),
  taxId: z.string(),
  taxTreatment: taxTreatmentSchema,
})
export type Client = z.infer<typeof clientSchema>

export const listClients = endpoint({
  method: 'get',
  path: '/api/v1/clients',
  access: { permission: 'sales.read' },
  tag,
  summary:
    'The first 20 clients by company name to choose from: name, contact, email address or an own field contains a text',
  query: z.strictObject({ search: z.string().trim().max(200).optional() }),
  response: z.strictObject({ clients: z.array(clientSchema) }),
})

/** What a client owes in one currency. */
const owedSchema = z.strictObject({
  currency: z.string(),
  openMinor: z.int(),
  /** The part of it that is past its due date. */
  overdueMinor: z.int(),
})
export type Owed = z.infer<typeof owedSchema>

export const clientListItemSchema = clientSchema
  .pick({ id: true, companyName: true, contactName: true, email: true })
  .extend({
    archivedAt: momentSchema.nullable(),
    /** By currency, the home currency first. Empty if nothing is owed. */
    owed: z.array(owedSchema),
    /** The issue date of the newest invoice. */
    lastInvoiceOn: z.string().nullable(),
  })
export type ClientListItem = z.infer<typeof clientListItemSchema>

export const listClientsWithSums = endpoint({
  method: 'get',
  path: '/api/v1/clients/list',
  access: { permission: 'sales.read' },
  tag,
  summary: 'Clients by company name with what they owe, 50 at a time',
  query: z.strictObject({
    /** `active`: without the archived ones. `owing`: archived ones too. */
    view: z.enum(['active', 'owing', 'archived']).default('active'),
    /** A part of the name, the contact, the email address or an own field. */
    search: text(200).default(''),
    /** A cursor from an earlier response. Only one of `after` and `before` may be given. */
    after: z.string().max(1000).optional(),
    before: z.string().max(1000).optional(),
  }),
  response: z.strictObject({
    clients: z.array(clientListItemSchema),
    next: z.string().nullable(),
    previous: z.string().nullable(),
  }),
})

export const exportClients = endpoint({
  ...listExport,
  access: { permission: 'sales.read' },
  path: '/api/v1/clients/export',
  tag,
  summary: 'The clients of the list, all pages, as a spreadsheet',
  query: listClientsWithSums.query.omit({ after: true, before: true }).extend({ format: listFormatSchema }),
})

/** How fast a client has paid within a year. */
const paceSchema = z.strictObject({
  /** Medians over the paid invoices: from the issue date to the payment, and from the due date (negative: early). */
  days: z.number(),
  daysLate: z.number(),
  invoices: z.int(),
})
export type Pace = z.infer<typeof paceSchema>

export const clientAccountSchema = clientSchema.extend({
  ownFields: ownValuesSchema,
  noReminders: z.boolean(),
  notes: z.string(),
  notesVersion: z.int(),
  archivedAt: momentSchema.nullable(),
  createdAt: momentSchema,
  /** Identifies the state of the details for a change. */
  updatedAt: momentSchema,
  owed: z.array(owedSchema),
  /** Totals of invoices that are paid in full, by currency, the home currency first. */
  settled: z.array(z.strictObject({ currency: z.string(), minor: z.int() })),
  openInvoices: z.int(),
  paidInvoices: z.int(),
  /** The last 12 months, and the 12 months before; null without a paid invoice. */
  pace: paceSchema.nullable(),
  paceBefore: paceSchema.nullable(),
})
export type ClientAccount = z.infer<typeof clientAccountSchema>

export const getClient = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}',
  access: { permission: 'sales.read' },
  tag,
  summary:
    'A client with what they owe and how fast they pay. For a client that was merged, the one that it became',
  params,
  response: clientAccountSchema,
})

/** The state that a later change names. */
const savedClientSchema = z.strictObject({ id: z.uuid(), updatedAt: momentSchema })

export const createClient = endpoint({
  method: 'post',
  path: '/api/v1/clients',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Add a client',
  body: z.strictObject({
    client: clientInputSchema,
    /** No automatic reminders are sent. */
    noReminders: z.boolean(),
  }),
  response: savedClientSchema,
  errors: ['EMAIL_TAKEN'],
})

export const updateClient = endpoint({
  method: 'put',
  path: '/api/v1/clients/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Change the details of a client. Invoices that exist stay as they are',
  params,
  body: z.strictObject({ client: clientInputSchema, updatedAt: momentSchema }),
  response: savedClientSchema,
  errors: ['EMAIL_TAKEN', 'CHANGED_ELSEWHERE'],
})

export const findClientByEmail = endpoint({
  method: 'get',
  path: '/api/v1/clients/by-email',
  access: { permission: 'sales.read' },
  tag,
  summary: 'The client that an email address belongs to',
  query: z.strictObject({ email: z.string().trim().toLowerCase().max(254).default('') }),
  response: z.strictObject({ client: z.strictObject({ id: z.uuid(), companyName: z.string() }).nullable() }),
})

export const saveClientNotes = endpoint({
  method: 'put',
  path: '/api/v1/clients/{id}/notes',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Save the notes about a client, which only the business sees',
  params,
  body: z.strictObject({ notes: text(maxNotes), version: z.int() }),
  response: z.strictObject({ version: z.int() }),
  errors: ['CHANGED_ELSEWHERE'],
})

export const archiveClient = endpoint({
  method: 'put',
  path: '/api/v1/clients/{id}/archived',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Hide a client from the list and the choice for invoices, or show it again',
  params,
  body: z.strictObject({ archived: z.boolean() }),
})

export const deleteClient = endpoint({
  method: 'delete',
  path: '/api/v1/clients/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Delete a client that nothing belongs to',
  params,
  errors: ['CLIENT_IN_USE'],
})

export const previewMerge = endpoint({
  method: 'get',
  path: '/api/v1/clients/{id}/merge/{clientId}',
  access: { permission: 'sales.read' },
  tag,
  summary: 'What moves if a client is merged into another',
  params: z.strictObject({ id: z.uuid(), clientId: z.uuid() }),
  response: z.strictObject({
    from: clientSchema,
    into: clientSchema,
    /** Such as “12 invoices”. Empty if nothing moves. */
    moves: z.array(z.string()),
    /** The notes of the first are added to those of the other. */
    addsNotes: z.boolean(),
  }),
  errors: ['CLIENT_MERGED'],
})

export const mergeClients = endpoint({
  method: 'post',
  path: '/api/v1/clients/{id}/merge',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Merge a client into another: everything of the first belongs to the other, whose details stay',
  params,
  body: z.strictObject({ into: z.uuid() }),
  response: z.strictObject({ id: z.uuid() }),
  errors: ['CLIENT_MERGED'],
})
