import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../web/api-client.ts'
import {
  type SettingsForm,
  type SettingsFormOptions,
  useSettingsForm,
} from '../../../business/web/use-settings-form.ts'
import { type Numbering, getNumbering, saveNumbering } from '../../numbers/contract.ts'
import {
  type NumberingDraft,
  draftOf,
  isChanged,
  keepNumberingDraft,
  problemsOf,
  readNumberingDraft,
  toBody,
} from './numbering-draft.ts'

const options: SettingsFormOptions<Numbering, NumberingDraft> = {
  // Below ['invoices'], so that a new invoice refreshes the next number.
  query: queryOptions({ queryKey: ['invoices', 'numbering'], queryFn: () => call(getNumbering) }),
  what: 'numbers',
  saved: {
    title: 'Numbers Saved',
    description: 'They apply to new invoices and credit notes. Existing ones keep their numbers.',
  },
  draftOf,
  isChanged,
  problemsOf,
  send: (draft, saved) => call(saveNumbering, { body: toBody(draft, saved) }),
  readDraft: readNumberingDraft,
  keepDraft: keepNumberingDraft,
}

export type NumberingForm = SettingsForm<Numbering, NumberingDraft>

export function useNumberingForm(draftOwner: string, isOpen: boolean): NumberingForm {
  return useSettingsForm(options, draftOwner, isOpen)
}
