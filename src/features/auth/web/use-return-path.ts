import { useHydrated, useSearch } from '@tanstack/react-router'

/** Where the person was going, to hand on from sign-in to sign-up and back. */
export function useReturnPath(): { redirect?: string } {
  const search = useSearch({ strict: false })
  // The pre-rendered page knows no query; its links get the place once the page runs.
  return useHydrated() && search.redirect !== undefined ? { redirect: search.redirect } : {}
}
