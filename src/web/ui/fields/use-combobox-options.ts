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

/** Without accents and case: "cote d'i" finds Côte d’Ivoire. */
export const plain = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").trim().toLowerCase()

/** Returns the options that contain the query: first the one with this code, then those that begin with it. */
export function matchingOptions(options: readonly ComboboxOption[], query: string): ComboboxOption[] {
  const wanted = plain(query)
  if (wanted === '') return [...options]
  const rank = ({ value, label, description = '' }: ComboboxOption) => {
    if (plain(value) === wanted) return 0
    if (plain(label).startsWith(wanted)) return 1
    return plain(`${label} ${description}`).includes(wanted) ? 2 : 3
  }
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((found) => found.rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ option }) => option)
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
    return { options: matchingOptions(options ?? [], query), loading: false, failed: false }
  }
  const loading = open && found?.query !== query
  return {
    options: loading ? [] : (found?.options ?? []),
    loading,
    failed: !loading && found?.failed === true,
  }
}
