import { useFormContext, useWatch } from 'react-hook-form'
import type { Currency } from '../../../../shared/currencies.ts'
import type { ContentValues } from '../form/content-values.ts'
import { lateFeeIn, withoutAmounts } from '../late-fees/late-fee-values.ts'
import { amountsIn } from './amounts-in.ts'

/** The currency that the form shows its amounts in. */
export function useCurrency(): Currency {
  return useWatch<ContentValues, 'currency'>({ name: 'currency' })
}

/** Returns what the user typed into the field of this name. */
const textOf = (path: string) =>
  document.querySelector<HTMLInputElement>(`input[name="${path}"]:read-write`)?.value

/** Returns a function that changes the currency of the form and keeps the numbers of its amounts. */
export function useSwitchCurrency(): (to: Currency) => void {
  const { getValues, setValue, clearErrors, trigger, formState } = useFormContext<ContentValues>()
  const { defaultValues } = formState
  return (to) => {
    const { currency: from, charge, lateFee } = getValues()
    if (from === to) return
    const amounts = amountsIn(charge, { from, to, textOf })
    setValue('currency', to, { shouldDirty: true })
    clearErrors('currency')
    for (const [path, amount] of amounts) setValue(path, amount, { shouldDirty: true })
    // The proposal of the business is in its home currency. What stands on an invoice already keeps its numbers.
    const isNew = defaultValues?.charge?.kind === 'amount' && defaultValues.charge.amountMinor === null
    const isProposal = isNew && JSON.stringify(lateFee) === JSON.stringify(defaultValues.lateFee)
    const moved = isProposal ? withoutAmounts(lateFee) : lateFeeIn(lateFee, { from, to, textOf })
    setValue('lateFee', moved, { shouldDirty: true })
    const wrong = amounts.flatMap(([path, amount]) => (typeof amount === 'string' ? [path] : []))
    if (wrong.length > 0) void trigger(wrong)
  }
}
