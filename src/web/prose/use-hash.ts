import { useHydrated, useLocation } from '@tanstack/react-router'

/** Undefined until the pre-rendered page, which is the same for every hash, is hydrated. */
export function useHash(): string | undefined {
  const hash = useLocation({ select: (location) => location.hash })
  return useHydrated() ? hash : undefined
}
