import { AppError } from '../../../shared/errors.ts'
import type { Approval } from './approval-rules.ts'

/** Throws APPROVAL_NEEDED for an invoice that its client must not see yet. */
export function assertApproved({ approval }: { approval: Approval | null }): void {
  if (approval === null) return
  throw new AppError(
    'APPROVAL_NEEDED',
    approval === 'waiting'
      ? 'This invoice waits for approval by the owner or an admin. Until then it can’t be sent, paid or credited.'
      : 'This invoice was sent back. Change it and save it, and it waits for approval again.',
  )
}
