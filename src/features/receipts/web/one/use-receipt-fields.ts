import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../../../shared/errors.ts'
import { useHomeCurrency } from '../../../auth/web/session.ts'
import { offeredOr } from '../../../categories/web/category-options.ts'
import { useCategories } from '../../../categories/web/use-categories.ts'
import type { Receipt } from '../../contract.ts'
import { type ReceiptFieldValues, checkReceiptFields, valuesOf } from './receipt-field-values.ts'

export type ReceiptFields = ReturnType<typeof useReceiptFields>

/** The fields of a receipt. What the user has not changed follows the receipt, also while it is being read. */
export function useReceiptFields(receipt: Receipt) {
  const categories = useCategories('expense')
  const saved = valuesOf(receipt, useHomeCurrency(), offeredOr(categories, 'Other'))
  const [edited, setEdited] = useState<Partial<ReceiptFieldValues>>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusals, setRefusals] = useState(0)
  const values: ReceiptFieldValues = { ...saved, ...edited }
  const names = Object.keys(saved) as (keyof ReceiptFieldValues)[]
  const isDirty = names.some((name) => name !== 'category' && values[name] !== saved[name])
  const latest = useRef(isDirty)
  useEffect(() => {
    latest.current = isDirty
  }, [isDirty])

  function showErrors(found: FieldErrors) {
    setErrors(found)
    if (Object.keys(found).length > 0) setRefusals(refusals + 1)
  }

  return {
    values,
    errors,
    /** Increases when the fields were found to be wrong. */
    refusals,
    isDirty,
    hasChanges: useCallback(() => latest.current, []),
    change(changed: Partial<ReceiptFieldValues>) {
      setEdited((before) => ({ ...before, ...changed }))
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(changed, name))),
      )
    },
    /** Shows what is wrong. Returns whether nothing is. */
    check(forExpense: boolean): boolean {
      const found = checkReceiptFields(values, forExpense)
      showErrors(found)
      return Object.keys(found).length === 0
    },
    showErrors,
    /** The changes are saved, or given up. */
    clear() {
      latest.current = false
      setEdited({})
    },
  }
}
