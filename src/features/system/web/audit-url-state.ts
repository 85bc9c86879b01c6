import { type AdminAction, adminActionNames } from '../../../shared/admin-actions.ts'

export interface AuditUrlState {
  action?: AdminAction | undefined
  person?: string | undefined
}

export function readAuditUrlState(search: Record<string, unknown>): AuditUrlState {
  const { action, person } = search
  // The router keeps the original value of a parameter unless it is explicitly undefined.
  return {
    action: adminActionNames.find((name) => name === action),
    person: typeof person === 'string' && person ? person : undefined,
  }
}
