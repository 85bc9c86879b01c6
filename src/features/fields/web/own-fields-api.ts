import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { includesFeature } from '../../billing/rules.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { type OwnField, type OwnFields, listOwnFields } from '../contract.ts'
import type { FieldTarget } from '../rules.ts'

export const ownFieldsQuery = queryOptions({ queryKey: ['own-fields'], queryFn: () => call(listOwnFields) })

export function keepOwnFields(client: QueryClient, fields: OwnFields): void {
  client.setQueryData(ownFieldsQuery.queryKey, fields)
}

const none: readonly OwnField[] = []

/** Whether the plan includes own fields; false while it is loading. */
export function useHasOwnFields(): boolean {
  const { data } = useQuery(businessQuery)
  return data !== undefined && includesFeature(data.plan, 'customCategories')
}

/** The fields to fill in. None, without a request, on a plan that does not include them. */
export function useOwnFields(target: FieldTarget): readonly OwnField[] {
  const { data } = useQuery({ ...ownFieldsQuery, enabled: useHasOwnFields() })
  return data?.[target].filter(({ isArchived }) => !isArchived) ?? none
}
