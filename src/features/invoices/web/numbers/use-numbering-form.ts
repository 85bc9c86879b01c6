import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../../../shared/errors.ts'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { dismissToast, showError, showSuccess } from '../../../../web/ui/toast.ts'
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

// Below ['invoices'], so that a new invoice refreshes the next number.
const numberingQuery = queryOptions({
  queryKey: ['invoices', 'numbering'],
  queryFn: () => call(getNumbering),
})

export interface NumberingFormHandle {
  saved: Numbering | undefined
  /** The settings as shown on the page; undefined while they load. */
  draft: NumberingDraft | undefined
  failed: boolean
  loading: boolean
  reload: () => void
  change: (changes: Partial<NumberingDraft>) => void
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

/** The state of the settings for numbers. It belongs above the tabs, so that switching tabs keeps the changes. */
export function useNumberingForm(userId: string, isOpen: boolean): NumberingFormHandle {
  const client = useQueryClient()
  const { data: saved, isError, isFetching, refetch } = useQuery({ ...numberingQuery, enabled: isOpen })
  const [storedDraft] = useState(() => readNumberingDraft(userId))
  const [changed, setChanged] = useState(storedDraft)
  const [isRestored, setIsRestored] = useState(storedDraft !== undefined)
  const [isTried, setIsTried] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [saving, setSaving] = useState(false)
  const draft = saved && (changed ?? draftOf(saved))
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
      if (!isAbandoned.current) keepNumberingDraft(userId, draftToStore.current)
    }
    window.addEventListener('pagehide', keepDraft)
    return () => {
      window.removeEventListener('pagehide', keepDraft)
      keepDraft()
    }
  }, [userId])

  function reset() {
    setIsTried(false)
    setRefused({})
    setIsRestored(false)
  }

  async function save(): Promise<boolean> {
    if (!changed || !saved || !hasChanges || saving) return true
    setIsTried(true)
    if (Object.keys(problemsOf(changed, saved)).length > 0) return false
    dismissToast()
    setSaving(true)
    try {
      const answer = await call(saveNumbering, { body: toBody(changed, saved) })
      await client.cancelQueries({ queryKey: numberingQuery.queryKey })
      client.setQueryData(numberingQuery.queryKey, answer)
      // What the user changed during the request stays in the form as an unsaved change.
      setChanged((now) => (now === changed ? undefined : now))
      reset()
      showSuccess('Numbers Saved', 'They apply to new invoices. Existing invoices keep their numbers.')
      return true
    } catch (error) {
      setRefused(error instanceof ApiError ? error.fields : {})
      showError(
        'Update Failed',
        error instanceof ApiError && error.code === 'NOT_SIGNED_IN'
          ? 'Please sign in again. Your changes are still here.'
          : messageOf(error, 'There was an error saving your numbers. Please try again.'),
      )
      return false
    } finally {
      setSaving(false)
    }
  }

  return {
    saved,
    draft,
    failed: isError && !saved,
    loading: isFetching,
    reload: () => void refetch(),
    change: (changes) => {
      setRefused({})
      if (draft) setChanged({ ...draft, ...changes })
    },
    problems: { ...refused, ...(isTried && changed && saved ? problemsOf(changed, saved) : {}) },
    hasChanges,
    saving,
    save,
    isDirty: useCallback(() => dirty.current, []),
    isRestored: isRestored && hasChanges,
    discard: () => {
      setChanged(undefined)
      reset()
    },
    abandon: useCallback(() => {
      isAbandoned.current = true
      keepNumberingDraft(userId, undefined)
    }, [userId]),
  }
}
