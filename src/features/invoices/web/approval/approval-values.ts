import { z } from 'zod'
import type { FieldErrors } from '../../../../shared/errors.ts'
import type { MoneyFormat } from '../../../../shared/money.ts'
import { type TypedAmount, typedAmountMessage } from '../../../../web/forms/typed-amount.ts'
import { type ApprovalLimit, saveApprovalLimit } from '../../approval/contract.ts'

/** The limit as typed. */
export interface ApprovalValues {
  isOn: boolean
  aboveMinor: TypedAmount
}

export function approvalValues({ aboveMinor }: Pick<ApprovalLimit, 'aboveMinor'>): ApprovalValues {
  return { isOn: aboveMinor !== null, aboveMinor }
}

/** Converts what was typed, without validating it: NaN for what is missing or wrong. */
export function readApproval({ isOn, aboveMinor }: ApprovalValues): Pick<ApprovalLimit, 'aboveMinor'> {
  if (!isOn) return { aboveMinor: null }
  return { aboveMinor: typeof aboveMinor === 'number' ? aboveMinor : Number.NaN }
}

export function approvalProblems(values: ApprovalValues, format: MoneyFormat): FieldErrors {
  const { error } = saveApprovalLimit.body.safeParse(readApproval(values))
  if (!error) return {}
  return { aboveMinor: typedAmountMessage(values.aboveMinor, format) ?? error.issues[0]?.message ?? '' }
}

/** What is kept of unsaved work. An amount that was not one is restored as empty. */
export const approvalDraftSchema: z.ZodType<ApprovalValues> = z.object({
  isOn: z.boolean(),
  aboveMinor: z.number().nullable().catch(null),
})
