import { z } from 'zod'
import { maxMinor } from '../../shared/currencies.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currencySchema } from '../business/contract.ts'
import { listedItems, maxItemLength, suggestedItems } from './rules.ts'

const tag = 'Saved items'
const amountMessage = 'Please enter an amount.'

export const itemSchema = z.strictObject({
  id: z.uuid(),
  description: z.string(),
  rateMinor: z.int(),
  currency: z.string(),
  /** The names of its taxes; null for all taxes of the invoice. */
  taxNames: z.array(z.string()).nullable(),
})
export type Item = z.infer<typeof itemSchema>

export const listItems = endpoint({
  method: 'get',
  path: '/api/v1/items',
  access: { permission: 'sales.read' },
  tag,
  summary: 'Saved items whose description contains a text: first those that begin with it, then by use',
  query: z.strictObject({
    search: z.string().trim().max(maxItemLength).default(''),
    /** Of items with the same description, the one in this currency is preferred. */
    currency: currencySchema.optional(),
    limit: z.coerce.number().int().min(1).max(listedItems).default(suggestedItems),
  }),
  response: z.strictObject({ items: z.array(itemSchema) }),
})

export const saveItem = endpoint({
  method: 'post',
  path: '/api/v1/items',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Save an item; one with the same description and currency gets the new rate',
  body: z.strictObject({
    description: z
      .string()
      .trim()
      .min(1, 'Please enter a description.')
      .max(maxItemLength, `An item can have at most ${maxItemLength} characters.`),
    rateMinor: z.int(amountMessage).min(0, amountMessage).max(maxMinor, amountMessage),
    currency: currencySchema,
    taxNames: z.array(z.string().trim().max(60)).max(10).nullable().default(null),
  }),
  response: itemSchema,
})

export const removeItem = endpoint({
  method: 'delete',
  path: '/api/v1/items/{id}',
  access: { permission: 'sales.write' },
  tag,
  summary: 'Remove a saved item; invoices stay as they are',
  params: z.strictObject({ id: z.uuid() }),
  errors: ['NOT_FOUND'],
})
