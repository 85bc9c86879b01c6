import type { z } from 'zod'
import { call } from '../../../../web/api-client.ts'
import { readTabDraft, removeTabDraft, writeTabDraft } from '../../../../web/forms/tab-draft.ts'
import { type businessSchema, saveLateFeeTerms } from '../../../business/contract.ts'
import { businessQuery } from '../../../business/web/business-api.ts'
import {
  type SettingsForm,
  type SettingsFormOptions,
  useSettingsForm,
} from '../../../business/web/use-settings-form.ts'
import {
  type LateFeeValues,
  lateFeeDraftSchema,
  lateFeeProblems,
  lateFeeValues,
  readLateFee,
} from './late-fee-values.ts'

type Business = z.infer<typeof businessSchema>

const keyOf = (draftOwner: string) => `unsaved-late-fee:${draftOwner}`

const options: SettingsFormOptions<Business, LateFeeValues> = {
  query: businessQuery,
  what: 'late fees',
  saved: { title: 'Late Fee Saved', description: 'It applies to new invoices. Existing ones keep theirs.' },
  draftOf: ({ lateFeeTerms }) => lateFeeValues(lateFeeTerms),
  isChanged: (draft, { lateFeeTerms }) =>
    JSON.stringify(readLateFee(draft)) !== JSON.stringify(readLateFee(lateFeeValues(lateFeeTerms))),
  problemsOf: lateFeeProblems,
  send: (draft) => call(saveLateFeeTerms, { body: { lateFeeTerms: readLateFee(draft) } }),
  readDraft: (draftOwner) => readTabDraft(keyOf(draftOwner), lateFeeDraftSchema) ?? undefined,
  keepDraft: (draftOwner, draft) =>
    draft ? writeTabDraft(keyOf(draftOwner), draft) : removeTabDraft(keyOf(draftOwner)),
}

export type LateFeeForm = SettingsForm<Business, LateFeeValues>

/** The late fee that new invoices begin with. */
export function useLateFeeForm(draftOwner: string, isOpen: boolean): LateFeeForm {
  return useSettingsForm(options, draftOwner, isOpen)
}
