import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError, call } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/forms/show-field-errors.ts'
import { dismissToast, showError, showSuccess } from '../../../web/ui/toast.ts'
import { refreshSession } from '../../auth/web/session.ts'
import { type Profile, updateProfile } from '../contract.ts'
import { profileQuery } from './business-api.ts'
import { readProfileDraft, removeProfileDraft, writeProfileDraft } from './profile-draft.ts'
import {
  type ProfileValues,
  changesOf,
  isSaved,
  emptyProfile,
  profileFields,
  savableChanges,
  valuesOf,
} from './profile-values.ts'

const keepTypedValues = { keepDirtyValues: true, keepDirty: true, keepErrors: true, keepIsSubmitted: true }

export interface ProfileFormHandle {
  profile: Profile | undefined
  failed: boolean
  loading: boolean
  reload: () => void
  form: UseFormReturn<ProfileValues>
  save: (event: SubmitEvent) => void
  /** Whether there are unsaved changes. Can be called at any time, not only while rendering. */
  isDirty: () => boolean
  /** Whether the form shows a draft from before a sign-in or a reload. */
  isRestored: boolean
  discard: () => void
  /** Discards the draft for good: the user leaves without saving. */
  abandon: () => void
}

/** The state of the profile form. It belongs above the tabs, so that switching tabs keeps what the user typed. */
export function useProfileForm(draftOwner: string): ProfileFormHandle {
  const client = useQueryClient()
  const { data: profile, isError, isFetching, refetch } = useQuery(profileQuery)
  const form = useForm<ProfileValues>({
    defaultValues: profile ? valuesOf(profile) : emptyProfile,
    resolver: zodResolver(updateProfile.body),
  })
  const { isDirty } = form.formState
  const dirty = useRef(isDirty)

  const loaded = useRef<Profile>(undefined)
  const [draft] = useState(() => readProfileDraft(draftOwner))
  const pendingDraft = useRef(draft)
  const [isRestored, setIsRestored] = useState(draft !== null)
  const isAbandoned = useRef(false)

  // A layout effect, so that the user never sees empty fields. Newer saved values fill the fields that the user has not
  // changed: otherwise saving this form would overwrite them.
  useLayoutEffect(() => {
    dirty.current = isDirty
    if (isDirty) pendingDraft.current = null
    if (!profile || (isDirty && loaded.current === profile)) return
    loaded.current = profile
    const saved = valuesOf(profile)
    form.reset(saved, isDirty ? keepTypedValues : {})
    if (profile.isCurrencyFixed) form.resetField('currency', { defaultValue: saved.currency })
    if (pendingDraft.current) pendingDraft.current = savableChanges(pendingDraft.current, profile)
    // A draft that matches the saved values must not be applied to later ones.
    if (pendingDraft.current && isSaved(pendingDraft.current, saved)) pendingDraft.current = null
    for (const name of profileFields) {
      const typed = pendingDraft.current?.[name]
      if (typed !== undefined) form.setValue(name, typed, { shouldDirty: true })
    }
  }, [profile, isDirty, form])

  useEffect(() => {
    function keepDraft() {
      // A draft that still waits for the profile is unchanged in the storage.
      if (isAbandoned.current || !loaded.current || pendingDraft.current) return
      if (dirty.current) writeProfileDraft(draftOwner, changesOf(valuesOf(loaded.current), form.getValues()))
      else removeProfileDraft(draftOwner)
    }
    window.addEventListener('pagehide', keepDraft)
    return () => {
      window.removeEventListener('pagehide', keepDraft)
      keepDraft()
    }
  }, [form, draftOwner])

  const submit = form.handleSubmit(async (values) => {
    dismissToast()
    const typed = { ...form.getValues() }
    const before = client.getQueryData(profileQuery.queryKey)
    try {
      const saved = await call(updateProfile, { body: values })
      await client.cancelQueries({ queryKey: profileQuery.queryKey })
      // Before the reset: a form without changes takes over the cached profile.
      client.setQueryData(profileQuery.queryKey, saved)
      // What the user typed during the request stays in the form as an unsaved change.
      const hasNewInput = profileFields.some((field) => form.getValues(field) !== typed[field])
      form.reset(valuesOf(saved), { keepValues: hasNewInput })
      setIsRestored(false)
      removeProfileDraft(draftOwner)
      showSuccess('Profile Updated', 'Your changes have been saved. New invoices use them.')
      void refreshSession(client)
      void client.invalidateQueries({ queryKey: ['business'], exact: true })
      // They change planned dates and amounts on other pages.
      const affectsPages = (['timeZone', 'currency', 'locale'] as const).some(
        (name) => saved[name] !== before?.[name],
      )
      if (affectsPages) void client.invalidateQueries({ refetchType: 'none' })
    } catch (error) {
      showError('Update Failed', failureText(error))
      showFieldErrors(error, form.setError, profileFields)
      // The profile says then that the currency is fixed, and the field goes back to it.
      if (isCurrencyFixed(error)) void refetch()
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
      if (loaded.current) form.reset(valuesOf(loaded.current))
      setIsRestored(false)
      removeProfileDraft(draftOwner)
    },
    abandon: useCallback(() => {
      isAbandoned.current = true
      removeProfileDraft(draftOwner)
    }, [draftOwner]),
  }
}

function isCurrencyFixed(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'CURRENCY_FIXED'
}

function failureText(error: unknown): string {
  if (isCurrencyFixed(error)) return error.message
  return error instanceof ApiError && error.code === 'NOT_SIGNED_IN'
    ? 'Please sign in again. Your changes are still here.'
    : 'There was an error updating your profile. Please try again.'
}
