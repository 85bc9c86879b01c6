import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { closestLocale, defaultLocale } from '../../../shared/locales.ts'
import { call } from '../../../web/api-client.ts'
import { refreshSession } from '../../auth/web/session.ts'
import { getBusiness, getProfile, updateProfile } from '../contract.ts'
import { valuesOf } from './profile-values.ts'

export const businessQuery = queryOptions({ queryKey: ['business'], queryFn: () => call(getBusiness) })

export const profileQuery = queryOptions({
  // Below ['business'], so that invalidating the business refreshes the profile too.
  queryKey: ['business', 'profile'],
  queryFn: () => call(getProfile),
})

/**
 * Sets the home currency, and the number format of the browser unless the owner has chosen one. The rest of the profile
 * stays as it is.
 */
export async function saveHomeCurrency(client: QueryClient, currency: string): Promise<void> {
  const profile = await client.fetchQuery({ ...profileQuery, staleTime: 0 })
  const locale = profile.locale === defaultLocale ? closestLocale(navigator.languages) : profile.locale
  const saved = await call(updateProfile, { body: { ...valuesOf(profile), currency, locale } })
  client.setQueryData(profileQuery.queryKey, saved)
  await refreshSession(client)
  // Every page shows amounts.
  await client.invalidateQueries()
}
