import { useFormContext } from 'react-hook-form'
import type { ExpenseFormValues } from './expense-form-values.ts'

/** Fills fields of the form as if they had been typed, and goes on at one of them. */
export function useFill() {
  const { setValue, clearErrors, setFocus } = useFormContext<ExpenseFormValues>()
  return (values: Partial<ExpenseFormValues>, goOnAt: 'amountCents' | 'notes') => {
    const names = Object.keys(values) as (keyof ExpenseFormValues)[]
    for (const name of names) setValue(name, values[name] ?? null, { shouldDirty: true })
    clearErrors(names)
    // What was pressed may be gone now.
    setFocus(goOnAt)
  }
}
