import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useFormContext } from 'react-hook-form'
import { call, messageOf } from '../../../web/api-client.ts'
import { SaveFooter } from '../../../web/forms/save-footer.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { showError, showSuccess } from '../../../web/ui/toast.ts'
import { type Logo, type Profile, removeLogo } from '../contract.ts'
import { profileQuery } from './business-api.ts'
import { LogoPicker } from './logo-picker.tsx'
import { HomeCurrencyField, NumberFormatField } from './money-fields.tsx'
import { ProfileTaxFields } from './profile-tax-fields.tsx'
import type { ProfileValues } from './profile-values.ts'
import { RestoredNotice } from './restored-notice.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import type { ProfileFormHandle } from './use-profile-form.ts'

export function ProfileCard({ handle }: { handle: ProfileFormHandle }) {
  const { profile, failed, loading, reload, form, save } = handle
  const { isDirty, isSubmitting } = form.formState
  if (failed) {
    return (
      <Card>
        <ErrorState title="Failed to load user data." retrying={loading} onRetry={reload} />
      </Card>
    )
  }
  return (
    <FormProvider {...form}>
      <Card aria-labelledby="profile">
        <form noValidate aria-labelledby="profile" onSubmit={save}>
          <CardHeader>
            <CardTitle id="profile">Your profile</CardTitle>
            <CardDescription>
              New invoices start with these details. Existing invoices stay as they are.
            </CardDescription>
          </CardHeader>
          <CardContent>
            <RestoredNotice isShown={handle.isRestored} onDiscard={() => discard(handle)} />
            {/* The fields take up their space while they load, so that the layout does not shift. */}
            <div className="relative">
              <div
                inert={!profile}
                className={profile ? 'flex flex-col gap-5' : 'invisible flex flex-col gap-5'}
              >
                <ProfileLogo logo={profile?.logo ?? null} />
                <ProfileFields
                  email={profile?.email ?? ''}
                  isCurrencyFixed={profile?.isCurrencyFixed ?? false}
                />
              </div>
              {!profile && <FieldsSkeleton />}
            </div>
          </CardContent>
          <SaveFooter isDirty={isDirty} isSaving={isSubmitting} />
        </form>
      </Card>
    </FormProvider>
  )
}

function discard({ discard: resetForm, form }: ProfileFormHandle) {
  // The button disappears with the notice.
  form.setFocus('name')
  resetForm()
}

const skeletonFields = 'name email business phone address contact country tax zone currency numbers'.split(
  ' ',
)

function FieldsSkeleton() {
  return (
    <div className="absolute inset-0 flex flex-col gap-5">
      <output className="sr-only">Loading...</output>
      <Skeleton className="h-36 rounded-lg" />
      <div className="grid flex-1 auto-rows-fr gap-5 sm:grid-cols-2">
        {skeletonFields.map((field) => (
          <Skeleton key={field} className={field === 'address' ? 'sm:col-span-2' : ''} />
        ))}
      </div>
    </div>
  )
}

/** The fields of the profile. Must be inside the form's FormProvider. */
function ProfileFields({ email, isCurrencyFixed }: { email: string; isCurrencyFixed: boolean }) {
  const { register, formState } = useFormContext<ProfileValues>()
  const { errors } = formState
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Full Name" required error={errors.name?.message}>
        <Input {...register('name')} autoComplete="name" />
      </Field>
      <Field label="Email" hint="You sign in with this address, so it can’t be changed.">
        <Input type="email" value={email} disabled readOnly />
      </Field>
      <Field label="Business Name" required error={errors.businessName?.message}>
        <Input {...register('businessName')} autoComplete="organization" />
      </Field>
      <Field
        label="Contact Name"
        hint="Shown on invoices. If empty, your full name is shown."
        error={errors.contactName?.message}
      >
        <Input {...register('contactName')} autoComplete="section-business name" />
      </Field>
      <Field
        label="Business Email"
        hint="Shown on invoices and used for replies. If empty, your own email is used."
        error={errors.businessEmail?.message}
      >
        <Input {...register('businessEmail')} type="email" autoComplete="section-business email" />
      </Field>
      <Field label="Phone" error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" inputMode="tel" autoComplete="section-business tel" />
      </Field>
      <Field label="Address" error={errors.address?.message} className="sm:col-span-2">
        <Textarea {...register('address')} rows={3} autoComplete="section-business street-address" />
      </Field>
      <ProfileTaxFields />
      <TimeZoneField />
      <HomeCurrencyField isFixed={isCurrencyFixed} />
      <NumberFormatField />
    </div>
  )
}

/** The logo of the business. Uploading and removing take effect immediately, without Save Changes. */
function ProfileLogo({ logo }: { logo: Logo | null }) {
  const client = useQueryClient()

  function setCachedLogo(next: Logo | null) {
    client.setQueryData<Profile>(profileQuery.queryKey, (before) => before && { ...before, logo: next })
  }

  const removal = useMutation({
    mutationFn: () => call(removeLogo),
    onSuccess: async () => {
      setCachedLogo(null)
      showSuccess('Logo removed', 'Existing invoices still show it.')
      await client.invalidateQueries({ queryKey: ['business'] })
    },
    onError: (error) => showError('Could not remove logo', messageOf(error, 'Please try again.')),
  })

  return (
    <LogoPicker
      logo={logo}
      onUploaded={(uploaded) => {
        setCachedLogo(uploaded)
        showSuccess('Logo uploaded', 'New invoices will show it.')
      }}
      removeLabel="Remove logo"
      removing={removal.isPending}
      onRemove={() => removal.mutate()}
    />
  )
}
