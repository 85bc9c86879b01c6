import { useHydrated, useLocation } from '@tanstack/react-router'

/**
 * Returns the hash of the URL, or undefined until the pre-rendered page is hydrated: that page is the same
 * for every hash.
 */
export function useHash(): string | undefined {
  const hash = useLocation({ select: (location) => location.hash })
  return useHydrated() ? hash : undefined
}
