import { type QueryClient, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../../../shared/errors.ts'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { dismissToast, showError, showSuccess } from '../../../web/ui/toast.ts'

export interface SettingsFormOptions<Saved, Draft> {
  query: UseQueryOptions<Saved, Error, Saved, string[]>
  /** What the form edits, such as "reminders"; used within a sentence. */
  what: string
  saved: { title: string; description: string }
  draftOf: (saved: Saved) => Draft
  isChanged: (draft: Draft, saved: Saved) => boolean
  problemsOf: (draft: Draft, saved: Saved) => FieldErrors
  /** Merges newer saved settings into the draft. Without it, the draft stays as it is. */
  mergeNewer?: (draft: Draft, before: Draft, newer: Draft) => Draft
  send: (draft: Draft, saved: Saved) => Promise<Saved>
  onSaved?: (client: QueryClient) => void
  readDraft: (draftOwner: string) => Draft | undefined
  /** Keeps a draft for after a reload or a new sign-in; undefined deletes it. */
  keepDraft: (draftOwner: string, draft: Draft | undefined) => void
}

export interface SettingsForm<Saved, Draft> {
  saved: Saved | undefined
  /** The settings as shown on the page; undefined while they load. */
  draft: Draft | undefined
  failed: boolean
  loading: boolean
  reload: () => void
  change: (changes: Partial<Draft>) => void
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

/** The state of a tab of settings. It belongs above the tabs, so that switching tabs keeps the changes. */
export function useSettingsForm<Saved, Draft extends object>(
  options: SettingsFormOptions<Saved, Draft>,
  draftOwner: string,
  isOpen: boolean,
): SettingsForm<Saved, Draft> {
  const { query, what, draftOf, problemsOf, mergeNewer, readDraft, keepDraft } = options
  const client = useQueryClient()
  const { data: saved, isError, isFetching, refetch } = useQuery({ ...query, enabled: isOpen })
  const [storedDraft] = useState(() => readDraft(draftOwner))
  const [changed, setChanged] = useState(storedDraft)
  const [isRestored, setIsRestored] = useState(storedDraft !== undefined)
  const [isTried, setIsTried] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [saving, setSaving] = useState(false)
  // The saved settings that the changes are based on.
  const [base, setBase] = useState(saved)
  if (saved !== base) {
    setBase(saved)
    if (changed && base && saved && mergeNewer) setChanged(mergeNewer(changed, draftOf(base), draftOf(saved)))
  }
  const draft = saved && (changed ?? draftOf(saved))
  const hasChanges = changed !== undefined && saved !== undefined && options.isChanged(changed, saved)
  const dirty = useRef(false)
  // While the settings load, the stored draft is kept as it is.
  const draftToStore = useRef(storedDraft)
  const isAbandoned = useRef(false)
  useLayoutEffect(() => {
    dirty.current = hasChanges
    draftToStore.current = hasChanges || !saved ? changed : undefined
  })

  useEffect(() => {
    function keep() {
      if (!isAbandoned.current) keepDraft(draftOwner, draftToStore.current)
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [keepDraft, draftOwner])

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
      const answer = await options.send(changed, saved)
      await client.cancelQueries({ queryKey: query.queryKey })
      client.setQueryData(query.queryKey, answer)
      // What the user changed during the request stays in the form as an unsaved change.
      setChanged((now) => (now === changed ? undefined : now))
      reset()
      showSuccess(options.saved.title, options.saved.description)
      options.onSaved?.(client)
      return true
    } catch (error) {
      setRefused(error instanceof ApiError ? error.fields : {})
      const code = error instanceof ApiError ? error.code : null
      // The newer settings fill the parts that the user has not changed.
      if (code === 'CHANGED_ELSEWHERE') await refetch()
      showError(
        'Update Failed',
        code === 'NOT_SIGNED_IN'
          ? 'Please sign in again. Your changes are still here.'
          : code === 'CHANGED_ELSEWHERE'
            ? `Your ${what} were changed elsewhere. Your changes are still here. Check them and save again.`
            : messageOf(error, `There was an error saving your ${what}. Please try again.`),
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
      keepDraft(draftOwner, undefined)
    }, [keepDraft, draftOwner]),
  }
}
