import { useHydrated, useLocation } from '@tanstack/react-router'

/**
 * The part of the page that the address names; undefined while the page is as it was rendered ahead, which is the same for
 * every address.
 */
export function useHash(): string | undefined {
  const hash = useLocation({ select: (location) => location.hash })
  return useHydrated() ? hash : undefined
}
