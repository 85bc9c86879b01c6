import { call } from '../../../../web/api-client.ts'
import { readTabDraft, removeTabDraft, writeTabDraft } from '../../../../web/forms/tab-draft.ts'
import {
  type SettingsForm,
  type SettingsFormOptions,
  useSettingsForm,
} from '../../../business/web/use-settings-form.ts'
import { type ApprovalLimit, saveApprovalLimit } from '../../approval/contract.ts'
import { approvalLimitQuery } from './approval-api.ts'
import {
  type ApprovalValues,
  approvalDraftSchema,
  approvalProblems,
  approvalValues,
  readApproval,
} from './approval-values.ts'

const keyOf = (draftOwner: string) => `unsaved-approval:${draftOwner}`

const options: SettingsFormOptions<ApprovalLimit, ApprovalValues> = {
  query: approvalLimitQuery,
  what: 'approval settings',
  saved: { title: 'Approval Saved', description: 'It applies to invoices that are saved from now on.' },
  draftOf: approvalValues,
  isChanged: (draft, { aboveMinor }) => !Object.is(readApproval(draft).aboveMinor, aboveMinor),
  problemsOf: approvalProblems,
  send: (draft) => call(saveApprovalLimit, { body: readApproval(draft) }),
  readDraft: (draftOwner) => readTabDraft(keyOf(draftOwner), approvalDraftSchema) ?? undefined,
  keepDraft: (draftOwner, draft) =>
    draft ? writeTabDraft(keyOf(draftOwner), draft) : removeTabDraft(keyOf(draftOwner)),
}

export type ApprovalForm = SettingsForm<ApprovalLimit, ApprovalValues>

/** Above which amount invoices wait for approval. */
export function useApprovalForm(draftOwner: string, isOpen: boolean): ApprovalForm {
  return useSettingsForm(options, draftOwner, isOpen)
}
