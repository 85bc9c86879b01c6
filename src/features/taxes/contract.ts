import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

const tag = 'Taxes'
const params = z.strictObject({ id: z.uuid() })

export const taxRateSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** Thousandths of a percent: 7.7 % is 7700. */
  rate: z.int(),
  description: z.string(),
  isDefault: z.boolean(),
})
export type TaxRate = z.infer<typeof taxRateSchema>

export const newTaxRateSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name, such as VAT.')
    .max(60, 'Please use at most 60 characters.'),
  rate: z
    .int('Please enter a percentage between 0 and 100.')
    .min(0, 'Please enter a percentage between 0 and 100.')
    .max(100_000, 'Please enter a percentage between 0 and 100.'),
  description: z.string().trim().max(200, 'Please use at most 200 characters.').default(''),
  isDefault: z.boolean().default(false),
})
export type NewTaxRate = z.infer<typeof newTaxRateSchema>

export const listTaxRates = endpoint({
  method: 'get',
  path: '/api/v1/tax-rates',
  access: { permission: 'business.read' },
  tag,
  summary: 'The tax rates of the business, by name',
  response: z.strictObject({ taxRates: z.array(taxRateSchema) }),
})

export const createTaxRate = endpoint({
  method: 'post',
  path: '/api/v1/tax-rates',
  access: { permission: 'money.write' },
  tag,
  summary: 'Add a tax rate; a new default replaces the previous one',
  body: newTaxRateSchema,
  response: taxRateSchema,
  errors: ['NAME_TAKEN'],
})

export const updateTaxRate = endpoint({
  method: 'put',
  path: '/api/v1/tax-rates/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Change a tax rate; existing invoices stay as they are',
  params,
  body: newTaxRateSchema,
  response: taxRateSchema,
  errors: ['NOT_FOUND', 'NAME_TAKEN'],
})

export const deleteTaxRate = endpoint({
  method: 'delete',
  path: '/api/v1/tax-rates/{id}',
  access: { permission: 'money.write' },
  tag,
  summary: 'Remove a tax rate; existing invoices stay as they are',
  params,
  errors: ['NOT_FOUND'],
})
