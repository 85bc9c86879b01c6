import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import { listSessions } from '../contract.ts'

export type ListedSession = ResponseOf<typeof listSessions>['sessions'][number]

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call(listSessions),
})
