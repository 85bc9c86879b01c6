import { useEffect, useState } from 'react'

export interface ComboboxOption {
  value: string
  label: string
  description?: string | undefined
}

export type ComboboxSearch = (query: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>

const typingPauseMs = 150

interface Found {
  query: string
  options: readonly ComboboxOption[]
  failed: boolean
}

// Filters a fixed list or calls `onSearch`. A response that arrives after the next keystroke is dropped.
export function useComboboxOptions(
  query: string,
  open: boolean,
  options: readonly ComboboxOption[] | undefined,
  onSearch: ComboboxSearch | undefined,
) {
  const [found, setFound] = useState<Found | null>(null)

  useEffect(() => {
    if (!open || onSearch === undefined) return undefined
    const controller = new AbortController()
    async function search(ask: ComboboxSearch) {
      try {
        const answer = await ask(query, controller.signal)
        if (!controller.signal.aborted) setFound({ query, options: answer, failed: false })
      } catch {
        if (!controller.signal.aborted) setFound({ query, options: [], failed: true })
      }
    }
    const timer = setTimeout(() => void search(onSearch), query === '' ? 0 : typingPauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, open, onSearch])

  if (onSearch === undefined) {
    const wanted = query.trim().toLowerCase()
    const matching = (options ?? []).filter(({ label, description = '' }) =>
      `${label} ${description}`.toLowerCase().includes(wanted),
    )
    return { options: matching, loading: false, failed: false }
  }
  const loading = open && found?.query !== query
  return {
    options: loading ? [] : (found?.options ?? []),
    loading,
    failed: !loading && found?.failed === true,
  }
}
