import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../web/api-client.ts'
import { showFailure, showSuccess } from '../../../web/outcome-toasts.ts'
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
      showSuccess('Logo removed', 'Invoices that carry it keep it.')
      await client.invalidateQueries({ queryKey: ['business'] })
    },
    onError: (error) => showFailure('Could not remove logo', error),
  })

  return (
    <LogoPicker
      logo={logo}
      onUploaded={(uploaded) => {
        setCachedLogo(uploaded)
        showSuccess('Logo uploaded', 'New invoices carry it.')
      }}
      removeLabel="Remove logo"
      removing={removal.isPending}
      onRemove={() => removal.mutate()}
    />
  )
}
