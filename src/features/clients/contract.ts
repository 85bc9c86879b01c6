import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

export const clientSchema = z.strictObject({
  id: z.uuid(),
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
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
