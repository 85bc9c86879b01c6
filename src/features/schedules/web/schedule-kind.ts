import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Permission } from '../../../shared/roles.ts'
import type { ScheduleState } from '../contract.ts'
import type { Plan } from '../rules.ts'

export interface Schedule extends Plan {
  id: string
  version: number
  state: ScheduleState
}

/** What the pages of recurring invoices and of recurring expenses do in the same way, and their words for it. */
export interface ScheduleKind<S extends Schedule> {
  /** Begins the titles of messages, such as "Recurring Invoice". */
  title: string
  path: '/invoices/recurring/$id' | '/expenses/recurring/$id'
  /** Who may change them. */
  permission: Permission
  queryKey: (id: string) => QueryKey
  /** Invalidates what may have changed with a schedule. */
  refresh: (client: QueryClient) => Promise<void>
  pause: (id: string) => Promise<S>
  resume: (id: string) => Promise<S>
  end: (id: string) => Promise<unknown>
  nextDate: (schedule: S) => string | null
  texts: {
    paused: (paused: S) => string
    resumed: (after: S) => string
    /** Asks whether to end it. */
    ending: (name: string, schedule: S) => string
    ended: (name: string) => string
    saved: string
    /** Said when the saved change has ended the schedule. */
    savedAsLast: string
  }
}
