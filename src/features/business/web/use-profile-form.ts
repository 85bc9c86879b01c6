import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useCallback, useLayoutEffect, useRef } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'

import type { RequestOf } from '../../../shared/endpoint.ts'
import { call } from '../../../web/api-client.ts'
import { showFieldErrors } from '../../../web/form-errors.ts'
import { refreshSession } from '../../../web/session.ts'
import { dismissToast, showToast } from '../../../web/ui/toast.ts'
import { browserTimeZone } from '../../auth/web/browser-time-zone.ts'
import { type Profile, updateProfile } from '../contract.ts'
import { profileQuery } from './profile-api.ts'

export type ProfileValues = RequestOf<typeof updateProfile>['body']

function valuesOf({ email: _email, logo: _logo, ...values }: Profile): ProfileValues {
  return values
}

const nothingYet: ProfileValues = {
  name: '',
  businessName: '',
  businessEmail: '',
  phone: '',
  address: '',
  contactName: '',
  timeZone: browserTimeZone(),
}
const fields = Object.keys(nothingYet) as (keyof ProfileValues)[]
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
}

/** What is typed lives here, above the tabs: looking at another one loses nothing. */
export function useProfileForm(): ProfileFormHandle {
  const client = useQueryClient()
  const { data: profile, isError, isFetching, refetch } = useQuery(profileQuery)
  const form = useForm<ProfileValues>({
    defaultValues: profile ? valuesOf(profile) : nothingYet,
    resolver: zodResolver(updateProfile.body),
  })
  const { isDirty } = form.formState
  const dirty = useRef(isDirty)

  const known = useRef<Profile>(undefined)

  // Before the page is drawn, so that no empty field is seen. What was saved elsewhere comes in around what is being
  // typed here: otherwise saving this would undo it.
  useLayoutEffect(() => {
    dirty.current = isDirty
    if (!profile || (isDirty && known.current === profile)) return
    known.current = profile
    form.reset(valuesOf(profile), isDirty ? aroundTyped : {})
  }, [profile, isDirty, form])

  const submit = form.handleSubmit(async (values) => {
    dismissToast()
    const typed = { ...form.getValues() }
    try {
      const saved = await call(updateProfile, { body: values })
      await client.cancelQueries({ queryKey: profileQuery.queryKey })
      // Known before the form is clean: a clean form takes over what is known.
      client.setQueryData(profileQuery.queryKey, saved)
      // What was typed meanwhile is kept, as a change of what is now saved.
      const typedOn = fields.some((field) => form.getValues(field) !== typed[field])
      form.reset(valuesOf(saved), { keepValues: typedOn })
      showToast({
        title: 'Profile Updated',
        description: 'Your changes have been saved. New invoices use them.',
        tone: 'success',
      })
      void refreshSession(client)
      void client.invalidateQueries({ queryKey: ['business'], exact: true })
    } catch (error) {
      showToast({
        title: 'Update Failed',
        description: 'There was an error updating your profile. Please try again.',
        tone: 'error',
      })
      showFieldErrors(error, form.setError, fields)
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
  }
}
