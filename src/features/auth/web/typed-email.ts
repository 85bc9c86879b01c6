import { useEffect } from 'react'

// Kept in memory only: an address in the page's own address would end up in logs and histories.
let typed: string | undefined

function remember(email: string | undefined): void {
  typed = email?.trim() || undefined
}

/** For a form's defaultValues. */
export function typedEmail(): { email?: string } {
  return typed === undefined ? {} : { email: typed }
}

/** For the field: keeps the address as it is typed, so that nobody types it again on the next of these pages. */
export const rememberedField = {
  onChange: ({ target }: { target: { value: string } }) => remember(target.value),
}

/** Takes over what was typed before the page's code was there. */
export function useEarlyEmail(readEmail: (name: 'email') => string | undefined): void {
  useEffect(() => remember(readEmail('email')), [readEmail])
}
