import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../../shared/errors.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { dismissToast, showError, showSuccess } from '../../../web/ui/toast.ts'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { type ReminderSettings, type SavedReminderSettings, saveReminderSettings } from '../contract.ts'
import { readReminderDraft, removeReminderDraft, writeReminderDraft } from './kept-reminder-draft.ts'
import { reminderSettingsQuery } from './reminder-api.ts'
import { isChanged, isSame, mergeNewer, problemsOf, toSave } from './reminder-draft.ts'

export interface ReminderFormHandle {
  /** The settings as shown on the page; undefined while they load. */
  draft: ReminderSettings | undefined
  failed: boolean
  loading: boolean
  reload: () => void
  change: (next: ReminderSettings) => void
  problems: FieldErrors
  hasChanges: boolean
  saving: boolean
  /** Saves the settings. Resolves to false if they are invalid or the server refused them. */
  save: () => Promise<boolean>
  /** Whether there are unsaved changes. Can be called at any time, not only while rendering. */
  isDirty: () => boolean
  /** Whether the form shows a draft from before a sign-in or a reload. */
  isRestored: boolean
  discard: () => void
  /** Discards the draft for good: the user leaves without saving. */
  abandon: () => void
}

/** The state of the reminder settings. It belongs above the tabs, so that switching tabs keeps the changes. */
export function useReminderForm(userId: string, isOpen: boolean): ReminderFormHandle {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery({ ...reminderSettingsQuery, enabled: isOpen })
  const saved = data && settingsOf(data)
  const [storedDraft] = useState(() => readReminderDraft(userId))
  const [changed, setChanged] = useState(storedDraft)
  const [isRestored, setIsRestored] = useState(storedDraft !== undefined)
  const [isTried, setIsTried] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [saving, setSaving] = useState(false)
  // The saved settings that the changes are based on.
  const [base, setBase] = useState(saved)
  if (saved && (!base || !isSame(saved, base))) {
    setBase(saved)
    if (changed && base) setChanged(mergeNewer(changed, base, saved))
  }
  const draft = changed ?? saved
  const hasChanges = changed !== undefined && saved !== undefined && isChanged(changed, saved)
  const dirty = useRef(false)
  // While the settings load, the stored draft is kept as it is.
  const draftToStore = useRef(storedDraft)
  const isAbandoned = useRef(false)
  useLayoutEffect(() => {
    dirty.current = hasChanges
    draftToStore.current = hasChanges || !saved ? changed : undefined
  })

  useEffect(() => {
    function keepDraft() {
      if (isAbandoned.current) return
      if (draftToStore.current) writeReminderDraft(userId, draftToStore.current)
      else removeReminderDraft(userId)
    }
    window.addEventListener('pagehide', keepDraft)
    return () => {
      window.removeEventListener('pagehide', keepDraft)
      keepDraft()
    }
  }, [userId])

  async function save(): Promise<boolean> {
    if (!changed || !data || !saved || !hasChanges || saving) return true
    setIsTried(true)
    if (Object.keys(problemsOf(changed)).length > 0) return false
    dismissToast()
    setSaving(true)
    try {
      const answer = await call(saveReminderSettings, {
        body: { ...toSave(changed, saved), version: data.version },
      })
      await client.cancelQueries({ queryKey: reminderSettingsQuery.queryKey })
      client.setQueryData(reminderSettingsQuery.queryKey, answer)
      // What the user changed during the request stays in the form as an unsaved change.
      setChanged((now) => (now === changed ? undefined : now))
      setIsTried(false)
      setRefused({})
      setIsRestored(false)
      showSuccess('Reminders Saved', 'They apply to unpaid invoices from now on.')
      void refreshInvoices(client)
      return true
    } catch (error) {
      setRefused(error instanceof ApiError ? error.fields : {})
      const isConflict = error instanceof ApiError && error.code === 'CHANGED_ELSEWHERE'
      // The newer settings fill the parts that the user has not changed.
      if (isConflict) await refetch()
      showError(
        'Update Failed',
        error instanceof ApiError && error.code === 'NOT_SIGNED_IN'
          ? 'Please sign in again. Your changes are still here.'
          : isConflict
            ? 'Your reminders were changed elsewhere. Your changes are still here. Check them and save again.'
            : messageOf(error, 'There was an error saving your reminders. Please try again.'),
      )
      return false
    } finally {
      setSaving(false)
    }
  }

  return {
    draft,
    failed: isError && !saved,
    loading: isFetching,
    reload: () => void refetch(),
    change: (next) => {
      setRefused({})
      setChanged(next)
    },
    problems: { ...refused, ...(isTried && changed ? problemsOf(changed) : {}) },
    hasChanges,
    saving,
    save,
    isDirty: useCallback(() => dirty.current, []),
    isRestored: isRestored && hasChanges,
    discard: () => {
      setChanged(undefined)
      setIsTried(false)
      setRefused({})
      setIsRestored(false)
    },
    abandon: useCallback(() => {
      isAbandoned.current = true
      removeReminderDraft(userId)
    }, [userId]),
  }
}

function settingsOf({ version: _version, ...settings }: SavedReminderSettings): ReminderSettings {
  return settings
}
