import { z } from 'zod'

/** `waiting` for an admin, or `returned` to its author. No client sees such an invoice. */
export const approvalSchema = z.enum(['waiting', 'returned'])
export type Approval = z.infer<typeof approvalSchema>

export const approvalLabels: Readonly<Record<Approval, string>> = {
  waiting: 'Waits for approval',
  returned: 'Sent back',
}

export const maxNoteLength = 1000
