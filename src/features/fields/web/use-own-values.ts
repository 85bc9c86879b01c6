import { useQuery } from '@tanstack/react-query'
import type { OwnValues } from '../contract.ts'
import { type FieldTarget, ownValueText } from '../rules.ts'
import { ownFieldsQuery } from './own-fields-api.ts'

/** What the fields of a client or an invoice hold, as it is shown. Nothing is asked for where none holds anything. */
export function useOwnValues(target: FieldTarget, values: OwnValues) {
  const { data } = useQuery({ ...ownFieldsQuery, enabled: Object.keys(values).length > 0 })
  return (data?.[target] ?? []).flatMap(({ id, label, kind }) => {
    const value = values[id]
    return value === undefined ? [] : [{ id, label, text: ownValueText(kind, value) }]
  })
}
