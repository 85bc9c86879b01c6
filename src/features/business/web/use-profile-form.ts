import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError, call } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/form-errors.ts'
import { dismissToast, showToast } from '../../../web/ui/toast.ts'
import { refreshSession } from '../../auth/web/session.ts'
import { type Profile, updateProfile } from '../contract.ts'
import { profileQuery } from './profile-api.ts'
import { readProfileDraft, removeProfileDraft, writeProfileDraft } from './profile-draft.ts'
import {
  type ProfileValues,
  changesOf,
  isSaved,
  nothingYet,
  profileFields,
  valuesOf,
} from './profile-values.ts'

const aroundTyped = { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepIsSubmitted: true }

export interface ProfileFormHandle {
  /** Undefined until it is loaded. */
  profile: Profile | undefined
  failed: boolean
  loading: boolean
  reload: () => void
  form: UseFormReturn<ProfileValues>
  save: (event: SubmitEvent) => void
  /** Whether there is something to save, asked at any moment. */
  isDirty: () => boolean
  /** Whether it shows what was typed before signing in again, or before a reload. */
  isRestored: boolean
  /** Back to what is saved. */
  discard: () => void
  /** Given up: nothing of it is kept. */
  giveUp: () => void
}

/** What is typed lives here, above the tabs: looking at another one loses nothing. */
export function useProfileForm(userId: string): ProfileFormHandle {
  const client = useQueryClient()
  const { data: profile, isError, isFetching, refetch } = useQuery(profileQuery)
  const form = useForm<ProfileValues>({
    defaultValues: profile ? valuesOf(profile) : nothingYet,
    resolver: zodResolver(updateProfile.body),
  })
  const { isDirty } = form.formState
  const dirty = useRef(isDirty)

  const known = useRef<Profile>(undefined)
  const [draft] = useState(() => readProfileDraft(userId))
  const waiting = useRef(draft)
  const [isRestored, setIsRestored] = useState(draft !== null)
  const givenUp = useRef(false)

  // Before the page is drawn, so that no empty field is seen. What was saved elsewhere comes in around what is being
  // typed here: otherwise saving this would undo it.
  useLayoutEffect(() => {
    dirty.current = isDirty
    if (isDirty) waiting.current = null
    if (!profile || (isDirty && known.current === profile)) return
    known.current = profile
    const saved = valuesOf(profile)
    form.reset(saved, isDirty ? aroundTyped : {})
    // Otherwise it would wait, and come over what is saved later.
    if (waiting.current && isSaved(waiting.current, saved)) waiting.current = null
    for (const name of profileFields) {
      const typed = waiting.current?.[name]
      if (typed !== undefined) form.setValue(name, typed, { shouldDirty: true })
    }
  }, [profile, isDirty, form])

  useEffect(() => {
    function keepDraft() {
      // One that waits for the profile is still there as it was read.
      if (givenUp.current || !known.current || waiting.current) return
      if (dirty.current) writeProfileDraft(userId, changesOf(valuesOf(known.current), form.getValues()))
      else removeProfileDraft(userId)
    }
    window.addEventListener('pagehide', keepDraft)
    return () => {
      window.removeEventListener('pagehide', keepDraft)
      keepDraft()
    }
  }, [form, userId])

  const submit = form.handleSubmit(async (values) => {
    dismissToast()
    const typed = { ...form.getValues() }
    const before = client.getQueryData(profileQuery.queryKey)?.timeZone
    try {
      const saved = await call(updateProfile, { body: values })
      await client.cancelQueries({ queryKey: profileQuery.queryKey })
      // Known before the form is clean: a clean form takes over what is known.
      client.setQueryData(profileQuery.queryKey, saved)
      // What was typed meanwhile is kept, as a change of what is now saved.
      const typedOn = profileFields.some((field) => form.getValues(field) !== typed[field])
      form.reset(valuesOf(saved), { keepValues: typedOn })
      setIsRestored(false)
      removeProfileDraft(userId)
      showToast({
        title: 'Profile Updated',
        description: 'Your changes have been saved. New invoices use them.',
        tone: 'success',
      })
      void refreshSession(client)
      void client.invalidateQueries({ queryKey: ['business'], exact: true })
      // Another zone moves what is planned, wherever that is shown.
      if (saved.timeZone !== before) void client.invalidateQueries({ refetchType: 'none' })
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.code === 'NOT_SIGNED_IN'
      showToast({
        title: 'Update Failed',
        description: isSignedOut
          ? 'Please sign in again. What you changed is kept.'
          : 'There was an error updating your profile. Please try again.',
        tone: 'error',
      })
      showFieldErrors(error, form.setError, profileFields)
    }
  })

  return {
    profile,
    failed: isError && !profile,
    loading: isFetching,
    reload: () => void refetch(),
    form,
    save: (event) => {
      event.preventDefault()
      if (form.formState.isDirty && !form.formState.isSubmitting) void submit(event)
    },
    isDirty: useCallback(() => dirty.current, []),
    isRestored: isRestored && isDirty,
    discard: () => {
      if (known.current) form.reset(valuesOf(known.current))
      setIsRestored(false)
      removeProfileDraft(userId)
    },
    giveUp: useCallback(() => {
      givenUp.current = true
      removeProfileDraft(userId)
    }, [userId]),
  }
}
