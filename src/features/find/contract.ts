import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { text } from '../invoices/document/charge-rules.ts'

const foundShape = { id: z.uuid(), title: z.string(), detail: z.string() }
const foundSchema = z.strictObject(foundShape)
const foundDocumentSchema = z.strictObject({
  ...foundShape,
  date: z.string(),
  currency: z.string(),
  amountMinor: z.int(),
})
export type Found = z.infer<typeof foundSchema>
export type FoundDocument = z.infer<typeof foundDocumentSchema>

export const find = endpoint({
  method: 'get',
  path: '/api/v1/find',
  access: { permission: 'sales.read' },
  tag: 'Find',
  summary:
    'At most five each of the clients, invoices, estimates and expenses that a text means, of those that the member may see',
  query: z.strictObject({
    /** Part of a client’s name, contact or email address, the number of a document from its beginning, or an amount. */
    text: text(200).default(''),
  }),
  response: z.strictObject({
    clients: z.array(foundSchema),
    invoices: z.array(foundDocumentSchema),
    estimates: z.array(foundDocumentSchema),
    expenses: z.array(foundDocumentSchema),
  }),
})
