import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

/** How an invoice to a client is taxed. Only with `standard` can it have taxes. */
export const taxTreatmentSchema = z.enum(['standard', 'exempt', 'reverse_charge'])
export type TaxTreatment = z.infer<typeof taxTreatmentSchema>

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
  access: 'user',
  tag: 'Clients',
  summary: 'The first 20 clients by company name whose name, contact or email address contains a text',
  query: z.strictObject({ search: z.string().trim().max(200).optional() }),
  response: z.strictObject({ clients: z.array(clientSchema) }),
})
