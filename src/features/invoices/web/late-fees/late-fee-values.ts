import { z } from 'zod'
import type { Currency } from '../../../../shared/currencies.ts'
import type { FieldErrors } from '../../../../shared/errors.ts'
import { parseThousandths, thousandthsText } from '../../../../shared/thousandths.ts'
import { type TypedAmount, typedAmountIn } from '../../../../web/forms/typed-amount.ts'
import { type LateFeeTerms, lateFeeTermsSchema } from '../../../business/late-fee-rules.ts'

/** The terms as typed. `maxMinor` is empty for no limit. */
export interface LateFeeValues {
  isOn: boolean
  kind: LateFeeTerms['kind']
  percentage: string
  amountMinor: TypedAmount
  afterDays: string
  repeats: LateFeeTerms['repeats']
  maxMinor: TypedAmount
}

export const noLateFee: LateFeeValues = {
  isOn: false,
  kind: 'percentage',
  percentage: '',
  amountMinor: null,
  afterDays: '14',
  repeats: 'once',
  maxMinor: null,
}

export function lateFeeValues(terms: LateFeeTerms | null): LateFeeValues {
  if (!terms) return noLateFee
  const { kind, value, afterDays, repeats, maxMinor } = terms
  return {
    isOn: true,
    kind,
    percentage: kind === 'percentage' ? thousandthsText(value) : '',
    amountMinor: kind === 'amount' ? value : null,
    afterDays: String(afterDays),
    repeats,
    maxMinor,
  }
}

const readAmount = (typed: TypedAmount) => (typeof typed === 'number' ? typed : Number.NaN)

/** Converts what was typed to terms, without validating it: NaN for what is missing or wrong. */
export function readLateFee(values: LateFeeValues): LateFeeTerms | null {
  const { isOn, kind, percentage, amountMinor, afterDays, repeats, maxMinor } = values
  if (!isOn) return null
  const parsed = parseThousandths(percentage)
  return {
    kind,
    value: kind === 'amount' ? readAmount(amountMinor) : typeof parsed === 'number' ? parsed : Number.NaN,
    afterDays: /^\d{1,4}$/.test(afterDays.trim()) ? Number(afterDays) : Number.NaN,
    repeats,
    maxMinor: maxMinor === null ? null : readAmount(maxMinor),
  }
}

/** The terms for the preview; null while something is missing or wrong. */
export function previewedLateFee(values: LateFeeValues): LateFeeTerms | null {
  return lateFeeTermsSchema.safeParse(readLateFee(values)).data ?? null
}

/** The field of the form that shows the error of a field of the terms. */
export function lateFeeField(field: string, { kind }: Pick<LateFeeValues, 'kind'>): string {
  if (field !== 'value') return field
  return kind === 'amount' ? 'amountMinor' : 'percentage'
}

/** Validates what was typed. Returns one message per invalid field of the form. */
export function lateFeeProblems(values: LateFeeValues): FieldErrors {
  const { error } = lateFeeTermsSchema.nullable().safeParse(readLateFee(values))
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [lateFeeField(path.join('.'), values), message]),
  )
}

/** The proposal for an invoice in another currency than that of the proposal: terms with amounts do not apply to it. */
export function withoutAmounts(values: LateFeeValues): LateFeeValues {
  return values.kind === 'amount' || values.maxMinor !== null ? noLateFee : values
}

/** What the amounts become in another currency: the numbers stay. `textOf` returns what a field shows. */
export function lateFeeIn(
  values: LateFeeValues,
  { from, to, textOf }: { from: Currency; to: Currency; textOf: (path: string) => string | undefined },
): LateFeeValues {
  const moved = (field: 'amountMinor' | 'maxMinor') =>
    typedAmountIn(values[field], { from, to, text: textOf(`lateFee.${field}`) ?? '' })
  return { ...values, amountMinor: moved('amountMinor'), maxMinor: moved('maxMinor') }
}

const typedAmount = z.number().nullable().catch(null)

/** What is kept of unsaved work. An amount that was not one is restored as empty. */
export const lateFeeDraftSchema: z.ZodType<LateFeeValues> = z.object({
  isOn: z.boolean(),
  kind: z.enum(['percentage', 'amount']),
  percentage: z.string(),
  amountMinor: typedAmount,
  afterDays: z.string(),
  repeats: z.enum(['once', 'monthly']),
  maxMinor: typedAmount,
})
