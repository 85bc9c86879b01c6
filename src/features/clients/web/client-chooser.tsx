import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { firstField } from '../../../web/forms/use-first-field.ts'
import { maxSearchLength } from '../../../web/lists/list-url-state.ts'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import type { Client } from '../contract.ts'
import { clientsQuery } from './client-api.ts'

interface ClientChooserProps {
  value: { id: string; name: string } | null
  onChoose: (client: Client) => void
  onClear: () => void
  /** Typing begins in this field. */
  isFirst?: boolean
  className?: string | undefined
}

export function ClientChooser({ value, onChoose, onClear, isFirst = false, className }: ClientChooserProps) {
  const queries = useQueryClient()
  const found = useRef(new Map<string, Client>())
  const find = useCallback(
    async (text: string) => {
      const search = text.trim().slice(0, maxSearchLength)
      const { clients } = await queries.fetchQuery(clientsQuery(search))
      for (const client of clients) found.current.set(client.id, client)
      return clients.map(({ id, companyName, email }) => ({
        value: id,
        label: companyName,
        description: email,
      }))
    },
    [queries],
  )
  return (
    <Field
      label="Existing Client"
      hint="Search by name or email, or fill in the fields below."
      className={className}
    >
      <Combobox
        {...(isFirst && firstField)}
        value={value && { value: value.id, label: value.name }}
        placeholder="Choose a client"
        emptyText="No client found. Fill in the fields below to add one."
        onSearch={find}
        onValueChange={(option) => {
          const client = option && found.current.get(option.value)
          if (client) onChoose(client)
          else onClear()
        }}
      />
    </Field>
  )
}
