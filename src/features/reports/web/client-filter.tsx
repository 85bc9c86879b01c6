import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { maxSearchLength } from '../../../web/lists/list-url-state.ts'
import { Combobox } from '../../../web/ui/fields/combobox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { clientQuery, clientsQuery } from '../../clients/web/client-api.ts'

interface ClientFilterProps {
  /** The id of the client; undefined for all. */
  client: string | undefined
  onChange: (client: string | undefined) => void
}

export function ClientFilter({ client, onChange }: ClientFilterProps) {
  const queries = useQueryClient()
  const { data, isError } = useQuery({ ...clientQuery(client ?? ''), enabled: client !== undefined })
  const name = data?.companyName ?? (isError ? 'Unknown client' : '')
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
  return (
    <Field label="Client">
      <Combobox
        value={client === undefined ? null : { value: client, label: name }}
        placeholder="All"
        emptyText="No client found."
        onSearch={find}
        onValueChange={(option) => onChange(option?.value)}
      />
    </Field>
  )
}
