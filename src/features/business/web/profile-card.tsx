import { FormProvider } from 'react-hook-form'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { ProfileLogo } from './profile-logo.tsx'
import { RestoredNotice, SaveFooter } from './settings-form-parts.tsx'
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
              New invoices begin with these details. Invoices that exist stay as they are.
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
                <ProfileFields email={profile?.email ?? ''} />
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

function FieldsSkeleton() {
  return (
    <div className="absolute inset-0 flex flex-col gap-5">
      <output className="sr-only">Loading...</output>
      <Skeleton className="h-36 rounded-lg" />
      <div className="grid flex-1 auto-rows-fr gap-5 sm:grid-cols-2">
        {['name', 'email', 'business', 'phone', 'address', 'contact', 'zone'].map((field) => (
          <Skeleton key={field} className={field === 'address' ? 'sm:col-span-2' : ''} />
        ))}
      </div>
    </div>
  )
}
