import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface Suggestion {
  value: string
  label: string
  description?: string | undefined
}

export type FindSuggestions = (text: string) => Promise<readonly Suggestion[]>

const typingPauseMs = 150

/** Asks for suggestions once typing pauses, one request at a time. A failed search suggests nothing. */
export function useSuggestions(
  text: string,
  isWanted: boolean,
  find: FindSuggestions,
): readonly Suggestion[] {
  const [found, setFound] = useState<{ text: string; suggestions: readonly Suggestion[] } | null>(null)
  const isAsking = useRef(false)
  const wanted = useRef<string | null>(null)

  const ask = useEffectEvent(async () => {
    if (isAsking.current) return
    isAsking.current = true
    while (wanted.current !== null) {
      const asked = wanted.current
      const suggestions = await find(asked).catch(() => [])
      if (wanted.current !== asked) continue
      wanted.current = null
      setFound({ text: asked, suggestions })
    }
    isAsking.current = false
  })

  useEffect(() => {
    if (!isWanted) {
      wanted.current = null
      return undefined
    }
    const timer = setTimeout(() => {
      wanted.current = text
      void ask()
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, isWanted])

  return isWanted && found?.text === text ? found.suggestions : []
}
