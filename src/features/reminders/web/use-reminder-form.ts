import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../../shared/errors.ts'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { dismissToast, showToast } from '../../../web/ui/toast.ts'
import { refreshInvoices } from '../../invoices/web/invoice-api.ts'
import { type ReminderSettings, type SavedReminderSettings, saveReminderSettings } from '../contract.ts'
import { readReminderDraft, removeReminderDraft, writeReminderDraft } from './kept-reminder-draft.ts'
import { reminderSettingsQuery } from './reminder-api.ts'
import { aroundChanges, isChanged, isSame, problemsOf, toSave } from './reminder-draft.ts'

export interface ReminderFormHandle {
  /** As they are chosen on the page; undefined until they are loaded. */
  draft: ReminderSettings | undefined
  failed: boolean
  loading: boolean
  reload: () => void
  change: (next: ReminderSettings) => void
  problems: FieldErrors
  hasChanges: boolean
  saving: boolean
  /** Tells whether there was nothing to mend first. */
  save: () => Promise<boolean>
  /** Whether there is something to save, asked at any moment. */
  isDirty: () => boolean
  /** Whether it shows what was chosen before signing in again, or before a reload. */
  isRestored: boolean
  /** Back to what is saved. */
  discard: () => void
  /** Given up: nothing of it is kept. */
  giveUp: () => void
}

/** What is chosen lives here, above the tabs: looking at another one loses nothing. */
export function useReminderForm(userId: string, isOpen: boolean): ReminderFormHandle {
  const client = useQueryClient()
  const { data, isError, isFetching, refetch } = useQuery({ ...reminderSettingsQuery, enabled: isOpen })
  const saved = data && settingsOf(data)
  const [draftBefore] = useState(() => readReminderDraft(userId))
  const [changed, setChanged] = useState(draftBefore)
  const [isRestored, setIsRestored] = useState(draftBefore !== undefined)
  const [isTried, setIsTried] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [saving, setSaving] = useState(false)
  // What the changes are made on.
  const [base, setBase] = useState(saved)
  if (saved && (!base || !isSame(saved, base))) {
    setBase(saved)
    if (changed && base) setChanged(aroundChanges(changed, base, saved))
  }
  const draft = changed ?? saved
  const hasChanges = changed !== undefined && saved !== undefined && isChanged(changed, saved)
  const dirty = useRef(false)
  // One that waits for what is saved is kept as it was read.
  const toKeep = useRef(draftBefore)
  const givenUp = useRef(false)
  useLayoutEffect(() => {
    dirty.current = hasChanges
    toKeep.current = hasChanges || !saved ? changed : undefined
  })

  useEffect(() => {
    function keepDraft() {
      if (givenUp.current) return
      if (toKeep.current) writeReminderDraft(userId, toKeep.current)
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
      // What was chosen meanwhile is kept, as a change of what is now saved.
      setChanged((now) => (now === changed ? undefined : now))
      setIsTried(false)
      setRefused({})
      setIsRestored(false)
      showToast({
        title: 'Reminders Saved',
        description: 'Open invoices follow them from now on.',
        tone: 'success',
      })
      void refreshInvoices(client)
      return true
    } catch (error) {
      setRefused(error instanceof ApiError ? error.fields : {})
      const isConflict = error instanceof ApiError && error.code === 'CHANGED_ELSEWHERE'
      // What is newer comes in around what was changed here.
      if (isConflict) await refetch()
      showToast({
        title: 'Update Failed',
        description:
          error instanceof ApiError && error.code === 'NOT_SIGNED_IN'
            ? 'Please sign in again. What you changed is kept.'
            : isConflict
              ? 'Your reminders were changed elsewhere. What you changed here is kept: look it over and save again.'
              : messageOf(error, 'There was an error saving your reminders. Please try again.'),
        tone: 'error',
      })
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
    giveUp: useCallback(() => {
      givenUp.current = true
      removeReminderDraft(userId)
    }, [userId]),
  }
}

function settingsOf({ version: _version, ...settings }: SavedReminderSettings): ReminderSettings {
  return settings
}
