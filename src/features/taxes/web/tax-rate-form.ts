import type { Resolver } from 'react-hook-form'
import { parseThousandths, thousandthsText } from '../../../shared/thousandths.ts'
import { typedNumberMessage } from '../../../web/forms/typed-amount.ts'
import { type NewTaxRate, type TaxRate, newTaxRateSchema } from '../contract.ts'

export interface TaxRateFormValues {
  name: string
  percentage: string
  description: string
  isDefault: boolean
}

export function taxRateFormValues(rate: TaxRate | null): TaxRateFormValues {
  if (!rate) return { name: '', percentage: '', description: '', isDefault: false }
  const { name, description, isDefault } = rate
  return { name, percentage: thousandthsText(rate.rate), description, isDefault }
}

/** Validates the form against the contract. Returns the request body, or an error message per field. */
export function readTaxRateForm({ percentage, ...values }: TaxRateFormValues) {
  const read = parseThousandths(percentage)
  const rate = typeof read === 'number' ? read : Number.NaN
  const result = newTaxRateSchema.safeParse({ ...values, rate })
  if (result.success) return { ok: true as const, body: result.data }
  const problems: Partial<Record<'name' | 'percentage' | 'description', string>> = {}
  for (const { path, message } of result.error.issues) {
    const field = path[0] === 'rate' ? 'percentage' : path[0]
    if (field === 'name' || field === 'description') problems[field] ??= message
    else if (field === 'percentage') problems[field] ??= typedNumberMessage(percentage) ?? message
  }
  return { ok: false as const, problems }
}

export const taxRateFormResolver: Resolver<TaxRateFormValues, unknown, NewTaxRate> = (values) => {
  const read = readTaxRateForm(values)
  if (read.ok) return { values: read.body, errors: {} }
  const problems = Object.entries(read.problems)
  return {
    values: {},
    errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'contract', message }])),
  }
}
