import type { Resolver } from 'react-hook-form'
import { formatThousandths, parseThousandths } from '../../../shared/thousandths.ts'
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
  return { name, percentage: formatThousandths(rate.rate), description, isDefault }
}

type TaxRateProblems = Partial<Record<'name' | 'percentage' | 'description', string>>

/** What to send, or what is wrong beside which field, in the words of the contract. */
export function readTaxRateForm({ percentage, ...values }: TaxRateFormValues) {
  const rate = parseThousandths(percentage) ?? Number.NaN
  const result = newTaxRateSchema.safeParse({ ...values, rate })
  if (result.success) return { ok: true as const, body: result.data }
  const wrong: TaxRateProblems = {}
  for (const { path, message } of result.error.issues) {
    const field = path[0] === 'rate' ? 'percentage' : path[0]
    if (field === 'name' || field === 'percentage' || field === 'description') wrong[field] ??= message
  }
  return { ok: false as const, wrong }
}

export const taxRateFormResolver: Resolver<TaxRateFormValues, unknown, NewTaxRate> = (values) => {
  const read = readTaxRateForm(values)
  if (read.ok) return { values: read.body, errors: {} }
  const wrong = Object.entries(read.wrong)
  return {
    values: {},
    errors: Object.fromEntries(wrong.map(([field, message]) => [field, { type: 'contract', message }])),
  }
}
