import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, messageOf } from '../../../web/api-client.ts'
import { showToast } from '../../../web/ui/toast.ts'
import { type Logo, type Profile, removeLogo } from '../contract.ts'
import { LogoPicker } from './logo-picker.tsx'
import { profileQuery } from './profile-api.ts'

/** The logo of the business. Uploading and removing take effect immediately, without Save Changes. */
export function ProfileLogo({ logo }: { logo: Logo | null }) {
  const client = useQueryClient()

  function setCachedLogo(next: Logo | null) {
    client.setQueryData<Profile>(profileQuery.queryKey, (before) => before && { ...before, logo: next })
  }

  const removal = useMutation({
    mutationFn: () => call(removeLogo),
    onSuccess: async () => {
      setCachedLogo(null)
      showToast({
        title: 'Logo removed',
        description: 'Invoices that carry it keep it.',
        tone: 'success',
      })
      await client.invalidateQueries({ queryKey: ['business'] })
    },
    onError: (error) =>
      showToast({
        title: 'Could not remove logo',
        description: messageOf(error, 'Please try again.'),
        tone: 'error',
      }),
  })

  return (
    <LogoPicker
      logo={logo}
      onUploaded={(uploaded) => {
        setCachedLogo(uploaded)
        showToast({
          title: 'Logo uploaded',
          description: 'New invoices carry it.',
          tone: 'success',
        })
      }}
      removeLabel="Remove logo"
      removing={removal.isPending}
      onRemove={() => removal.mutate()}
    />
  )
}
