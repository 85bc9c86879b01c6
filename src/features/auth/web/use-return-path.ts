import { useHydrated, useSearch } from '@tanstack/react-router'

/** Returns the page the user was going to, to pass on between sign-in and sign-up. */
export function useReturnPath(): { redirect?: string } {
  const search = useSearch({ strict: false })
  // The pre-rendered page has no query string; its links get the path after hydration.
  return useHydrated() && search.redirect !== undefined ? { redirect: search.redirect } : {}
}
