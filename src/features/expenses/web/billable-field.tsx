import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { maxSearchLength } from '../../../web/lists/list-url-state.ts'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { clientsQuery } from '../../clients/web/client-api.ts'
import type { Expense } from '../contract.ts'
import type { ExpenseFormValues } from './expense-form-values.ts'

/** The client that a single expense is to be billed to. It stays once an invoice bills it. */
export function BillableField({ expense }: { expense: Expense | null }) {
  const { control } = useFormContext<ExpenseFormValues>()
  const {
    field: { ref, name, value, onBlur, onChange },
    fieldState,
  } = useController({ control, name: 'client' })
  const repeats = useWatch({ control, name: 'repeats' })
  const queries = useQueryClient()
  const find = useCallback(
    async (text: string) => {
      const { clients } = await queries.fetchQuery(clientsQuery(text.trim().slice(0, maxSearchLength)))
      return clients.map(({ id, companyName, email }) => ({
        value: id,
        label: companyName,
        description: email,
      }))
    },
    [queries],
  )
  if (repeats !== 'never') return null
  const invoice = expense?.billedInvoice ?? null
  return (
    <Field
      label="Billable to client"
      optional
      hint={invoice ? `Billed on invoice ${invoice.number}.` : 'You can add it to the client’s next invoice.'}
      error={fieldState.error?.message}
    >
      <Combobox
        name={name}
        ref={ref}
        onBlur={onBlur}
        value={value && { value: value.id, label: value.name }}
        disabled={invoice !== null}
        placeholder="No client"
        emptyText="No client found."
        onSearch={find}
        onValueChange={(option) => onChange(option && { id: option.value, name: option.label })}
      />
    </Field>
  )
}
