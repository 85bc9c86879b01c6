import { useEffect } from 'react'

// In memory only: an address in the URL would end up in logs and browser histories.
let typed: string | undefined

function remember(email: string | undefined): void {
  typed = email?.trim() || undefined
}

export function typedEmail(): { email?: string } {
  return typed === undefined ? {} : { email: typed }
}

/** Field options that keep the typed address for the next of these pages. */
export const rememberedField = {
  onChange: ({ target }: { target: { value: string } }) => remember(target.value),
}

/** Remembers an address that was typed before the page's code had loaded. */
export function useEarlyEmail(readEmail: (name: 'email') => string | undefined): void {
  useEffect(() => remember(readEmail('email')), [readEmail])
}
