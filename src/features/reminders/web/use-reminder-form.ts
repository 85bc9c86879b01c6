import { call } from '../../../web/api-client.ts'
import {
  type SettingsForm,
  type SettingsFormOptions,
  useSettingsForm,
} from '../../business/web/use-settings-form.ts'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { type ReminderSettings, type SavedReminderSettings, saveReminderSettings } from '../contract.ts'
import { keepReminderDraft, readReminderDraft } from './kept-reminder-draft.ts'
import { reminderSettingsQuery } from './reminder-api.ts'
import { isChanged, mergeNewer, problemsOf, toSave } from './reminder-draft.ts'

const options: SettingsFormOptions<SavedReminderSettings, ReminderSettings> = {
  query: reminderSettingsQuery,
  what: 'reminders',
  saved: { title: 'Reminders Saved', description: 'They apply to unpaid invoices from now on.' },
  draftOf: settingsOf,
  isChanged: (draft, saved) => isChanged(draft, settingsOf(saved)),
  problemsOf,
  mergeNewer,
  send: (draft, saved) =>
    call(saveReminderSettings, {
      body: { ...toSave(draft, settingsOf(saved)), version: saved.version },
    }),
  onSaved: (client) => void refreshInvoices(client),
  readDraft: readReminderDraft,
  keepDraft: keepReminderDraft,
}

export type ReminderForm = SettingsForm<SavedReminderSettings, ReminderSettings>

export function useReminderForm(draftOwner: string, isOpen: boolean): ReminderForm {
  return useSettingsForm(options, draftOwner, isOpen)
}

function settingsOf({ version: _version, ...settings }: SavedReminderSettings): ReminderSettings {
  return settings
}
